import CloudModel
import Foundation
import GRDB

/// The questions to the replica behind `ChatRepository`.
enum ChatQueries {
  /// Each sub-select is one step into an index: the cost grows with the chats, not with the messages.
  static func summaries(_ db: Database, account: Account) throws -> [ChatSummary] {
    let rows = try Row.fetchAll(
      db,
      sql: """
        SELECT chat.*, last.text AS lastText, last.timestamp AS lastTimestamp,
          last.senderID AS lastSenderID,
          (SELECT name FROM member
            WHERE member.chatID = chat.id AND userRecordName = last.senderID) AS lastSenderName,
          CASE WHEN lastSeenMessageID < 0 THEN 0 ELSE (SELECT count(*) FROM (
            SELECT 1 FROM message WHERE chatID = chat.id AND id > lastSeenMessageID
              AND senderID <> :user LIMIT :limit)) END AS unreadCount,
          (SELECT count(*) FROM outbox
            WHERE chatID = chat.id AND failure IS NULL AND kind = 'message') AS queuedCount,
          (SELECT count(*) FROM outbox
            WHERE chatID = chat.id AND failure IS NOT NULL) AS failedCount,
          (SELECT count(*) FROM member
            WHERE chatID = chat.id AND status = 'ACCEPTED') AS memberCount,
          EXISTS (SELECT 1 FROM draft WHERE chatID = chat.id) AS hasDraft
        FROM chat LEFT JOIN message AS last ON last.id = (
          SELECT id FROM message WHERE chatID = chat.id
          ORDER BY timestamp DESC, recordName DESC LIMIT 1)
        ORDER BY coalesce(last.timestamp, chat.createdAt) DESC, chat.id DESC
        """,
      arguments: ["user": account.userRecordName, "limit": ChatSummary.unreadCountLimit])
    return try rows.map { try summary($0, account: account) }
  }

  private static func summary(_ row: Row, account: Account) throws -> ChatSummary {
    let chat = try StoredChat(row: row)
    let senderID: String? = row["lastSenderID"]
    let last = senderID.map { senderID in
      ChatSummary.LastMessage(
        senderName: name(row["lastSenderName"], of: senderID, account: account),
        isOwn: senderID == account.userRecordName, text: row["lastText"],
        timestamp: Date(millisecondsSince1970: row["lastTimestamp"]))
    }
    return ChatSummary(
      id: ChatID(rawValue: try chat.requireID()), zoneName: chat.zoneName, name: chat.name,
      isOwn: chat.ownerName == account.userRecordName,
      access: chat.access(for: account.userRecordName),
      createdAt: Date(millisecondsSince1970: chat.createdAt), lastMessage: last,
      unreadCount: row["unreadCount"], queuedCount: row["queuedCount"],
      failedCount: row["failedCount"], memberCount: max(1, row["memberCount"]),
      hasDraft: row["hasDraft"])
  }

  /// What a sender is called: by the share, by the account itself, or by the start of the identifier.
  private static func name(_ known: String?, of senderID: String, account: Account) -> String {
    if let known, !known.isEmpty { return known }
    return senderID == account.userRecordName ? account.name : String(senderID.prefix(7))
  }

  private static let messageColumns = """
    SELECT message.*,
      (SELECT name FROM member
        WHERE member.chatID = message.chatID AND userRecordName = message.senderID) AS senderName,
      outbox.sequence, outbox.failure,
      CASE WHEN outbox.sequence IS NULL THEN 0 ELSE (SELECT count(*) FROM outbox AS earlier
        WHERE earlier.chatID = message.chatID AND earlier.failure IS NULL
          AND earlier.kind = 'message' AND earlier.sequence <= outbox.sequence) END AS place
    FROM message LEFT JOIN outbox
      ON outbox.chatID = message.chatID AND outbox.recordName = message.recordName
    """

