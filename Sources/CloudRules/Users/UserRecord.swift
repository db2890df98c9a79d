import CloudModel
import Foundation

/// The record that every user has of itself in the public database: named as the user, of type `Users`.
///
/// It is there from the user's first request on. Everybody who knows the name reads it, its user
/// changes it, nobody makes or deletes one.
///
/// Source: CloudKit's schema language, the `Users` record type.
enum UserRecord {
  static let recordType = "Users"

  /// Whether a record of this name can only be a user's.
  static func isName(_ name: String) -> Bool {
    name.utf8.count == 33 && name.hasPrefix("_")
      && name.dropFirst().allSatisfy { $0.isASCII && $0.isHexDigit }
  }

  /// Makes the user's record where it is missing.
  static func ensure(of user: String, in transaction: any CloudTransaction, at date: Date) throws {
    let zoneID = RecordZoneID(
      zoneName: RecordZoneID.defaultZoneName, ownerName: transaction.partition.ownerName)
    guard var zone = try transaction.zone(zoneID),
      try transaction.record(named: user, in: zone) == nil
    else { return }
    var record = Record(
      recordType: recordType, recordID: RecordID(recordName: user, zoneID: zoneID))
    record.creationDate = date
    record.creatorUserRecordName = user
    record.modificationDate = date
    record.lastModifiedUserRecordName = user
    zone.sequence += 1
    var stored = StoredRecord(
      record: record, changeCount: 0, sequence: zone.sequence, isDeleted: false)
    stored.countChange(in: transaction.partition.life)
    try transaction.save(stored, in: zone)
    try transaction.update(zone)
  }
}
