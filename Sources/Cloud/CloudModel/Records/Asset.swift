/// The description of a file that belongs to a record; the bytes are transferred separately.
package struct Asset: Sendable, Hashable {
  package var fileChecksum: String
  /// Bytes.
  package var size: Int64
  package var referenceChecksum: String?
  package var wrappingKey: String?
  /// Proof of an upload; only in records that are written.
  package var receipt: String?
  /// The URL of the bytes; only in records that are read.
  package var downloadURL: String?

  package init(fileChecksum: String, size: Int64) {
    self.fileChecksum = fileChecksum
    self.size = size
  }

  /// The same asset without its receipt and address, which belong to one upload or one answer.
  package var bare: Asset {
    var bare = self
    bare.receipt = nil
    bare.downloadURL = nil
    return bare
  }
}
