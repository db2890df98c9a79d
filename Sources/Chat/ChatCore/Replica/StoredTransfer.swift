import ChatModel
import ChatStore
import CloudModel
import Foundation
import GRDB
import SyncRules

/// A row of `transfer`, which is a file on its way, with columns of its message.
struct StoredTransfer: Decodable, FetchableRecord, Sendable {
  typealias Direction = AssetTransfer.Direction

  var messageID: Int64
  var chatID: Int64
  var recordName: String
  var link: String?
  var fileDigest: String?

  /// The digest that the bytes must have; nil if the sender does not give one.
  var digest: AssetDigest? { fileDigest.flatMap { AssetDigest($0) } }

  /// The number of times that the cloud may refuse the asset of a finished upload before the upload is given up.
  private static let refusalLimit = 3

  /// The transfers for the engine: first downloads, because a person waits for them, then uploads
  /// of messages that the cloud has.
  static func wanted(_ db: Database) throws -> [AssetTransfer.ID] {
    let wanted = try Row.fetchCursor(
      db.cachedStatement(
        sql: """
          SELECT zoneName, ownerName, recordName, direction
          FROM transfer CROSS JOIN message ON message.id = messageID
            CROSS JOIN chat ON chat.id = chatID
          WHERE transfer.failure IS NULL AND uploaded IS NULL AND ending IS NULL
            AND deletedAt IS NULL AND (direction = 'download' OR changeTag IS NOT NULL)
          ORDER BY direction, messageID
          """)
    ).map { row in
      AssetTransfer.ID(
        recordID: RecordID(
          recordName: row["recordName"],
          zoneID: RecordZoneID(zoneName: row["zoneName"], ownerName: row["ownerName"])),
        direction: Direction(rawValue: row["direction"]) ?? .download)
    }
    return try Array(wanted)
  }

  static func hasWanted(_ db: Database, chatID: Int64) throws -> Bool {
    try Bool.fetchOne(
      db.cachedStatement(
        sql: """
          SELECT EXISTS (SELECT 1 FROM transfer CROSS JOIN message ON message.id = messageID
            WHERE failure IS NULL AND uploaded IS NULL AND chatID = ? AND changeTag IS NOT NULL
              AND deletedAt IS NULL)
          """),
      arguments: [chatID]) ?? false
  }

  /// A wanted transfer; nil if it is not wanted, if its message is deleted or if its chat has
  /// ended.
  static func fetch(_ db: Database, _ id: AssetTransfer.ID) throws -> StoredTransfer? {
    try fetchOne(
      db.cachedStatement(
        sql: """
          SELECT messageID, chatID, recordName, link, fileDigest
          FROM transfer JOIN message ON message.id = messageID JOIN chat ON chat.id = chatID
          WHERE zoneName = ? AND ownerName = ? AND recordName = ? AND direction = ?
            AND transfer.failure IS NULL AND uploaded IS NULL AND ending IS NULL
            AND deletedAt IS NULL
          """),
      arguments: [
        id.recordID.zoneID.zoneName, id.recordID.zoneID.ownerName, id.recordID.recordName,
        id.direction.rawValue,
      ])
  }

  /// Requests a transfer, or requests a failed one again.
  static func want(_ direction: Direction, _ db: Database, messageID: Int64) throws {
    try db.cachedStatement(
      sql: """
        INSERT INTO transfer (messageID, direction) VALUES (?, ?)
        ON CONFLICT (messageID) DO UPDATE SET failure = NULL, waitReason = NULL, refusals = 0
          WHERE failure IS NOT NULL
        """
    ).execute(arguments: [messageID, direction.rawValue])
  }

  /// Ends a transfer; true if it was an upload that was still to be made.
  static func end(
    _ direction: Direction, _ db: Database, chatID: Int64, _ recordName: String
  ) throws -> Bool {
    let wasWanted = try Bool.fetchOne(
      db.cachedStatement(
        sql: """
          DELETE FROM transfer WHERE direction = ? AND messageID = (
            SELECT id FROM message WHERE chatID = ? AND recordName = ?)
          RETURNING direction = 'upload' AND uploaded IS NULL AND failure IS NULL
          """), arguments: [direction.rawValue, chatID, recordName])
    return wasWanted ?? false
  }

  static func fail(_ db: Database, messageID: Int64, reason: String) throws {
    try db.cachedStatement(
      sql: """
        UPDATE transfer SET failure = ?, waitReason = NULL, link = NULL, uploaded = NULL
        WHERE messageID = ?
        """
    ).execute(arguments: [reason, messageID])
  }

  static func failUploads(_ db: Database, chatID: Int64, reason: String) throws {
    let ids = try Int64.fetchAll(
      db.cachedStatement(
        sql: """
          SELECT messageID FROM transfer JOIN message ON message.id = messageID
          WHERE chatID = ? AND direction = 'upload' AND failure IS NULL
          """),
      arguments: [chatID])
    for id in ids { try fail(db, messageID: id, reason: reason) }
  }

