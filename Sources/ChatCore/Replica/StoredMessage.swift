import CloudModel
import Foundation
import GRDB

/// Rows of `message`, written by statement because they are many.
enum StoredMessage {
  /// Writes a message of our own that the cloud does not have yet; answers its row.
  static func insert(
    _ db: Database, _ message: MessageRecord, chatID: Int64, epoch: Int64
  ) throws -> MessageID {
    try db.cachedStatement(
      sql: """
        INSERT INTO message (chatID, recordName, senderID, text, timestamp, epoch,
          fileName, fileType, fileSize, fileDigest)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
        """
    ).execute(arguments: [
      chatID, message.recordName, message.senderID, message.text,
      message.timestamp.millisecondsSince1970, epoch, message.file?.name, message.file?.type,
      message.file?.size, message.file?.digest?.text,
    ])
    return MessageID(rawValue: db.lastInsertedRowID)
  }

  /// Takes over a version; a message that is already here keeps its row.
  static func upsert(
    _ db: Database, _ message: MessageRecord, chatID: Int64, epoch: Int64
  ) throws {
    try db.cachedStatement(
      sql: """
        INSERT INTO message (chatID, recordName, senderID, text, timestamp, revision, editedAt,
          deletedAt, changedBy, changeTag, unknownFields, epoch,
          fileName, fileType, fileSize, fileDigest, fileChecksum)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
        ON CONFLICT (chatID, recordName) DO UPDATE SET
          senderID = excluded.senderID, text = excluded.text, timestamp = excluded.timestamp,
          revision = excluded.revision, editedAt = excluded.editedAt,
          deletedAt = excluded.deletedAt, changedBy = excluded.changedBy,
          changeTag = excluded.changeTag, unknownFields = excluded.unknownFields,
          epoch = max(epoch, excluded.epoch), fileName = excluded.fileName,
          fileType = excluded.fileType, fileSize = excluded.fileSize,
          -- What was found out here, where the sender did not say.
          fileDigest = coalesce(excluded.fileDigest,
            iif(fileChecksum = excluded.fileChecksum, fileDigest, NULL)),
          fileChecksum = excluded.fileChecksum
        """
    ).execute(arguments: [
      chatID, message.recordName, message.senderID, message.text,
      message.timestamp.millisecondsSince1970, message.revision,
      message.editedAt?.millisecondsSince1970, message.deletedAt?.millisecondsSince1970,
      message.changedBy, message.changeTag, try message.unknownFields.encoded(), epoch,
      message.file?.name, message.file?.type, message.file?.size, message.file?.digest?.text,
      message.file?.checksum,
    ])
  }

  static func fetch(
    _ db: Database, chatID: Int64, recordName: String
  ) throws -> MessageRecord? {
    try Row.fetchOne(
      db.cachedStatement(
        sql: """
          SELECT message.*, uploaded FROM message LEFT JOIN transfer ON messageID = message.id
          WHERE chatID = ? AND recordName = ?
          """),
      arguments: [chatID, recordName]
    ).map { try message($0) }
  }

  static func message(_ row: Row) throws -> MessageRecord {
    let editedAt: Int64? = row["editedAt"]
    let deletedAt: Int64? = row["deletedAt"]
    var message = MessageRecord(
      recordName: row["recordName"], senderID: row["senderID"], text: row["text"],
      timestamp: Date(millisecondsSince1970: row["timestamp"]))
    message.revision = row["revision"]
    message.editedAt = editedAt.map { Date(millisecondsSince1970: $0) }
    message.deletedAt = deletedAt.map { Date(millisecondsSince1970: $0) }
    message.changedBy = row["changedBy"]
    message.file = AttachedFile(row)
    let uploaded: Data? = row["uploaded"]
    message.uploaded = try uploaded.map { try JSONDecoder().decode(Asset.self, from: $0) }
    message.changeTag = row["changeTag"]
    message.unknownFields = try UnknownFields(decoding: row["unknownFields"])
    return message
  }
}

extension AttachedFile {
  /// The file of a message's row; nil where it has none.
  init?(_ row: Row) {
    guard let name: String = row["fileName"] else { return nil }
    let digest: String? = row["fileDigest"]
    self.init(
      name: name, type: row["fileType"] ?? "", size: row["fileSize"] ?? 0,
      digest: digest.flatMap { AssetDigest($0) }, checksum: row["fileChecksum"])
  }
}
