import ArgumentParser
import ChatCore
import ChatModel
import ChatWords
import CommandSupport
import Foundation

struct SearchCommand: AsyncParsableCommand, TakesText {
  static let configuration = CommandConfiguration(
    commandName: "search", abstract: "Find messages that contain all given words, newest first.",
    discussion: """
      Searches the local copy. Accents and capital letters make no difference. A word may be the start of a longer word.

      Filters narrow the search down, with words or without: from:NAME, from:me, in:CHAT, has:file, has:link, to:me, \
      before:DAY and after:DAY. A DAY is \(WrittenDay.forms). A word in quotation marks is no filter: '"error: 5"'.
      """)

  @OptionGroup var options: GlobalOptions

  @Argument(help: "The words to find, and filters.")
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
      let chats = try await repository.currentChatSummaries()
      let found = try await find(in: only, among: chats, repository)
      // Those of blocked people are found only where somebody has asked for them.
      let printer = MessagePrinter(
        json: options.json, namesChat: only == nil, namesMessages: ids, unfolds: true)
      for (chatID, message) in found {
        guard let chat = chats.first(where: { $0.id == chatID }) else { continue }
        try printer.print(message, chat: chat)
      }
      if found.isEmpty { Output.note("Nothing found.") }
    }
  }

  private func find(
    in only: ChatID?, among chats: [ChatSummary], _ repository: ChatRepository
  ) async throws -> [(chatID: ChatID, message: Message)] {
    let now = Live.now()
    let time = TimeText(environment: Live.environment)
    var search: MessageSearch
    do {
      search = try MessageSearch(parsing: words.joined(separator: " "), among: chats) {
        time.startOfDay($0, now: now)
      }
    } catch {
      throw Failure(error.reason, code: .usage)
    }
    // Words alone are found also while a full disk keeps new messages out of the index, and from blocked people too.
    guard search != MessageSearch(words: search.words) else {
      return try await repository.search(search.words, in: only, limit: limit)
    }
    if let only {
      search.chats = search.chats.map { $0.filter { $0 == only } } ?? [only]
    }
    return try await repository.search(search, limit: limit).map { ($0.chat, $0.message) }
  }
}
