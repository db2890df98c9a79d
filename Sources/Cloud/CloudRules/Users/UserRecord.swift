import CloudModel
import Foundation

/// The record of type `Users` that every user has in the public database; its name is the user
/// record name.
///
/// It exists from the user's first request on. Everybody who knows the name can read it, its user
/// can change it, and nobody can create or delete one.
///
/// Source: CloudKit's schema language, the `Users` record type.
enum UserRecord {
  static let recordType = "Users"

  /// Whether only a user's record can have this name.
  static func isName(_ name: String) -> Bool {
    name.utf8.count == 33 && name.hasPrefix("_")
      && name.dropFirst().allSatisfy { $0.isASCII && $0.isHexDigit }
  }

  /// Creates the user's record if it is missing.
  static func ensure(of user: String, in transaction: any CloudTransaction, at date: Date) throws {
    let zoneID = RecordZoneID(
      zoneName: RecordZoneID.defaultZoneName, ownerName: transaction.partition.ownerName)
    guard var zone = try transaction.lockZone(zoneID),
      try transaction.record(named: user, in: zone.zone) == nil
    else { return }
    var record = Record(
      recordType: recordType, recordID: RecordID(recordName: user, zoneID: zoneID))
    record.creationDate = date
    record.creatorUserRecordName = user
    record.modificationDate = date
    record.lastModifiedUserRecordName = user
    var stored = StoredRecord(
      record: record, changeCount: 0, sequence: zone.advance(), isDeleted: false)
    stored.countChange(in: transaction.partition.life)
    try transaction.saveWhole(stored, in: &zone, at: date)
    try transaction.update(&zone)
  }
}
