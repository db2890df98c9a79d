import CloudModel

/// A record type of a chat: how it reads and writes the cloud's records, and how two versions merge.
protocol ChatRecord: Sendable, Equatable {
  static var recordType: String { get }
  var recordName: String { get }
  /// Of the cloud's version that this one builds on; nil until the cloud has one.
  var changeTag: String? { get set }
  var unknownFields: UnknownFields { get set }

  /// What is saved: everything where the record is new, else what can have changed.
  ///
  /// Fields that are left out stay in the cloud as they are, also those that this version does not know.
  func record(in zoneID: RecordZoneID) -> CloudRecord

  /// Whether `other` is a version of the same thing; two that are not cannot be merged.
  func isVersion(of other: Self) -> Bool

  /// One version of two, the same on every device: commutative, associative, idempotent over what
  /// people see. What belongs to the cloud's copy alone is `server`'s.
  static func merge(local: Self, server: Self) -> Self

  /// Whether there is nothing in this version that `server` does not say.
  func addsNothing(to server: Self) -> Bool
}
