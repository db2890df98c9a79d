import ArgumentParser
import ChatCore
import ChatModel
import ChatWords
import CommandSupport
import Foundation

struct OutboxCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: ChatVerb.outbox.name, abstract: ChatVerb.outbox.title + ".",
    subcommands: [OutboxListCommand.self, OutboxRetryCommand.self, OutboxDropCommand.self],
    defaultSubcommand: OutboxListCommand.self)
}

struct OutboxListCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "list", abstract: "List the changes that wait or have failed, and why.")

  @OptionGroup var options: GlobalOptions

  @Option(name: .long, help: "List only this chat: its id, the start of it, or its title.")
  var chat: String?

  @Flag(name: .long, help: "Print also what can be done about each change, and its history.")
  var explain = false

  @Flag(name: .long, help: "Print the id before each change that has one.")
  var ids = false

  func run() async throws {
    try await Session.with(options) { session in
      let repository = session.repository
      var only: ChatID?
      if let chat { only = try await repository.chat(matching: chat).id }
      let items = try await repository.outbox(of: only)
      let connection = try await repository.currentConnectionStatus()
      for item in items {
        let history =
          explain
          ? try await repository.journal(of: item.recordName, in: item.chatID, limit: 20_000)
          : []
        let why = OutboxExplanation(item: item, connection: connection)
        if options.json {
          try Output.json(OutboxJSON(item, why: why.sentence, history: explain ? history : nil))
        } else {
          let id = ids && item.isDroppable ? item.recordName + "  " : ""
          guard explain else {
            try Output.line(id + why.reasonedLine)
            continue
          }
          try Output.line(id + why.line)
          try Output.line("    " + why.sentence)
          for entry in history.suffix(8) { try Output.line("    " + OutboxExplanation.line(entry)) }
        }
      }
      if items.isEmpty, !options.json { Output.note("The outbox is empty.") }
    }
  }
}

struct OutboxRetryCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "retry", abstract: "Queue the failed changes of a chat again.")

  @OptionGroup var options: GlobalOptions
  @OptionGroup var target: ChatArgument

  func run() async throws {
    try await target.with(options) { session, found in
      let count = try await session.repository.retryAll(in: found.id)
      try await session.finish(
        DoneJSON(action: "retry", chat: found.zoneName, count: count), of: found.id, [],
        json: options.json,
        words: count == 0 ? "Nothing has failed." : "\(count) queued again.",
        later: "The changes are kept, and sent later.")
    }
  }
}

struct OutboxDropCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "drop", abstract: "Discard an unsent message, or the unsent change of a message.",
    discussion: """
      Prints the text, so that it is not lost. Another change that has failed is discarded by its id, which \
      ‘outbox --ids’ prints.
      """)

  @OptionGroup var options: GlobalOptions
  @OptionGroup var target: MessageArgument

  func run() async throws {
    try await target.chat.with(options) { session, found in
      let items = try await session.repository.outbox(of: found.id)
      if let item = items.first(where: {
        $0.recordName == target.message && $0.isDroppableWithoutMessage
      }) {
        try await session.repository.dropFailed(item.recordName, in: found.id)
        guard options.json else { return Output.note("Discarded.") }
        var done = DoneJSON(action: "drop", chat: found.zoneName, message: item.recordName)
        done.isSent = false
        return try Output.json(done)
      }
      let id = try await target.id(options, last: .own, in: found, session)
      var done = try await session.done("drop", id, in: found)
      let text = try await session.repository.drop(id)
      guard options.json else { return try Output.line(Output.harmless(text)) }
      (done.text, done.isSent) = (text, false)
      try Output.json(done)
    }
  }
}

extension OutboxItem {
  /// Whether ‘outbox drop’ takes its id.
  fileprivate var isDroppable: Bool { message != nil || isDroppableWithoutMessage }

  /// Whether it can be discarded although it is no change of a message that is here.
  fileprivate var isDroppableWithoutMessage: Bool {
    message == nil && hasFailed && subject != .chat && subject != .share
  }
}
