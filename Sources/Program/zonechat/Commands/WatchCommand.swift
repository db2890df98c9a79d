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
      printed again, whole, when it has changed: edited, removed, reacted to, sent, read, failed. --messages prints \
      only messages, each once; docs/bots.md has bots that use it.

      \(FoldingOptions.discussion)
      """)

  @OptionGroup var options: GlobalOptions
  @OptionGroup var folding: FoldingOptions

  @Argument(
    help: "Print only this chat: its id, the start of it, or its title.",
    completion: Completions.chats)
  var chat: String?

  @Option(name: .long, help: "First print this many of the newest messages; needs a chat.")
  var last = 0

  @Option(
    name: .long,
    help: ArgumentHelp(
      "First print what has come after this message; needs a chat.",
      discussion: """
        Its id, the start or the end of it; or ‘answered’: the last message that this account has answered, and where \
        there is none, the newest message.
        """, valueName: "message"), completion: Completions.messages)
  var after: String?

  @Flag(name: .long, help: "Print only messages, each once: no events, states and changes.")
  var messages = false

  @Flag(name: .long, help: "Print each message's id before it.")
  var ids = false

  func validate() throws {
    guard (0...1000).contains(last) else { throw ValidationError("--last must be 0 to 1000.") }
    guard last == 0 || chat != nil else { throw ValidationError("--last needs a chat.") }
    guard after == nil || chat != nil else { throw ValidationError("--after needs a chat.") }
    guard after == nil || last == 0 else {
      throw ValidationError("--after and --last cannot be used together.")
    }
  }

  func run() async throws {
    try await Session.with(options) { session in
      do throws(Failure) {
        try session.ensureCloud()
      } catch {
        Output.note(error.message)
      }
      let repository = session.repository
      let found: ChatSummary? =
        if let chat { try await session.chat(matching: chat, options) } else { nil }
      let only = found?.id
      let beginning: MessageID? =
        if let found, let after { try await place(after, in: found, session) } else { nil }
      var watch = Watch(
        repository: repository, only: only, isOnlyMessages: messages,
        printer: MessagePrinter(
          json: options.json, namesChat: only == nil, namesMessages: ids, unfolds: folding.unfold))
      let changes = repository.replica.changes()
      try await watch.begin(last: last, after: beginning)
      try await session.whileSyncing {
        try await watch.look()
        for await _ in changes { try await watch.look() }
      }
    }
  }
}

extension WatchCommand {
  /// The message behind which the chat is printed; nil for the newest one that is here.
  private func place(
    _ text: String, in chat: ChatSummary, _ session: Session
  ) async throws -> MessageID? {
    if text == "answered" { return try await lastAnswered(in: chat.id, session.repository) }
    return try await session.repository.message(matching: text, last: .any, in: chat)
  }

  /// The message that this account has answered and that has arrived last; nil if it has answered none.
  private func lastAnswered(
    in chat: ChatID, _ repository: ChatRepository
  ) async throws -> MessageID? {
    var oldest: MessageCursor?
    while true {
      let page = try await repository.page(in: chat, before: oldest, limit: Watch.pageSize)
      var answered: MessageID?
      for message in page where message.isOwn && !message.isDeleted {
        guard let quote = message.replyTo,
          let original = try await repository.message(named: quote.recordName, in: chat)
        else { continue }
        answered = max(original.id, answered ?? original.id)
      }
      guard answered == nil, let first = page.first else { return answered }
      oldest = first.cursor
    }
  }
}

/// Remembers what was printed of the chats, and prints what comes next.
private struct Watch {
  /// Our choice: of so many of the newest printed messages changes are printed.
  private static let mostFollowed = 500
  static let pageSize = 500

  let repository: ChatRepository
  let only: ChatID?
  /// Whether events, states and changes of messages are left out.
  let isOnlyMessages: Bool
  let printer: MessagePrinter
  private var newest = MessageID(rawValue: 0)
  private var newestEvent: Int64 = 0
  /// The messages that were printed, as they were, and in which chats they are.
  private var followed: [(chat: ChatID, message: Message)] = []
  private var status: StatusJSON?
  /// The chats, where this look has needed them: most changes are of nothing that is printed.
  private var chats: [ChatSummary]?

  init(
    repository: ChatRepository, only: ChatID?, isOnlyMessages: Bool, printer: MessagePrinter
  ) {
    self.repository = repository
    self.only = only
    self.isOnlyMessages = isOnlyMessages
    self.printer = printer
  }

  /// Prints the last few messages; what is there already is not printed later, unless it came after a message.
  mutating func begin(last: Int, after beginning: MessageID?) async throws {
    newest = if let beginning { beginning } else { try await repository.newestArrival(in: only) }
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
    if isOnlyMessages { return }
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
    guard printer.json, !isOnlyMessages else { return }
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
