package import CloudModel

extension CodingUserInfoKey {
  /// An `@Sendable (Asset) -> String?` that an encoder asks for the address of each asset's bytes.
  ///
  /// Without one an asset is encoded with the address that it has, mostly none.
  package static let assetDownloadURL = CodingUserInfoKey(rawValue: "assetDownloadURL")
}

extension Asset: Codable {
  private enum Key: String, CodingKey {
    case fileChecksum, size, referenceChecksum, wrappingKey, receipt, downloadURL
  }

  package init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: Key.self)
    let checksum = try container.decode(String.self, forKey: .fileChecksum)
    // Some clients keep numbers as strings, and send them back as such.
    if let text = try? container.decode(String.self, forKey: .size) {
      guard let number = Int64(text) else {
        throw DecodingError.dataCorruptedError(
          forKey: .size, in: container, debugDescription: "Invalid value, expected type ASSETID.")
      }
      self.init(fileChecksum: checksum, size: number)
    } else {
      self.init(fileChecksum: checksum, size: try container.decode(Int64.self, forKey: .size))
    }
    referenceChecksum = try container.decodeIfPresent(String.self, forKey: .referenceChecksum)
    wrappingKey = try container.decodeIfPresent(String.self, forKey: .wrappingKey)
    receipt = try container.decodeIfPresent(String.self, forKey: .receipt)
    downloadURL = try container.decodeIfPresent(String.self, forKey: .downloadURL)
  }

  package func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Key.self)
    try container.encode(fileChecksum, forKey: .fileChecksum)
    try container.encode(size, forKey: .size)
    try container.encodeIfPresent(referenceChecksum, forKey: .referenceChecksum)
    try container.encodeIfPresent(wrappingKey, forKey: .wrappingKey)
    try container.encodeIfPresent(receipt, forKey: .receipt)
    let address = CodingUserInfoKey.assetDownloadURL.flatMap { encoder.userInfo[$0] }
    let downloadURL = (address as? @Sendable (Asset) -> String?)?(self) ?? downloadURL
    try container.encodeIfPresent(downloadURL, forKey: .downloadURL)
  }
}
