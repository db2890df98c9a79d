package import ChatModel
import ChatStore
import GRDB
import Synchronization

/// Reads what every window shows: the list of chats, the invitations, the connection, messages of one chat, and what a
/// panel shows beside them.
///
/// The changes of one commit are read in one transaction, so a window shows one state of the replica and draws it once.
package final class ScreenReader: Sendable {
  /// The values that have changed; nil for each value that has not.
  package struct News: Sendable {
    package var summaries: [ChatSummary]?
    package var invitations: [Invitation]?
    package var connection: ConnectionStatus?
    package var messages: Messages?
    /// Of the facts that are watched, those that have changed.
    package var facts: [Facts] = []

    package var isEmpty: Bool {
      summaries == nil && invitations == nil && connection == nil && messages == nil
        && facts.isEmpty
    }
  }

  /// Facts about a chat that a panel shows.
  package enum Facts: Sendable, Equatable {
    case members(ChatID, [Member])
    case highlights(ChatID, ChatHighlights)

    package enum Kind: Sendable, Hashable {
      case members(ChatID)
      case highlights(ChatID)

      fileprivate var tables: Set<ReplicaTable> {
        switch self {
        case .members: ChatRepository.memberTables
        case .highlights: MessageQueries.messageTables
        }
      }
    }
  }

  /// The messages of a chat that were asked for.
  package struct Messages: Sendable, Equatable {
    package var chat: ChatID
    package var request: MessageWindow.Request
    package var window: MessageWindow
  }

  private struct State {
    var chat: ChatID?
    var request = MessageWindow.Request(place: .newest, unread: nil)
    /// The number of times that messages were asked for, and that number when they were last read.
    var askedCount = 0
    var answeredCount = 0
    /// Changed, and not read yet.
    var changed: Set<ReplicaTable> = []
    /// The values that were read last.
    var last = News()
    /// The facts that are watched, as they were read last; nil for those that were not read yet.
    var facts: [Facts.Kind: Facts?] = [:]
  }

  private static let tables = ChatListReader.tables.union(MessageQueries.windowTables)
    .union(ChatQueries.connectionTables).union(ChatQueries.invitationTables)
    .union(ChatRepository.memberTables).union(MessageQueries.messageTables)

  private let repository: ChatRepository
  private let list: ChatListReader
  private let watch: TableChanges.Watch
  private let state = Mutex(State())

  /// A reader that reads nothing before `news`.
  package init(_ repository: ChatRepository) {
    self.repository = repository
    list = ChatListReader(repository.replica)
    watch = repository.replica.tableChanges.watch(Self.tables)
  }

  /// Reads these messages from now on, and no others; they are among the next news also if they were read before.
  package func show(_ chat: ChatID, _ request: MessageWindow.Request) {
    state.withLock {
      ($0.chat, $0.request) = (chat, request)
      $0.askedCount += 1
    }
    watch.wakeUp()
  }

  /// Reads these facts from now on, until `unwatch`; they are among the next news.
  package func watch(_ kind: Facts.Kind) {
    state.withLock { $0.facts[kind] = .some(nil) }
    watch.wakeUp()
  }

  package func unwatch(_ kind: Facts.Kind) { state.withLock { $0.facts[kind] = nil } }

  /// Waits until something has changed, and reads it; the first time, reads everything.
  ///
  /// For one caller at a time.
  ///
  /// - Returns: the changes since the last call; nil when the task is cancelled.
  /// - Throws: `ChatError` if the replica cannot be read; it is read again when something changes again.
  package func news() async throws(ChatError) -> News? {
    for await _ in watch.wakes {
      let news = try await read()
      if !news.isEmpty { return news }
    }
    return nil
  }

  private func read() async throws(ChatError) -> News {
    let state = self.state.withLock { state in
      state.changed.formUnion(watch.takeChanged())
      return state
    }
    let isAsked = state.askedCount != state.answeredCount
    var news = try await repository.replica.read { [self] db in
      let (account, replica) = (repository.account, repository.replica)
      func isChanged(_ tables: Set<ReplicaTable>) -> Bool {
        !state.changed.isDisjoint(with: tables)
      }
      var news = News()
      if isChanged(ChatListReader.tables) {
        let now = repository.replica.now()
        news.summaries = try list.read(db).map { $0.at(now) }
      }
      if isChanged(ChatQueries.invitationTables) {
        news.invitations = try ChatQueries.invitations(
          db, account: account, server: repository.server)
      }
      if isChanged(ChatQueries.connectionTables) {
        news.connection = try ChatQueries.connectionStatus(db, of: replica)
      }
      if let chat = state.chat, isAsked || isChanged(MessageQueries.windowTables) {
        news.messages = Messages(
          chat: chat, request: state.request,
          window: try repository.queries(db).window(in: chat, state.request))
      }
      news.facts = try state.facts.filter { $0.value == nil || isChanged($0.key.tables) }
        .map { try facts($0.key, db) }
      return news
    }
    if news.summaries == state.last.summaries { news.summaries = nil }
    if news.invitations == state.last.invitations { news.invitations = nil }
    if news.connection == state.last.connection { news.connection = nil }
    if news.messages == state.last.messages, !isAsked { news.messages = nil }
    news.facts.removeAll { state.facts[$0.kind] == $0 }
    self.state.withLock { [news] in
      $0.changed.subtract(state.changed)
      $0.answeredCount = state.askedCount
      $0.last.summaries = news.summaries ?? $0.last.summaries
      $0.last.invitations = news.invitations ?? $0.last.invitations
      $0.last.connection = news.connection ?? $0.last.connection
      $0.last.messages = news.messages ?? $0.last.messages
      for facts in news.facts where $0.facts[facts.kind] != nil {
        $0.facts[facts.kind] = .some(facts)
      }
    }
    return news
  }

  private func facts(_ kind: Facts.Kind, _ db: Database) throws -> Facts {
    switch kind {
    case .members(let chat):
      .members(chat, try repository.replica.members(db, of: chat))
    case .highlights(let chat):
      .highlights(chat, try repository.queries(db).highlights(in: chat))
    }
  }
}

extension ScreenReader.Facts {
  fileprivate var kind: Kind {
    switch self {
    case .members(let chat, _): .members(chat)
    case .highlights(let chat, _): .highlights(chat)
    }
  }
}