  /// Whether an upload may start again after the cloud has refused its result.
  ///
  /// False if there is no upload, or if the cloud has refused it too often.
  static func mayUploadAgain(
    _ db: Database, chatID: Int64, _ recordName: String
  ) throws -> Bool {
    try Bool.fetchOne(
      db.cachedStatement(
        sql: """
          SELECT EXISTS (SELECT 1 FROM transfer JOIN message ON message.id = messageID
            WHERE direction = 'upload' AND refusals < ? AND chatID = ? AND recordName = ?)
          """),
      arguments: [refusalLimit, chatID, recordName]) ?? false
  }

  /// Starts an upload again after the cloud has refused its result.
  static func uploadAgain(_ db: Database, chatID: Int64, _ recordName: String) throws {
    try db.cachedStatement(
      sql: """
        UPDATE transfer SET link = NULL, uploaded = NULL, transferred = 0, refusals = refusals + 1
        WHERE direction = 'upload' AND messageID = (
          SELECT id FROM message WHERE chatID = ? AND recordName = ?)
        """
    ).execute(arguments: [chatID, recordName])
  }

  /// Whether the cloud had this message's file when the record was last taken in, or has lost the message.
  static func isLost(_ db: Database, chatID: Int64, _ recordName: String) throws -> Bool {
    try Bool.fetchOne(
      db.cachedStatement(
        sql: """
          SELECT EXISTS (SELECT 1 FROM message
            WHERE chatID = ? AND recordName = ? AND (fileChecksum IS NOT NULL OR changeTag IS NULL))
          """),
      arguments: [chatID, recordName]) ?? false
  }

  /// Requests the upload of a message's file, unless the message has a transfer, failed or not.
  static func uploadIfNoneIsKnown(
    _ db: Database, chatID: Int64, _ recordName: String
  ) throws {
    try db.cachedStatement(
      sql: """
        INSERT OR IGNORE INTO transfer (messageID, direction)
        SELECT id, 'upload' FROM message WHERE chatID = ? AND recordName = ?
        """
    ).execute(arguments: [chatID, recordName])
  }

  /// Queues the files of this account's messages that the cloud has lost, or never had.
  ///
  /// A file that this device still has to download is on another device, which uploads it.
  static func queueUploads(_ db: Database, chatID: Int64, user: String) throws {
    try db.cachedStatement(
      sql: """
        INSERT OR REPLACE INTO transfer (messageID, direction)
        SELECT id, 'upload' FROM message
        WHERE chatID = ? AND senderID = ? AND changeTag IS NULL AND fileDigest IS NOT NULL
          AND id NOT IN (SELECT messageID FROM transfer WHERE direction = 'download')
        """
    ).execute(arguments: [chatID, user])
  }

  /// Requests a download again after it failed because the cloud did not have the file.
  static func wantAgain(_ db: Database, chatID: Int64, _ recordName: String) throws {
    try db.cachedStatement(
      sql: """
        UPDATE transfer SET failure = NULL
        WHERE direction = 'download' AND failure IS NOT NULL AND messageID = (
          SELECT id FROM message WHERE chatID = ? AND recordName = ? AND fileChecksum IS NULL)
        """
    ).execute(arguments: [chatID, recordName])
  }

  /// The digests of the files that are still to be uploaded, the messages whose sealed copies are, and the messages
  /// whose files are to be downloaded.
  static func needed(_ db: Database) throws -> (
    uploads: [String], sealed: [(chatID: Int64, recordName: String)],
    downloads: [(chatID: Int64, recordName: String)]
  ) {
    let rows = try Row.fetchAll(
      db.cachedStatement(
        sql: """
          SELECT direction, message.chatID, message.recordName, fileDigest, ancestor,
            \(StoredChat.hasSealedName) AS isSealed
          FROM transfer JOIN message ON message.id = messageID JOIN chat ON chat.id = message.chatID
            \(StoredOutbox.joinedToMessage)
          """))
    let (uploads, downloads) = (
      rows.filter { $0["direction"] == "upload" }, rows.filter { $0["direction"] == "download" }
    )
    return (
      try uploads.compactMap(digest),
      uploads.filter { $0["isSealed"] }.map { ($0["chatID"], $0["recordName"]) },
      downloads.map { ($0["chatID"], $0["recordName"]) }
    )
  }

  /// The digest of a file that is still to be uploaded; while its message is being deleted, only
  /// the cloud's copy of the message has it.
  private static func digest(_ row: Row) throws -> String? {
    if let digest: String = row["fileDigest"] { return digest }
    let ancestor: Data? = row["ancestor"]
    let zoneID = RecordZoneID(zoneName: "", ownerName: "")
    let record = try ancestor.flatMap { try Ancestor.decoded($0, in: zoneID) }
    return record.flatMap { AttachedFile($0)?.digest?.text }
  }
}
