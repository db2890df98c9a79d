import CloudModel
import Foundation

/// The file of a message, as its record describes it.
package struct AttachedFile: Sendable, Equatable {
  static let typeLimitBytes = 127
  package static let limitBytes = CloudLimits.assetBytes

  /// As `FileName` leaves it.
  package var name: String
  /// A media type such as `image/png`; empty if it is not known.
  package var type: String
  package var size: Int64
  /// The digest that its bytes must have; nil if the sender does not give one.
  package var digest: AssetDigest?
  /// The cloud's own checksum of the bytes; nil while it does not have them.
  package var checksum: String?

  package var isInCloud: Bool { checksum != nil }

  package init(
    name: String, type: String, size: Int64, digest: AssetDigest?, checksum: String? = nil
  ) {
    self.name = FileName.safe(name)
    self.type = String(type.prefix(Self.typeLimitBytes))
    self.size = size
    self.digest = digest
    self.checksum = checksum
  }

  /// Reads the description of a record's file; nil if the record has none.
  package init?(_ record: CloudRecord) {
    typealias Key = MessageRecord.Key
    let asset = record[Key.attachment]?.assets.first
    let name = record[Key.fileName]?.stringValue
    guard asset != nil || name != nil else { return nil }
    var size = asset?.size ?? 0
    if asset == nil, case .int64(let claimed) = record[Key.fileSize] { size = max(claimed, 0) }
    self.init(
      name: name ?? "", type: record[Key.fileType]?.stringValue ?? "", size: size,
      digest: record[Key.fileDigest]?.stringValue.flatMap { AssetDigest($0) },
      checksum: asset?.fileChecksum)
  }

  /// Whether `other` is another file: its name, type or bytes differ, as far as the records say.
  ///
  /// The digest identifies the bytes that a device shows, the checksum those that the cloud has: if either differs, it
  /// is another file. While either is missing, as before the cloud has the bytes, the bytes are assumed to be the same.
  func isReplaced(by other: AttachedFile?) -> Bool {
    guard let other, name == other.name, type == other.type else { return true }
    if let digest, let otherDigest = other.digest, digest != otherDigest { return true }
    if let checksum, let otherChecksum = other.checksum { return checksum != otherChecksum }
    guard digest == nil || other.digest == nil else { return false }
    return !isInCloud && !other.isInCloud && size != other.size
  }

  /// Writes what never changes about the file.
  package func describe(in record: inout CloudRecord) {
    record[MessageRecord.Key.fileName] = .string(name)
    record[MessageRecord.Key.fileType] = .string(type)
    record[MessageRecord.Key.fileSize] = .int64(size)
    record[MessageRecord.Key.fileDigest] = digest.map { .string($0.text) }
  }
}
