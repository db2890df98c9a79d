package import ChatModel
import ChatStore
import CloudModel
package import Foundation
import GRDB

/// Reading chats, messages and members.
///
/// A stream yields the present value first, and a new one after every change that any process of the
/// profile makes.
extension ChatRepository {
  /// All chats, newest activity first.
  package func chatSummaries() -> AsyncThrowingStream<[ChatSummary], any Error> {
    let list = ChatListReader(replica)
    return replica.observe(ChatListReader.tables) { [replica] db in
      let now = replica.now()
      return try list.read(db).map { $0.at(now) }
    }
  }

  /// All chats, newest activity first, as of now.
  package func currentChatSummaries() async throws(ChatError) -> [ChatSummary] {
    let now = replica.now()
    return try await replica.read { [replica] db in
      try ChatQueries.summaries(db, of: replica).map { $0.at(now) }
    }
  }

  /// Messages of a chat for a screen, and what lies around them.
  package func window(
    in chatID: ChatID, _ request: MessageWindow.Request
  ) -> AsyncThrowingStream<MessageWindow, any Error> {
    replica.observe(MessageQueries.windowTables) { [queries] db in
      try queries(db).window(in: chatID, request)
    }
  }

  /// The unread messages of a chat that is opened, and where they begin; nil if there are none.
  package func unread(
    in chatID: ChatID
  ) async throws(ChatError) -> (range: MessageWindow.UnreadRange, first: MessageCursor)? {
    try await replica.read { [queries] db in try queries(db).unread(in: chatID) }
  }

  /// The messages just before `cursor`, or the newest without one; oldest first.
  package func page(
    in chatID: ChatID, before cursor: MessageCursor?, limit: Int
  ) async throws(ChatError) -> [Message] {
    try await replica.read { [queries] db in
      try queries(db).page(in: chatID, before: cursor, limit: limit)
    }
  }

  /// The events in a chat besides its messages, from a time on or from the beginning; oldest first.
  package func events(in chatID: ChatID, since: Date?) async throws(ChatError) -> [ChatEvent] {
    try await replica.read { [account] db in
      try StoredEvent.fetch(
        db, chatID: chatID.rawValue, .times((since?.millisecondsSince1970 ?? .min)...Int64.max),
        account: account)
    }
  }

  /// The events of a chat that this device recorded after another event, in that order.
  package func events(
    in chatID: ChatID, after id: Int64
  ) async throws(ChatError) -> [ChatEvent] {
    try await replica.read { [account] db in
      try StoredEvent.fetch(db, chatID: chatID.rawValue, .after(id), account: account)
    }
  }

  /// The event of any chat that this device recorded last; zero if there is none.
  package func newestEvent() async throws(ChatError) -> Int64 {
    try await replica.read { db in
      try Int64.fetchOne(db.cachedStatement(sql: "SELECT max(id) FROM chatEvent")) ?? 0
    }
  }

  /// Messages that arrived here after `messageID`, in the order of arrival.
  ///
  /// Of a chat that was found in the cloud there are none before the end of its first fetch; then what is unread
  /// arrives.
  package func arrivals(
    after messageID: MessageID, in chatID: ChatID?, limit: Int
  ) async throws(ChatError) -> [(chatID: ChatID, message: Message)] {
    try await replica.read { [queries] db in
      try queries(db).arrivals(after: messageID, in: chatID, limit: limit)
    }
  }

  /// The messages that a person looks for, newest first; for each letter that is typed.
  ///
  /// Messages of the last moments that are not in the index yet are added to it first. On a full disk they are
  /// not found.
  package func search(
    _ search: MessageSearch, limit: Int
  ) async throws(ChatError) -> [FoundMessage] {
    if try await !replica.read(SearchIndex.isComplete) {
      do {
        try await replica.write(.later, SearchIndex.complete)
      } catch  where error.isStorageTrouble {
        // The rest is found also on a full disk.
      }
    }
    return try await replica.read { [queries] db in try queries(db).search(search, limit: limit) }
  }

  /// The number of messages that `search` can find, counted up to a limit; words find only what is in the index.
  package func countFound(
    _ search: MessageSearch, limit: Int
  ) async throws(ChatError) -> Int {
    try await replica.read { [queries] db in try queries(db).count(search, limit: limit) }
  }

