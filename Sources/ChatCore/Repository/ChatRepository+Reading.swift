package import ChatModel
import CloudModel
import Foundation
import GRDB

/// Reading chats, messages and members.
///
/// A stream yields the present value first, and a new one after every change that any process of the
/// profile makes.
extension ChatRepository {
  /// Messages in one page.
  package static let pageSize = 200

  /// All chats, newest activity first.
  package func chatSummaries() -> AsyncThrowingStream<[ChatSummary], any Error> {
    replica.observe { [account] db in try ChatQueries.summaries(db, account: account) }
  }

  /// All chats, newest activity first, as of now.
  package func currentChatSummaries() async throws(ChatError) -> [ChatSummary] {
    let account = account
    return try await replica.read { db in try ChatQueries.summaries(db, account: account) }
  }

  /// From `cursor` to the end, oldest first; without one the newest page.
  package func messages(
    in chatID: ChatID, from cursor: MessageCursor?
  ) -> AsyncThrowingStream<[Message], any Error> {
    replica.observe { [queries] db in
      guard let cursor else {
        return try queries(db).page(in: chatID, before: nil, limit: Self.pageSize)
      }
      return try queries(db).messages(in: chatID, from: cursor)
    }
  }

  /// The messages just before `cursor`, or the newest without one; oldest first.
  package func page(
    in chatID: ChatID, before cursor: MessageCursor?, limit: Int
  ) async throws(ChatError) -> [Message] {
    try await replica.read { [queries] db in
      try queries(db).page(in: chatID, before: cursor, limit: limit)
    }
  }

  /// Messages that arrived here after `messageID`, in the order of arrival.
  package func arrivals(
    after messageID: MessageID, in chatID: ChatID?, limit: Int
  ) async throws(ChatError) -> [(chatID: ChatID, message: Message)] {
    try await replica.read { [queries] db in
      try queries(db).arrivals(after: messageID, in: chatID, limit: limit)
    }
  }

  /// The messages whose text has, for each given word, a word that begins with it; newest first.
  package func search(
    _ words: String, in chatID: ChatID? = nil, limit: Int = 100
  ) async throws(ChatError) -> [(chatID: ChatID, message: Message)] {
    var unindexed: [Int64] = []
    if try await !replica.read(SearchIndex.isComplete) {
      do {
        try await replica.write(.later, SearchIndex.complete)
      } catch  where error.isStorageTrouble {
        // Searching must also work on a full disk.
        unindexed = try await replica.read { try SearchIndex.scan($0, for: words) }
      }
    }
    return try await replica.read { [queries, unindexed] db in
      try queries(db).search(words, in: chatID, and: unindexed, limit: limit)
    }
  }

  private var queries: @Sendable (Database) -> MessageQueries {
    { [account, assets = replica.assets, time = replica.time] db in
      MessageQueries(db: db, account: account, assets: assets, now: time())
    }
  }

  /// The message that arrived here last; zero where there is none.
  package func newestArrival(in chatID: ChatID?) async throws(ChatError) -> MessageID {
    try await replica.read { db in
      let id = try Int64.fetchOne(
        db.cachedStatement(sql: "SELECT max(id) FROM message WHERE ? IS NULL OR chatID = ?"),
        arguments: [chatID?.rawValue, chatID?.rawValue])
      return MessageID(rawValue: id ?? 0)
    }
  }

  package func message(_ messageID: MessageID) async throws(ChatError) -> Message {
    try await replica.read { [queries] db in
      guard let message = try queries(db).message(id: messageID) else {
        throw ChatError.unknownMessage
      }
      return message
    }
  }

  /// Everyone in the chat, the owner first.
  package func members(of chatID: ChatID) -> AsyncThrowingStream<[Member], any Error> {
    replica.observe { [account] db in
      try StoredMember.fetchAll(db, chatID: chatID, account: account)
    }
  }

