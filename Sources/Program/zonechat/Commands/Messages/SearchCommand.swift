import ArgumentParser
import ChatCore
import ChatModel
import CommandSupport

struct SearchCommand: AsyncParsableCommand, TakesText {
  static let configuration = CommandConfiguration(
    commandName: "search", abstract: "Find messages that contain all given words, newest first.",
    discussion: """
      Searches the local copy. Accents and capital letters make no difference. The last word may \
      be the start of a longer word.
      """)

  @OptionGroup var options: GlobalOptions

  @Argument(help: "The words to find.")
  var words: [String]

  @Option(name: .long, help: "Search only this chat: its id, the start of it, or its title.")
  var chat: String?

  @Option(name: .long, help: "The largest number of messages.")
  var limit = 50

  @Flag(name: .long, help: "Print each message's id before it.")
  var ids = false

  func validate() throws {
    guard (1...10_000).contains(limit) else { throw ValidationError("--limit must be 1 to 10000.") }
  }

  func run() async throws {
    try await Session.with(options) { session in
      let repository = session.repository
      var only: ChatID?
      if let chat { only = try await session.chat(matching: chat, options).id }
      let found = try await repository.search(
        words.joined(separator: " "), in: only, limit: limit)
      let chats = try await repository.currentChatSummaries()
      let printer = MessagePrinter(json: options.json, namesChat: only == nil, namesMessages: ids)
      for (chatID, message) in found {
        guard let chat = chats.first(where: { $0.id == chatID }) else { continue }
        try printer.print(message, chat: chat)
      }
      if found.isEmpty { Output.note("Nothing found.") }
    }
  }
}