  /// The messages that a person looks for, newest first, and again after every change.
  ///
  /// Words find only what is in the index; `search` completes it.
  package func found(
    _ search: MessageSearch, limit: Int
  ) -> AsyncThrowingStream<[FoundMessage], any Error> {
    replica.observe(MessageQueries.messageTables) { [queries] db in
      try queries(db).search(search, limit: limit)
    }
  }

  /// The messages whose text or file's name has, for each given word, a word that begins with it; newest first.
  ///
  /// In scripts without spaces a word is any part of the text.
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

  var queries: @Sendable (Database) -> MessageQueries {
    { [account, assets = replica.assets, time = replica.time] db in
      MessageQueries(db: db, account: account, assets: assets, now: time())
    }
  }

  /// The message that arrived here last; zero where there is none.
  package func newestArrival(in chatID: ChatID?) async throws(ChatError) -> MessageID {
    try await replica.read { db in
      let condition = chatID == nil ? "?1 IS NULL" : "chatID = ?1"
      let id = try Int64.fetchOne(
        db.cachedStatement(sql: "SELECT max(id) FROM message WHERE \(condition)"),
        arguments: [chatID?.rawValue])
      return MessageID(rawValue: id ?? 0)
    }
  }

  /// The message with this record name; nil if it is not here.
  package func message(
    named recordName: String, in chatID: ChatID
  ) async throws(ChatError) -> Message? {
    try await replica.read { [queries] db in
      try queries(db).message(named: recordName, in: chatID)
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

  /// The tables from which members are read.
  static let memberTables: Set<ReplicaTable> = [.member, .chat, .blockedPerson, .parkedRecord]

  /// Everyone in the chat, the owner first.
  package func members(of chatID: ChatID) -> AsyncThrowingStream<[Member], any Error> {
    replica.observe(Self.memberTables) { [replica] db in
      try replica.members(db, of: chatID)
    }
  }

  package func currentMembers(of chatID: ChatID) async throws(ChatError) -> [Member] {
    try await replica.read { [replica] db in try replica.members(db, of: chatID) }
  }

  package func connectionStatus() -> AsyncThrowingStream<ConnectionStatus, any Error> {
    replica.observe(ChatQueries.connectionTables) { [replica] db in
      try ChatQueries.connectionStatus(db, of: replica)
    }
  }

  package func currentConnectionStatus() async throws(ChatError) -> ConnectionStatus {
    try await replica.read { [replica] db in try ChatQueries.connectionStatus(db, of: replica) }
  }

  /// Chats to which this account is invited and has not answered.
  package func invitations() -> AsyncThrowingStream<[Invitation], any Error> {
    replica.observe(ChatQueries.invitationTables) { [account, server] db in
      try ChatQueries.invitations(db, account: account, server: server)
    }
  }

  package func currentInvitations() async throws(ChatError) -> [Invitation] {
    try await replica.read { [account, server] db in
      try ChatQueries.invitations(db, account: account, server: server)
    }
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

  // MARK: - Finding

  /// Finds a chat by its zone name, by the start of that name, or by its title or the start of that.
  ///
  /// Capital letters and accents make no difference in a title.
  ///
  /// Throws `.unknownChat` and `.ambiguousChat`.
  package func chat(matching text: String) async throws(ChatError) -> ChatSummary {
    let chats = try await currentChatSummaries()
    let wanted = text.trimmingCharacters(in: .whitespaces)
    guard !wanted.isEmpty else { throw .unknownChat(wanted) }
    if let exact = chats.first(where: { $0.zoneName == wanted }) { return exact }
    let titled = chats.filter { $0.name.caseInsensitiveCompare(wanted) == .orderedSame }
    if titled.count == 1 { return titled[0] }
    let started = chats.filter { chat in
      chat.zoneName.hasPrefix(wanted) || chat.zoneName.hasPrefix(ChatZone.prefix + wanted)
        || chat.name.range(
          of: wanted, options: [.anchored, .caseInsensitive, .diacriticInsensitive]) != nil
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
