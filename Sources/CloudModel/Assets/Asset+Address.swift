package import Foundation

extension Asset {
  /// Where the bytes are, as far as it can be relied on: only path and query are the cloud's own,
  /// which cannot know under which name it is reached.
  ///
  /// Throws `.assetNotAvailable` where there is no address.
  package func address() throws(CloudError) -> URLComponents {
    // A place for the file's name, which no URL may have in it.
    let text = downloadURL?.replacing("${f}", with: "asset")
    guard let address = text.flatMap({ URLComponents(string: $0) }),
      address.percentEncodedPath.hasPrefix("/")
    else {
      throw CloudError(
        .assetNotAvailable, "The asset comes without an address. Look its record up again.")
    }
    return address
  }

  /// What names the bytes in `ETag`; nil where the checksum is not of this cloud's kind.
  ///
  /// Source: `docs/protocol.md`, Assets. The checksum has a key, so nobody else can compute it.
  package var entityTag: String? {
    guard let bytes = Data(base64Encoded: fileChecksum), bytes.count == 21 else { return nil }
    return "\"\(bytes.dropFirst().hexadecimal)\""
  }
}
