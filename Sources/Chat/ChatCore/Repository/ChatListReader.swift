import ChatModel
import ChatStore
import Foundation
import GRDB
import Synchronization

/// The list of chats for somebody who watches it: after a change only the changed chats are read, so a message costs
/// the same in a list of five and of five hundred.
///
/// `chat.listRevision` tells which chats have changed. A list that was read at revision n is right for all chats with a
/// revision below n. The number of rows shows whether chats were deleted, because ids are never used twice.
final class ChatListReader: Sendable {
  fileprivate struct State {
    var revision: Int64 = 0
    /// The keys of all chats, also of those that the list does not show.
    var ids: Set<Int64> = []
    /// In the order of the list.
    var chats: [ChatQueries.ListedChat] = []
  }

  /// The tables from which the list is read.
  static let tables: Set<ReplicaTable> = [
    .chat, .message, .member, .outbox, .draft, .wait, .chatSettings, .transfer,
    .blockedPerson, .parkedRecord,
  ]

  private let replica: Replica
  private let state = Mutex<State?>(nil)

  init(_ replica: Replica) {
    self.replica = replica
  }

  /// The list as `db` sees it.
  func read(_ db: Database) throws -> [ChatSummary] {
    try state.withLock { state in
      // Taken out, so that it is changed in place.
      let known = state.take()
      let next = try known.flatMap { try changed(db, since: $0) } ?? whole(db)
      state = next
      return next.chats.map(\.summary)
    }
  }

  private func whole(_ db: Database) throws -> State {
    let ids = try Int64.fetchSet(db.cachedStatement(sql: "SELECT id FROM chat"))
    let revision = try Int64.fetchOne(
      db.cachedStatement(sql: "SELECT max(listRevision) FROM chat"))
    return State(
      revision: revision ?? 0, ids: ids,
      chats: try ChatQueries.listedChats(db, of: replica).sorted())
  }

  /// The known state with the changes since; nil if the changes cannot be found from that state.
  private func changed(_ db: Database, since known: consuming State) throws -> State? {
    let revisions = try Row.fetchAll(
      db.cachedStatement(sql: "SELECT id, listRevision FROM chat WHERE listRevision >= ?"),
      arguments: [known.revision])
    // Otherwise this is an older state of the database, or the chat that changed last is deleted.
    guard let newest = revisions.lazy.map({ $0[1] as Int64 }).max() else { return nil }
    let ids: [Int64] = revisions.map { $0[0] }
    var state = known
    state.revision = newest
    state.ids.formUnion(ids)
    let count = try Int.fetchOne(db.cachedStatement(sql: "SELECT count(*) FROM chat")) ?? 0
    guard state.ids.count == count else { return nil }
    state.replace(
      Set(ids), with: try ChatQueries.listedChats(db, of: replica, among: ids))
    return state
  }
}

extension ChatListReader.State {
  /// Puts changed chats into their places.
  ///
  /// - Parameters:
  ///   - ids: the keys of the chats that may have changed.
  ///   - changed: those of them that the list shows, as they are now.
  fileprivate mutating func replace(_ ids: Set<Int64>, with changed: [ChatQueries.ListedChat]) {
    chats.removeAll { ids.contains($0.summary.id.rawValue) }
    for chat in changed.sorted() {
      chats.insert(chat, at: chats.partitioningIndex { chat < $0 })
    }
  }
}
