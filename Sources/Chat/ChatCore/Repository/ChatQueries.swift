import ChatModel
import ChatStore
import CloudModel
import Foundation
import GRDB
import SQLiteSupport

/// The questions to the replica behind `ChatRepository`.
enum ChatQueries {
  /// Whether a text mentions an account: `mentions(text, name)`.
  static let mentions = DatabaseFunction("mentions", argumentCount: 2, pure: true) { values in
    guard let text = String.fromDatabaseValue(values[0]),
      let name = String.fromDatabaseValue(values[1])
    else { return false }
    return Mention.isIn(text, of: name)
  }

  /// Whether a text has a web address: `hasLink(text)`.
  static let hasLink = DatabaseFunction("hasLink", argumentCount: 1, pure: true) { values in
    String.fromDatabaseValue(values[0]).map { !WebAddress.all(in: $0).isEmpty }
  }

  /// A chat as the list shows it, in its place: pinned chats first, archived ones last, the newest activity first.
  struct ListedChat: Comparable {
    var summary: ChatSummary
    var pinnedAt: Int64

    private var place: (Int, Int64, Date, Int64) {
      (
        summary.isArchived ? 2 : summary.isPinned ? 0 : 1, summary.isPinned ? -pinnedAt : 0,
        summary.lastMessage?.timestamp ?? summary.createdAt, summary.id.rawValue
      )
    }

    static func < (a: Self, b: Self) -> Bool {
      let (first, second) = (a.place, b.place)
      return (first.0, first.1, second.2, second.3) < (second.0, second.1, first.2, first.3)
    }
  }

  /// The list of chats, in order; mutes may have ended.
  static func summaries(_ db: Database, of replica: Replica) throws -> [ChatSummary] {
    try listedChats(db, of: replica).sorted().map(\.summary)
  }

  /// The chats that the list shows, in no order.
  ///
  /// Each sub-select is one step into an index: the cost grows with the chats, not with the messages.
  ///
  /// - Parameters:
  ///   - db: the replica.
  ///   - replica: whose account is the reader.
  ///   - ids: the keys of the chats to read; nil for all.
  /// - Returns: those of them that the list shows.
  /// - Throws: `DatabaseError` if the replica cannot be read.
  static func listedChats(
    _ db: Database, of replica: Replica, among ids: [Int64]? = nil
  ) throws -> [ListedChat] {
    let account = replica.account
    var arguments: StatementArguments = [
      "user": account.userRecordName, "name": account.name, "limit": ChatSummary.unreadCountLimit,
      "textLimit": ChatSummary.LastMessage.textLimit,
    ]
    if let ids { arguments += ["ids": ids.jsonText()] }
    let chats = try Row.fetchCursor(
      db.cachedStatement(
        sql: """
          WITH failedUpload AS MATERIALIZED (
            SELECT message.chatID, count(*) AS count
            FROM transfer CROSS JOIN message ON message.id = messageID
            WHERE failure IS NOT NULL AND direction = 'upload' AND deletedAt IS NULL
            GROUP BY message.chatID)
          SELECT chat.*, last.deletedAt IS NOT NULL AS lastIsDeleted,
            substr(iif(last.text = '', coalesce('[' || last.fileName || ']', ''), last.text), 1,
              :textLimit) AS lastText,
            last.timestamp AS lastTimestamp, last.senderID AS lastSenderID,
            \(MessageColumn.fields(of: "last")) AS lastOrigin,
            \(StoredMember.name(of: "last.senderID", in: "chat.id")) AS lastSenderName,
            CASE WHEN lastSeenMessageID < 0 THEN 0 ELSE (SELECT count(*) FROM (
              SELECT 1 FROM message WHERE chatID = chat.id AND id > lastSeenMessageID
                AND senderID <> :user AND deletedAt IS NULL AND \(isHeard) LIMIT :limit))
              END AS unreadCount,
            CASE WHEN lastSeenMessageID < 0 THEN 0 ELSE (SELECT count(*) FROM (
              SELECT text FROM message WHERE chatID = chat.id AND id > lastSeenMessageID
                AND senderID <> :user AND \(isHeard) LIMIT :limit)
              WHERE instr(text, '@') AND mentions(text, :name)) END AS mentionCount,
            \(StoredOutbox.queuedMessageCount) AS queuedCount,
            \(StoredOutbox.queuedSince) AS queuedSince,
            \(StoredOutbox.failedCount)
              + coalesce(failedUpload.count, 0) AS failedCount,
            (SELECT count(*) FROM member
              WHERE chatID = chat.id AND status = 'ACCEPTED') AS memberCount,
            (SELECT iif(count(*) = 1, max(name), NULL) FROM member
              WHERE chatID = chat.id AND status = 'INVITED') AS invitedName,
            (SELECT max(userRecordName) FROM member
              WHERE chatID = chat.id AND status = 'INVITED') AS invitedUser,
            EXISTS (SELECT 1 FROM member
              WHERE member.chatID = chat.id AND \(StoredMember.isUntold)) AS invitesByFirstMessage,
            \(StoredMember.isOfTwo) AS isOfTwo, \(StoredMember.isLeftByAll) AS isLeftByAll,
            EXISTS (SELECT 1 FROM draft WHERE chatID = chat.id) AS hasDraft,
            (SELECT reason FROM wait WHERE chatID = chat.id AND scope = 'zoneChanges') AS trouble,
            iif(ending = 'lostAccess', \(StoredMember.name(of: "chat.ownerName", in: "chat.id")),
              NULL) AS lostOwner,
            coalesce(settings.isLeft, 0) AS isLeft,
            coalesce(settings.isPinned, 0) AS isPinned,
            coalesce(settings.pinnedAt, 0) AS pinnedAt,
            \(StoredChatSettings.chosenNotifications) AS notifications,
            coalesce(settings.mutedUntil, 0) AS mutedUntil,
            coalesce(settings.isArchived AND NOT (\(comesBack)), 0) AS isArchived
          FROM chat LEFT JOIN chatSettings AS settings
            ON settings.ownerName = chat.ownerName AND settings.zoneName = chat.zoneName
          LEFT JOIN message AS last ON last.id = (
            SELECT id FROM message WHERE chatID = chat.id AND \(isHeard)
            ORDER BY timestamp DESC, recordName DESC LIMIT 1)
          LEFT JOIN failedUpload ON failedUpload.chatID = chat.id
          WHERE \(ids == nil ? "" : "chat.id IN (SELECT value FROM json_each(:ids)) AND ")isChat
            AND (ending IS NULL OR ending NOT IN ('deleting', 'leaving'))
          """),
      arguments: arguments
    ).map { row in
      ListedChat(summary: try summary(row, db, of: replica), pinnedAt: row["pinnedAt"])
    }
    return try Array(chats)
  }