  package func currentMembers(of chatID: ChatID) async throws(ChatError) -> [Member] {
    let account = account
    return try await replica.read { db in
      try StoredMember.fetchAll(db, chatID: chatID, account: account)
    }
  }

  package func connectionStatus() -> AsyncThrowingStream<ConnectionStatus, any Error> {
    replica.observe { [replica] db in try ChatQueries.connectionStatus(db, of: replica) }
  }

  package func currentConnectionStatus() async throws(ChatError) -> ConnectionStatus {
    try await replica.read { [replica] db in try ChatQueries.connectionStatus(db, of: replica) }
  }

  /// Chats to which this account is invited and has not answered.
  package func invitations() -> AsyncThrowingStream<[Invitation], any Error> {
    replica.observe { [account] db in try ChatQueries.invitations(db, account: account) }
  }

  package func currentInvitations() async throws(ChatError) -> [Invitation] {
    let account = account
    return try await replica.read { db in try ChatQueries.invitations(db, account: account) }
  }

  /// The account's own texts in a chat, newest first, for the composer's history.
  package func sentTexts(in chatID: ChatID, limit: Int) async throws(ChatError) -> [String] {
    let user = account.userRecordName
    return try await replica.read { db in
      try String.fetchAll(
        db.cachedStatement(
          sql: """
            SELECT text FROM message WHERE chatID = ? AND senderID = ? AND deletedAt IS NULL
            ORDER BY timestamp DESC, recordName DESC LIMIT ?
            """),
        arguments: [chatID.rawValue, user, limit])
    }
  }

  // MARK: - Drafts and reading

  package func draft(in chatID: ChatID) async throws(ChatError) -> String {
    try await replica.read { db in
      try String.fetchOne(
        db.cachedStatement(sql: "SELECT text FROM draft WHERE chatID = ?"),
        arguments: [chatID.rawValue]) ?? ""
    }
  }

  /// Keeps typed text that is not sent as the draft; an empty text deletes the draft.
  package func saveDraft(_ text: String, in chatID: ChatID) async throws(ChatError) {
    try await replica.write { db in
      if text.isEmpty {
        try db.cachedStatement(sql: "DELETE FROM draft WHERE chatID = ?").execute(arguments: [
          chatID.rawValue
        ])
      } else {
        try db.cachedStatement(sql: "INSERT OR REPLACE INTO draft (chatID, text) VALUES (?, ?)")
          .execute(arguments: [chatID.rawValue, text])
      }
    }
  }

  /// The newest message, by arrival, that was seen in the chat.
  package func lastSeen(in chatID: ChatID) async throws(ChatError) -> MessageID? {
    try await replica.read { db in
      let id = try StoredChat.fetch(db, id: chatID).lastSeenMessageID
      return id > 0 ? MessageID(rawValue: id) : nil
    }
  }

  // MARK: - Finding

  /// Finds a chat by its zone name, by the start of that name, or by its title.
  ///
  /// Throws `.unknownChat` and `.ambiguousChat`.
  package func chat(matching text: String) async throws(ChatError) -> ChatSummary {
    let chats = try await currentChatSummaries()
    let wanted = text.trimmingCharacters(in: .whitespaces)
    if let exact = chats.first(where: { $0.zoneName == wanted }) { return exact }
    let titled = chats.filter { $0.name.caseInsensitiveCompare(wanted) == .orderedSame }
    if titled.count == 1 { return titled[0] }
    let started = chats.filter { chat in
      !wanted.isEmpty
        && (chat.zoneName.hasPrefix(wanted) || chat.zoneName.hasPrefix(ChatZone.prefix + wanted)
          || chat.name.lowercased().hasPrefix(wanted.lowercased()))
    }
    let found = titled.isEmpty ? started : titled
    switch found.count {
    case 0: throw .unknownChat(wanted)
    case 1: return found[0]
    default:
      throw .ambiguousChat(wanted, candidates: found.map { "‘\($0.name)’ (\($0.zoneName))" })
    }
  }
}
