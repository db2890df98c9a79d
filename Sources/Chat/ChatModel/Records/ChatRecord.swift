package import CloudModel

/// A record type of a chat: how it reads and writes the cloud's records, and how two versions merge.
package protocol ChatRecord: Sendable, Equatable {
  static var recordType: String { get }
  var recordName: String { get }
  /// The change tag of the cloud's version that this one is based on; nil until the cloud has one.
  var changeTag: String? { get set }
  var unknownFields: UnknownFields { get set }

  /// Reads a record as it came; nil where it is not valid.
  init?(_ record: CloudRecord)

  /// The record to save: all fields if it is new in the cloud, otherwise those that can have changed.
  ///
  /// Fields that are left out stay in the cloud as they are, also those that this version does not know.
  func record(in zoneID: RecordZoneID) -> CloudRecord

  /// Whether `other` is a version of the same thing; two versions of different things cannot be merged.
  func isVersion(of other: Self) -> Bool

  /// Merges two versions into one, the same on every device: commutative, associative, idempotent over
  /// what people see.
  ///
  /// Values that only the cloud's copy has are taken from `server`.
  static func merge(local: Self, server: Self) -> Self

  /// Whether `server` already has everything that this version has.
  func addsNothing(to server: Self) -> Bool
}