  /// Whether a message counts in the list: not if its sender is blocked.
  private static let isHeard = StoredBlockedPerson.isNot("senderID")

  /// Whether a message that is newer than the archiving brings the chat back.
  ///
  /// Depending on the chat's settings, this is any message, or one that mentions the reader.
  ///
  /// The times of messages count, not their arrival, so that all devices agree. Of very many newer messages, only the
  /// newest are read.
  private static let comesBack = """
    coalesce(last.timestamp, 0) > settings.archivedAt AND (
      settings.notifications NOT IN ('mentions', 'none')
      OR EXISTS (SELECT 1 FROM (
          SELECT text, senderID FROM message
          WHERE chatID = chat.id AND timestamp > settings.archivedAt AND \(isHeard)
          ORDER BY timestamp DESC LIMIT :limit)
        WHERE senderID <> :user AND instr(text, '@') AND mentions(text, :name)))
    """

  private static func summary(
    _ row: Row, _ db: Database, of replica: Replica
  ) throws -> ChatSummary {
    let account = replica.account
    let chat = try StoredChat(row: row)
    let senderID: String? = row["lastSenderID"]
    var last = senderID.map { senderID in
      ChatSummary.LastMessage(
        senderName: PersonName.account(row["lastSenderName"], of: senderID, reader: account),
        isOwn: senderID == account.userRecordName, text: row["lastText"],
        isDeleted: row["lastIsDeleted"],
        timestamp: Date(millisecondsSince1970: row["lastTimestamp"]))
    }
    if let text = last?.text {
      last?.origin = MessageQueries.origin(row["lastOrigin"], of: text)
    }
    var summary = ChatSummary(
      id: ChatID(rawValue: try chat.requireID()), zoneName: chat.zoneName,
      name: try chat.title(db, for: account),
      isOwn: chat.ownerName == account.userRecordName,
      access: chat.access(for: account.userRecordName),
      createdAt: Date(millisecondsSince1970: chat.createdAt), lastMessage: last,
      unreadCount: row["unreadCount"], queuedCount: row["queuedCount"],
      failedCount: row["failedCount"], memberCount: max(1, row["memberCount"]),
      hasDraft: row["hasDraft"], history: history(of: chat), trouble: row["trouble"])
    summary.queuedSince = (row["queuedSince"] as Int64?).map(Date.init(millisecondsSince1970:))
    summary.title = ChatTitle.isVisible(chat.name) ? chat.name : ""
    summary.mentionCount = row["mentionCount"]
    summary.isInFirstFetch = chat.isInFirstFetch
    let invitedUser: String? = row["invitedUser"]
    summary.invitedName = (row["invitedName"] as String?).map {
      PersonName.account($0, of: invitedUser ?? "", reader: account)
    }
    summary.invitesByFirstMessage = row["invitesByFirstMessage"]
    summary.isLeftByAll = summary.isOwn && row["isLeftByAll"]
    if chat.ending == .lostAccess {
      let owner: String? = row["lostOwner"]
      summary.access = .sealed(
        reason: ChatLife.lossOfAccess(
          owner: owner.map { PersonName.account($0, of: chat.ownerName, reader: account) },
          isLeft: row["isLeft"]))
    }
    summary.isPinned = row["isPinned"]
    summary.isArchived = row["isArchived"]
    summary.isOfTwo = row["isOfTwo"]
    summary.chosenNotifications = (row["notifications"] as String?)
      .flatMap(ChatNotifications.init(stored:))
    let mutedUntil: Int64 = row["mutedUntil"]
    if mutedUntil > 0 { summary.mutedUntil = Date(millisecondsSince1970: mutedUntil) }
    if summary.trouble == nil { summary.trouble = closedReason(db, chat, replica.sealing) }
    if chat.isSealed, summary.trouble == nil { summary.signs = try replica.signs(db, of: chat) }
    return summary
  }

