import ArgumentParser
import ChatCore
import ChatModel
import Composition

struct WatchCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "watch", abstract: "Print messages and events as they arrive, until Ctrl+C.",
    discussion: "It also sends queued changes. With --json, each message or event is one line.")

  @OptionGroup var options: GlobalOptions

  @Argument(help: ArgumentHelp("Print only this chat: its id, the start of it, or its title."))
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
        if let chat { try await repository.chat(matching: chat).id } else { nil }
      let printer = MessagePrinter(json: options.json, namesChat: only == nil, namesMessages: ids)
      var newest = try await start(repository, only: only, printer: printer)
      try await session.whileSyncing {
        async let events: Void = Self.printEvents(repository, only: only, printer: printer)
        for try await chats in repository.chatSummaries() {
          while true {
            let page = try await repository.arrivals(after: newest, in: only, limit: 500)
            for (chatID, message) in page {
              newest = message.id
              guard let summary = chats.first(where: { $0.id == chatID }) else { continue }
              try printer.print(message, chat: summary)
            }
            if page.isEmpty { break }
          }
        }
        try await events
      }
    }
  }

  /// Prints what happens beside the messages from now on.
  private static func printEvents(
    _ repository: ChatRepository, only: ChatID?, printer: MessagePrinter
  ) async throws {
    var newest: Int64?
    for try await last in repository.newestEvent() {
      if let newest {
        for chat in try await repository.currentChatSummaries()
        where only == nil || chat.id == only {
          for event in try await repository.events(in: chat.id, after: newest) {
            try printer.print(event, chat: chat)
          }
        }
      }
      newest = last
    }
  }

  /// Prints the last few messages; returns the newest that need not be printed any more.
  private func start(
    _ repository: ChatRepository, only: ChatID?, printer: MessagePrinter
  ) async throws -> MessageID {
    let newest = try await repository.newestArrival(in: only)
    guard last > 0, let only else { return newest }
    let page = try await repository.page(in: only, before: nil, limit: last)
    let chats = try await repository.currentChatSummaries()
    guard let summary = chats.first(where: { $0.id == only }) else { return newest }
    for message in page { try printer.print(message, chat: summary) }
    return newest
  }
}
