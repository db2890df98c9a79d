/// A file kept beside a record, by its description; the bytes travel on their own.
package struct Asset: Sendable, Hashable, Codable {
  package var fileChecksum: String
  /// Bytes.
  package var size: Int64
  package var referenceChecksum: String?
  package var wrappingKey: String?
  /// Proof of an upload; only in what is written.
  package var receipt: String?
  /// Where to fetch the bytes; only in what is read.
  package var downloadURL: String?

  package init(fileChecksum: String, size: Int64) {
    self.fileChecksum = fileChecksum
    self.size = size
  }
}