  /// Why nothing of a sealed chat can be read; nil where something can, or its feed has not been read yet.
  private static func closedReason(
    _ db: Database, _ chat: StoredChat, _ sealing: SealedChats
  ) -> String? {
    guard chat.isSealed, chat.ending == nil, !chat.isInFirstFetch else { return nil }
    do {
      return try sealing.obstacle(db, to: chat)?.description
    } catch {
      return "\(error)"
    }
  }

  private static func history(of chat: StoredChat) -> ChatSummary.History {
    if chat.isHistoryComplete { return .complete }
    return .incomplete(from: chat.completeFrom.map { Date(millisecondsSince1970: $0) })
  }

  /// The tables from which the connection's status is read.
  static let connectionTables: Set<ReplicaTable> = [
    .connection, .outbox, .transfer, .message, .wait, .chat,
  ]

  /// The tables from which the invitations are read.
  static let invitationTables: Set<ReplicaTable> = [.invitation, .member, .blockedPerson]

  static func connectionStatus(_ db: Database, of replica: Replica) throws -> ConnectionStatus {
    let row = try Row.fetchOne(db.cachedStatement(sql: "SELECT * FROM connection"))
    let reason: String = row?["reason"] ?? ""
    let counts = try Row.fetchOne(
      db.cachedStatement(
        sql: """
          SELECT count(*) FILTER (WHERE failure IS NULL AND priority = 0) AS urgent,
            count(*) FILTER (WHERE failure IS NULL) AS live, count(failure) AS failed
          FROM (\(StoredOutbox.everyFailure)
            UNION ALL SELECT failure, 0 FROM transfer JOIN message ON message.id = messageID
              WHERE direction = 'upload' AND uploaded IS NULL AND changeTag IS NOT NULL
                AND deletedAt IS NULL)
          """))
    let liveCount: Int = counts?["live"] ?? 0
    let stored = (row?["state"] as String?).flatMap(SyncStatus.State.init(rawValue:)) ?? .connecting
    // The engine may not have seen yet what was just written.
    let state = stored == .upToDate && liveCount > 0 ? .syncing : stored
    let failure = replica.writeFailure.value
    let since: Int64 = state == stored ? row?["since"] ?? 0 : replica.time()
    return ConnectionStatus(
      sync: failure.map { .stopped(reason: $0.reason) } ?? SyncStatus(state, reason: reason),
      since: failure?.since ?? Date(millisecondsSince1970: since),
      queuedCount: counts?["urgent"] ?? 0, failedCount: counts?["failed"] ?? 0,
      lowPriorityCount: liveCount - (counts?["urgent"] ?? 0),
      wait: try StoredWait.longest(db, now: replica.time()), troubles: try StoredWait.troubles(db))
  }

  /// The invitations that wait, without those of blocked people, which stay in the cloud.
  ///
  /// Somebody who is or was in a chat of the account, or is invited to one, is no stranger.
  static func invitations(
    _ db: Database, account: Account, server: ServerPlace?
  ) throws -> [Invitation] {
    var names = DisplayNames(db: db, account: account)
    return try Row.fetchAll(
      db.cachedStatement(
        sql: """
          SELECT *, ownerID NOT IN (
            SELECT userRecordName FROM member WHERE userRecordName IS NOT NULL) AS isFromStranger
          FROM invitation WHERE \(StoredBlockedPerson.isNot("ownerID"))
          ORDER BY chatName, shortGUID
          """)
    ).map { row in
      let owner: String = row["ownerID"]
      let ownerName = PersonName.account(row["ownerName"], of: owner, reader: account)
      let title: String = row["chatName"]
      var invitation = Invitation(
        link: InvitationLink(shortGUID: row["shortGUID"], title: title, server: server),
        // As the chat is called when it is joined.
        chatName: ChatTitle.isName(title, of: account) ? ownerName : title,
        ownerName: ownerName,
        permission: Participant.Permission(rawValue: row["permission"]) ?? .none,
        isAccepted: false)
      invitation.isFromStranger = row["isFromStranger"]
      invitation.firstWords = row["firstWords"]
      invitation.ownerDisplayName = try names.shown(row["ownerDisplayName"], of: owner)
      return invitation
    }
  }
}