  private static func message(_ row: Row, account: Account) -> Message {
    let senderID: String = row["senderID"]
    let isOwn = senderID == account.userRecordName
    let sequence: Int64? = row["sequence"]
    let failure: String? = row["failure"]
    let delivery: Message.Delivery =
      switch (failure, sequence) {
      case (.some(let reason), _): .failed(reason: reason)
      case (nil, .some): .queued(place: row["place"])
      case (nil, nil): isOwn ? .sent : .received
      }
    return Message(
      id: MessageID(rawValue: row["id"]), recordName: row["recordName"], senderID: senderID,
      senderName: name(row["senderName"], of: senderID, account: account), isOwn: isOwn,
      text: row["text"], timestamp: Date(millisecondsSince1970: row["timestamp"]),
      delivery: delivery)
  }

  static func message(_ db: Database, id: MessageID, account: Account) throws -> Message? {
    try Row.fetchOne(db, sql: messageColumns + " WHERE message.id = ?", arguments: [id.rawValue])
      .map { message($0, account: account) }
  }

  static func messages(
    _ db: Database, chatID: ChatID, from cursor: MessageCursor, account: Account
  ) throws -> [Message] {
    try Row.fetchAll(
      db,
      sql: messageColumns + """
         WHERE message.chatID = ? AND (message.timestamp, message.recordName) >= (?, ?)
        ORDER BY message.timestamp, message.recordName
        """,
      arguments: [
        chatID.rawValue, cursor.timestamp.millisecondsSince1970, cursor.recordName,
      ]
    ).map { message($0, account: account) }
  }

  static func page(
    _ db: Database, chatID: ChatID, before cursor: MessageCursor?, limit: Int, account: Account
  ) throws -> [Message] {
    try Row.fetchAll(
      db,
      sql: messageColumns + """
         WHERE message.chatID = ? AND (message.timestamp, message.recordName) < (?, ?)
        ORDER BY message.timestamp DESC, message.recordName DESC LIMIT ?
        """,
      arguments: [
        chatID.rawValue, cursor?.timestamp.millisecondsSince1970 ?? Int64.max,
        cursor?.recordName ?? "", limit,
      ]
    ).reversed().map { message($0, account: account) }
  }

  static func arrivals(
    _ db: Database, after messageID: MessageID, chatID: ChatID?, limit: Int, account: Account
  ) throws -> [(chatID: ChatID, message: Message)] {
    try Row.fetchAll(
      db,
      sql: messageColumns + """
         WHERE message.id > ? AND (? IS NULL OR message.chatID = ?) ORDER BY message.id LIMIT ?
        """,
      arguments: [messageID.rawValue, chatID?.rawValue, chatID?.rawValue, limit]
    ).map { (ChatID(rawValue: $0["chatID"]), message($0, account: account)) }
  }

  static func connectionStatus(_ db: Database) throws -> ConnectionStatus {
    let row = try Row.fetchOne(db, sql: "SELECT * FROM connection")
    let state: ConnectionStatus.State =
      switch (row?["state"] as String?).flatMap(StoredConnection.State.init) {
      case .syncing: .syncing
      case .upToDate: .upToDate
      case .offline: .offline(reason: row?["reason"] ?? "")
      case .connecting, nil: .connecting
      }
    let counts = try Row.fetchOne(
      db, sql: "SELECT count(*) - count(failure), count(failure) FROM outbox")
    return ConnectionStatus(
      state: state, since: Date(millisecondsSince1970: row?["since"] ?? 0),
      queuedCount: counts?[0] ?? 0, failedCount: counts?[1] ?? 0)
  }

  static func invitations(_ db: Database) throws -> [Invitation] {
    try Row.fetchAll(db, sql: "SELECT * FROM invitation ORDER BY chatName, shortGUID").map { row in
      Invitation(
        link: InvitationLink(shortGUID: row["shortGUID"], title: row["chatName"]),
        chatName: row["chatName"], ownerName: row["ownerName"],
        permission: Participant.Permission(rawValue: row["permission"]) ?? .none,
        isAccepted: false)
    }
  }
}
