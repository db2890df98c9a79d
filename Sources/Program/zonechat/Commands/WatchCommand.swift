import ArgumentParser
import ChatCore
import ChatModel
import CloudModel
import CommandSupport
import Foundation

struct WatchCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "watch", abstract: "Print messages and events as they arrive, until Ctrl+C.",
    discussion: """
      It also sends queued changes. With --json each line is a message, an event or a status. A message is \
      printed again, whole, when it has changed: edited, removed, reacted to, sent, read, failed.
      """)

  @OptionGroup var options: GlobalOptions

  @Argument(
    help: "Print only this chat: its id, the start of it, or its title.",
    completion: Completions.chats)
  var chat: String?

  @Option(name: .long, help: "First print this many of the newest messages; needs a chat.")
  var last = 0

  @Flag(name: .long, help: "Print each message's id before it.")
  var ids = false

  func validate() throws {
    guard (0...1000).contains(last) else { throw ValidationError("--last must be 0 to 1000.") }
    guard last == 0 || chat != nil else { throw ValidationError("--last needs a chat.") }
  }

  func run() async throws {
    try await Session.with(options) { session in
      do throws(Failure) {
        try session.ensureCloud()
      } catch {
        Output.note(error.message)
      }
      let repository = session.repository
      let only: ChatID? =
        if let chat { try await session.chat(matching: chat, options).id } else { nil }
      var watch = Watch(
        repository: repository, only: only,
        printer: MessagePrinter(json: options.json, namesChat: only == nil, namesMessages: ids))
      let changes = repository.replica.changes()
      try await watch.begin(last: last)
      try await session.whileSyncing {
        try await watch.look()
        for await _ in changes { try await watch.look() }
      }
    }
  }
}

/// Remembers what was printed of the chats, and prints what comes next.
private struct Watch {
  /// Our choice: of so many of the newest printed messages changes are printed.
  private static let mostFollowed = 500
  private static let pageSize = 500

  let repository: ChatRepository
  let only: ChatID?
  let printer: MessagePrinter
  private var newest = MessageID(rawValue: 0)
  private var newestEvent: Int64 = 0
  /// The messages that were printed, as they were, and in which chats they are.
  private var followed: [(chat: ChatID, message: Message)] = []
  private var status: StatusJSON?
  /// The chats, where this look has needed them: most changes are of nothing that is printed.
  private var chats: [ChatSummary]?

  init(repository: ChatRepository, only: ChatID?, printer: MessagePrinter) {
    self.repository = repository
    self.only = only
    self.printer = printer
  }

  /// Prints the last few messages; what is there already is not printed later.
  mutating func begin(last: Int) async throws {
    newest = try await repository.newestArrival(in: only)
    newestEvent = try await repository.newestEvent()
    guard last > 0, let only else { return }
    for message in try await repository.page(in: only, before: nil, limit: last) {
      try await show(message, in: only)
    }
  }

  /// Prints what has happened since.
  mutating func look() async throws {
    chats = nil
    try await showArrivals()
    try await showEvents()
    guard printer.json else { return }
    try await showChanges()
    try await showStatus()
  }

  private mutating func currentChats() async throws -> [ChatSummary] {
    if let chats { return chats }
    let present = try await repository.currentChatSummaries()
    chats = present
    return present
  }

  private mutating func showArrivals() async throws {
    while true {
      let page = try await repository.arrivals(after: newest, in: only, limit: Self.pageSize)
      for (chatID, message) in page {
        newest = message.id
        try await show(message, in: chatID)
      }
      if page.isEmpty { return }
    }
  }

  private mutating func show(_ message: Message, in chatID: ChatID) async throws {
    guard let chat = try await currentChats().first(where: { $0.id == chatID }) else { return }
    try printer.print(message, chat: chat)
    guard printer.json else { return }
    followed.append((chatID, message))
    if followed.count > 2 * Self.mostFollowed { followed.removeFirst(Self.mostFollowed) }
  }

  private mutating func showEvents() async throws {
    let newest = try await repository.newestEvent()
    guard newest != newestEvent else { return }
    for chat in try await currentChats() where only == nil || chat.id == only {
      for event in try await repository.events(in: chat.id, after: newestEvent) {
        try printer.print(event, chat: chat)
      }
    }
    newestEvent = newest
  }

  private mutating func showChanges() async throws {
    let present = try await repository.messages(followed.map(\.message.id))
    let byID = Dictionary(present.map { ($0.id, $0) }) { first, _ in first }
    for index in followed.indices {
      let (chatID, before) = followed[index]
      guard let message = byID[before.id], message != before,
        let chat = try await currentChats().first(where: { $0.id == chatID })
      else { continue }
      try printer.print(message, chat: chat)
      followed[index].message = message
    }
  }

  private mutating func showStatus() async throws {
    let present = StatusJSON(try await repository.currentConnectionStatus())
    guard present != status else { return }
    try Output.json(present)
    status = present
  }
}

/// The state of the sync, as `watch --json` prints it: whether everything is sent and fetched.
private struct StatusJSON: Encodable, Equatable {
  var kind = "status"
  /// `connecting`, `syncing`, `waiting`, `upToDate`, `offline`, `suspended` or `stopped`.
  var state: String
  var reason: String?
  var queued: Int
  var failed: Int

  init(_ status: ConnectionStatus) {
    queued = status.queuedCount
    failed = status.failedCount
    (state, reason) = (status.sync.state.rawValue, status.sync.reason)
  }
}
