import ArgumentParser
import ChatCore
import ChatModel
import CommandSupport
import Foundation

struct EventsCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "events", abstract: "Print what happened to each message and chat.",
    discussion: """
      Prints one line for each event, oldest first. With --follow it goes on with new events until \
      Ctrl+C. The local copy keeps the newest 20,000 events.
      """)

  @OptionGroup var options: GlobalOptions

  @Option(name: .long, help: "Print only this chat: its id, the start of it, or its title.")
  var chat: String?

  @Option(name: .long, help: "First print this many of the newest events.")
  var last = 100

  @Flag(name: .long, help: "Go on with new events, and sync meanwhile.")
  var follow = false

  func validate() throws {
    guard (0...20_000).contains(last) else { throw ValidationError("--last must be 0 to 20000.") }
  }

  func run() async throws {
    try await Session.with(options) { session in
      let repository = session.repository
      var only: ChatID?
      if let chat { only = try await repository.chat(matching: chat).id }
      let known = try await repository.journal(in: only, limit: 20_000).suffix(last)
      var names = try await chatNames(repository)
      for entry in known { try print(entry, names) }
      guard follow else { return }
      do throws(Failure) { try session.ensureCloud() } catch { Output.note(error.message) }
      var newest = try await repository.currentNewestJournalEntry()
      try await session.whileSyncing {
        for try await _ in repository.newestJournalEntry() {
          names = try await chatNames(repository)
          while true {
            let page = try await repository.journal(after: newest, limit: 500)
            for entry in page where only == nil || entry.chatID == only { try print(entry, names) }
            guard let last = page.last else { break }
            newest = last.id
          }
        }
      }
    }
  }

  private func chatNames(_ repository: ChatRepository) async throws -> [ChatID: String] {
    let chats = try await repository.currentChatSummaries()
    return Dictionary(chats.map { ($0.id, $0.name) }) { first, _ in first }
  }

  private func print(_ entry: JournalEntry, _ names: [ChatID: String]) throws {
    let chat = entry.chatID.flatMap { names[$0] }
    if options.json {
      return try Output.json(EventJSON(entry, chat: chat))
    }
    var words = [Output.time(entry.time, to: .milliseconds), entry.kind.rawValue]
    if let chat { words.append("‘\(Output.harmless(chat))’") }
    if let recordName = entry.recordName {
      words.append(recordName.isEmpty ? "the chat itself" : Output.harmless(recordName))
    }
    if let detail = entry.detail { words.append("(\(Output.harmless(detail)))") }
    try Output.line(words.joined(separator: "  "))
  }
}

/// An event as `--json` prints it.
struct EventJSON: Encodable {
  var id: Int64
  var time: Date
  var event: String
  var chat: String?
  var record: String?
  var detail: String?

  init(_ entry: JournalEntry, chat: String?) {
    id = entry.id
    time = entry.time
    event = entry.kind.rawValue
    self.chat = chat
    record = entry.recordName
    detail = entry.detail
  }
}
