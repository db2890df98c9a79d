package import ChatModel
import CloudModel
import Foundation
package import GRDB
import SQLiteSupport

/// Rows of `message`.
package enum StoredMessage {
  /// Writes own messages that the cloud does not have yet; returns their rows.
  package static func insert(
    _ db: Database, _ messages: [MessageRecord], chatID: Int64, epoch: Int64
  ) throws -> [MessageID] {
    let statement = try db.cachedStatement(
      sql: """
        INSERT INTO message (chatID, recordName, senderID, text, timestamp, epoch,
          fileName, fileType, fileSize, fileDigest, replyTo, unknownFields)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
        """)
    return try messages.map { message in
      var binder = StatementBinder(statement)
      binder.bind(chatID)
      binder.bind(message.recordName)
      binder.bind(message.senderID)
      binder.bind(message.text)
      binder.bind(message.timestamp.millisecondsSince1970)
      binder.bind(epoch)
      binder.bind(message.file?.name)
      binder.bind(message.file?.type)
      binder.bind(message.file?.size)
      binder.bind(message.file?.digest?.text)
      binder.bind(message.replyTo)
      binder.bind(try message.unknownFields.encoded())
      try binder.execute()
      return MessageID(rawValue: db.lastInsertedRowID)
    }
  }

  /// Inserts or updates messages; a message that is already here keeps its row, and an unchanged one is
  /// not written.
  ///
  /// What a newer version may change is decided before (`MessageRecord.succeeded`). A change of this device to a
  /// message that the cloud does not have leaves the epoch as it is.
  package static func upsert(
    _ db: Database, _ messages: [MessageRecord], chatID: Int64, epoch: Int64
  ) throws {
    var rest = messages[...]
    for (count, statement) in upserts {
      while rest.count >= count {
        var binder = StatementBinder(try db.cachedStatement(sql: statement))
        for message in rest.prefix(count) {
          try bind(message, chatID: chatID, epoch: epoch, to: &binder)
        }
        try binder.execute()
        rest = rest.dropFirst(count)
      }
    }
  }

  /// The statements, each with the number of rows that it writes at once.
  ///
  /// With a statement of its own, every row would prepare to undo what the triggers do.
  private static let upserts = [50, 10, 1].map { count in
    let places = "(" + [String](repeating: "?", count: 18).joined(separator: ",") + ")"
    return (
      count,
      """
      INSERT INTO message (chatID, recordName, senderID, text, timestamp, revision, editedAt,
        deletedAt, changedBy, changeTag, unknownFields, epoch,
        fileName, fileType, fileSize, fileDigest, fileChecksum, replyTo)
      VALUES \([String](repeating: places, count: count).joined(separator: ","))
      ON CONFLICT (chatID, recordName) DO UPDATE SET
        senderID = excluded.senderID, text = excluded.text, timestamp = excluded.timestamp,
        revision = excluded.revision, editedAt = excluded.editedAt,
        deletedAt = excluded.deletedAt, changedBy = excluded.changedBy,
        changeTag = excluded.changeTag, unknownFields = excluded.unknownFields,
        epoch = iif(excluded.changeTag IS NULL, epoch, max(epoch, excluded.epoch)),
        fileName = excluded.fileName,
        fileType = excluded.fileType, fileSize = excluded.fileSize,
        fileDigest = excluded.fileDigest, fileChecksum = excluded.fileChecksum,
        replyTo = excluded.replyTo
      WHERE epoch < excluded.epoch
        OR (changeTag, text, revision, editedAt, deletedAt, fileName, fileChecksum) IS NOT
          (excluded.changeTag, excluded.text, excluded.revision, excluded.editedAt,
            excluded.deletedAt, excluded.fileName, excluded.fileChecksum)
      """
    )
  }

  /// The versions of a message that are kept besides the first: so many, and so many bytes of text together.
  ///
  /// The first one always stays, and the first one with a file, so that nobody can push out of the history what a
  /// message said in the beginning, or that its file was another one.
  private static let versionLimit = 20
  private static let versionLimitBytes = 64 * 1024

  /// Keeps a message, before it is changed, as an earlier version of itself.
  ///
  /// - Parameters:
  ///   - db: the replica.
  ///   - chatID: the chat.
  ///   - recordName: the message.
  ///   - hasFile: whether its file belongs to the earlier version only.
  /// - Throws: `DatabaseError` if the replica cannot be written.
  package static func keepVersion(
    _ db: Database, chatID: Int64, recordName: String, withFile hasFile: Bool
  ) throws {
    let messageID = try Int64.fetchOne(
      db.cachedStatement(
        sql: """
          INSERT INTO messageVersion (messageID, text, revision, writtenAt, changedBy,
              fileName, fileType, fileSize, fileDigest)
            SELECT id, text, revision, coalesce(editedAt, timestamp), changedBy,
              iif(?3, fileName, NULL), iif(?3, fileType, NULL), iif(?3, fileSize, NULL),
              iif(?3, fileDigest, NULL)
            FROM message WHERE chatID = ?1 AND recordName = ?2
          RETURNING messageID
          """),
      arguments: [chatID, recordName, hasFile])
    try db.cachedStatement(
      sql: """
        DELETE FROM messageVersion WHERE messageID = ?1 AND id NOT IN (
          SELECT id FROM (
            SELECT id, row_number() OVER newest AS place,
              sum(length(CAST(text AS BLOB))) OVER newest AS bytes
            FROM messageVersion WHERE messageID = ?1
            WINDOW newest AS (ORDER BY id DESC ROWS UNBOUNDED PRECEDING))
          WHERE place <= ?2 AND bytes <= ?3)
        AND id > (SELECT min(id) FROM messageVersion WHERE messageID = ?1)
        AND id IS NOT (
          SELECT min(id) FROM messageVersion WHERE messageID = ?1 AND fileName IS NOT NULL)
        """
    ).execute(arguments: [messageID, versionLimit, versionLimitBytes])
  }

  /// The newest earlier text of a message that its sender had written; nil if none is here.
  package static func lastOwnText(
    _ db: Database, chatID: Int64, recordName: String
  ) throws -> String? {
    try String.fetchOne(
      db.cachedStatement(
        sql: """
          SELECT messageVersion.text FROM messageVersion JOIN message ON message.id = messageID
          WHERE chatID = ? AND recordName = ? AND messageVersion.changedBy IS NULL
          ORDER BY messageVersion.id DESC LIMIT 1
          """),
      arguments: [chatID, recordName])
  }

  /// The text of the first message of a chat; empty if there is none.
  package static func firstText(_ db: Database, chatID: Int64) throws -> String {
    try String.fetchOne(
      db.cachedStatement(
        sql: """
          SELECT text FROM message WHERE chatID = ? AND deletedAt IS NULL
          ORDER BY timestamp, recordName LIMIT 1
          """),
      arguments: [chatID]) ?? ""
  }

  /// Forgets the earlier versions from the one on that a message becomes again, because the cloud has refused a change
  /// of this device.
  package static func forgetVersions(
    _ db: Database, chatID: Int64, since message: MessageRecord
  ) throws {
    try db.cachedStatement(
      sql: """
        DELETE FROM messageVersion
        WHERE messageID = (SELECT id FROM message WHERE chatID = ?1 AND recordName = ?2)
          AND id >= (
            SELECT min(same.id) FROM messageVersion AS same
            WHERE same.messageID = messageVersion.messageID AND same.text = ?3
              AND same.revision = ?4 AND same.writtenAt = ?5)
        """
    ).execute(arguments: [
      chatID, message.recordName, message.text, message.revision,
      (message.editedAt ?? message.timestamp).millisecondsSince1970,
    ])
  }

  private static func bind(
    _ message: MessageRecord, chatID: Int64, epoch: Int64, to binder: inout StatementBinder
  ) throws {
    binder.bind(chatID)
    binder.bind(message.recordName)
    binder.bind(message.senderID)
    binder.bind(message.text)
    binder.bind(message.timestamp.millisecondsSince1970)
    binder.bind(message.revision)
    binder.bind(message.editedAt?.millisecondsSince1970)
    binder.bind(message.deletedAt?.millisecondsSince1970)
    binder.bind(message.changedBy)
    binder.bind(message.changeTag)
    binder.bind(try message.unknownFields.encoded())
    binder.bind(epoch)
    binder.bind(message.file?.name)
    binder.bind(message.file?.type)
    binder.bind(message.file?.size)
    binder.bind(message.file?.digest?.text)
    binder.bind(message.file?.checksum)
    binder.bind(message.replyTo)
  }

  /// The message with a name; nil if it is not here.
  package static func fetch(
    _ db: Database, chatID: Int64, recordName: String
  ) throws -> MessageRecord? {
    try fetch(db, chatID: chatID, recordNames: [recordName])[recordName]
  }

  /// The messages with some names that are here, by name.
  package static func fetch(
    _ db: Database, chatID: Int64, recordNames: [String]
  ) throws -> [String: MessageRecord] {
    guard !recordNames.isEmpty else { return [:] }
    let rows = try Row.fetchCursor(
      db.cachedStatement(
        sql: """
          SELECT recordName, senderID, text, timestamp, revision, editedAt, deletedAt, changedBy,
            changeTag, unknownFields, fileName, fileType, fileSize, fileDigest, fileChecksum, uploaded,
            replyTo
          FROM json_each(?2) AS name
            CROSS JOIN message ON chatID = ?1 AND recordName = name.value
            LEFT JOIN transfer ON messageID = message.id
          """),
      arguments: [chatID, recordNames.jsonText()])
    var messages: [String: MessageRecord] = [:]
    while let row = try rows.next() {
      let message = try message(row)
      messages[message.recordName] = message
    }
    return messages
  }

  /// Reads the columns by position: finding them by name would cost more than reading them.
  private static func message(_ row: Row) throws -> MessageRecord {
    let editedAt: Int64? = row[5]
    let deletedAt: Int64? = row[6]
    var message = MessageRecord(
      recordName: row[0], senderID: row[1], text: row[2],
      timestamp: Date(millisecondsSince1970: row[3]))
    message.revision = row[4]
    message.editedAt = editedAt.map { Date(millisecondsSince1970: $0) }
    message.deletedAt = deletedAt.map { Date(millisecondsSince1970: $0) }
    message.changedBy = row[7]
    message.changeTag = row[8]
    message.unknownFields = try UnknownFields(decoding: row[9])
    message.file = AttachedFile(
      storedName: row[10], type: row[11], size: row[12], digest: row[13], checksum: row[14])
    let uploaded: Data? = row[15]
    message.replyTo = row[16]
    message.uploaded = try uploaded.map(UploadedAsset.decoded)
    return message
  }
}

extension AttachedFile {
  /// The file of a message from the values of its row; nil where it has none.
  package init?(
    storedName name: String?, type: String?, size: Int64?, digest: String?, checksum: String?
  ) {
    guard let name else { return nil }
    self.init(
      name: name, type: type ?? "", size: size ?? 0, digest: digest.flatMap { AssetDigest($0) },
      checksum: checksum)
  }
}
