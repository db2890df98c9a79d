package import Foundation

extension Asset {
  /// The address of the bytes; only its path and query are reliable, because the cloud cannot know
  /// under which host name it is reached.
  ///
  /// Throws `.assetNotAvailable` if there is no address.
  package func address() throws(CloudError) -> URLComponents {
    // `${f}` is a placeholder for the file's name; a URL may not contain these characters.
    let text = downloadURL?.replacing("${f}", with: "asset")
    guard let address = text.flatMap({ URLComponents(string: $0) }),
      address.percentEncodedPath.hasPrefix("/")
    else {
      throw CloudError(
        .assetNotAvailable, "The asset has no download address. Look its record up again.")
    }
    return address
  }

  /// The value of `ETag` for the bytes; nil if the checksum does not have this cloud's format.
  ///
  /// Source: `docs/protocol.md`, Assets. The checksum has a key, so nobody else can compute it.
  package var entityTag: String? {
    guard let bytes = Data(base64Encoded: fileChecksum), bytes.count == 21 else { return nil }
    return "\"\(bytes.dropFirst().hexadecimal)\""
  }
}
