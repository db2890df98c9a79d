import ChatModel
import Foundation
import GRDB
import Synchronization

/// The list of chats for somebody who watches it: after a change only the changed chats are read, so a message costs
/// the same in a list of five and of five hundred.
///
/// `chat.listRevision` tells what has changed. What was read at revision n is right but for the chats that have n or
/// more, and for deleted chats, which the number of rows betrays: ids are never given twice.
final class ChatListReader: Sendable {
  private struct State {
    var revision: Int64
    /// By the key of the chat; nil for a chat that the list does not show.
    var entries: [Int64: ChatQueries.ListedChat?]
  }

  private let account: Account
  private let state = Mutex<State?>(nil)

  init(account: Account) {
    self.account = account
  }

  /// The list as `db` sees it.
  func read(_ db: Database) throws -> [ChatSummary] {
    try state.withLock { state in
      var next = try changed(db, since: state) ?? State(revision: 0, entries: [:])
      if next.entries.isEmpty { next = try whole(db) }
      state = next
      return next.entries.values.compactMap(\.self).sorted().map(\.summary)
    }
  }

  private func whole(_ db: Database) throws -> State {
    let ids = try Int64.fetchAll(db.cachedStatement(sql: "SELECT id FROM chat"))
    let revision = try Int64.fetchOne(
      db.cachedStatement(sql: "SELECT max(listRevision) FROM chat"))
    return State(
      revision: revision ?? 0,
      entries: try entries(of: ids, ChatQueries.listedChats(db, account: account)))
  }

  /// What was known with the changes since; nil if that cannot be told from it.
  private func changed(_ db: Database, since known: State?) throws -> State? {
    guard var state = known else { return nil }
    let revisions = try Row.fetchAll(
      db.cachedStatement(sql: "SELECT id, listRevision FROM chat WHERE listRevision >= ?"),
      arguments: [state.revision])
    let count = try Int.fetchOne(db.cachedStatement(sql: "SELECT count(*) FROM chat")) ?? 0
    // An older state of the database, or one without the chat that had changed last.
    guard let newest = revisions.lazy.map({ $0[1] as Int64 }).max() else { return nil }
    let ids: [Int64] = revisions.map { $0[0] }
    state.revision = newest
    state.entries.merge(
      try entries(of: ids, ChatQueries.listedChats(db, account: account, among: ids))
    ) { $1 }
    return state.entries.count == count ? state : nil
  }

  private func entries(
    of ids: [Int64], _ listed: [ChatQueries.ListedChat]
  ) throws -> [Int64: ChatQueries.ListedChat?] {
    var entries = [Int64: ChatQueries.ListedChat?](uniqueKeysWithValues: ids.map { ($0, nil) })
    for chat in listed { entries[chat.summary.id.rawValue] = .some(chat) }
    return entries
  }
}
