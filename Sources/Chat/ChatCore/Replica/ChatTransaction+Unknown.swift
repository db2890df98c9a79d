import ChatModel
import ChatStore
import CloudModel
import Foundation
import GRDB

/// Records of types that this version does not know, kept for the versions that do.
extension ChatTransaction {
  /// The record as it is created again in a zone that has lost it; nil if it is not kept here.
  ///
  /// Its files are left out, because their bytes are not here.
  func unknownRecord(_ recordName: String) throws -> CloudRecord? {
    guard let kept = try keptRecord(recordName) else { return nil }
    let fields = kept.fields.filter { $0.value.assets.isEmpty }
    var record = CloudRecord(
      recordType: kept.recordType, recordID: kept.recordID, fields: fields)
    record.parent = kept.parent
    record.encryptedKeys = kept.encryptedKeys.intersection(fields.keys)
    record.emptyListTypes = kept.emptyListTypes.filter { fields[$0.key] != nil }
    return record
  }

  /// The record as the cloud has it; nil if it is not kept here.
  func keptRecord(_ recordName: String) throws -> CloudRecord? {
    try Data.fetchOne(
      db.cachedStatement(
        sql: "SELECT body FROM parkedRecord WHERE chatID = ? AND recordName = ?"),
      arguments: [chatID, recordName]
    ).flatMap { try Ancestor.decoded($0, in: chat.zoneID) }
  }

  /// The names of the unknown records that this account has made and the cloud has lost.
  ///
  /// A second session is not one of them: it was only kept for a time without the first one. A record that
  /// another device has deleted meanwhile comes back: unknown types leave no mark of a deletion.
  func lostUnknownRecords() throws -> [String] {
    let bodies = try Data.fetchAll(
      db.cachedStatement(
        sql: """
          SELECT body FROM parkedRecord
          WHERE chatID = ? AND changeTag IS NULL AND \(StoredOutbox.hasNone(for: "parkedRecord"))
          ORDER BY id
          """),
      arguments: [chatID])
    return try bodies.compactMap { try Ancestor.decoded($0, in: chat.zoneID) }
      .filter {
        $0.creatorUserRecordName == user && $0.recordType != SessionRecord.recordType
      }
      .map(\.recordID.recordName)
  }
}
