import ArgumentParser
import ChatCore
import ChatModel
import CloudModel
import CloudSync
import CommandSupport
import Foundation

struct SendCommand: AsyncParsableCommand, TakesText {
  static let configuration = CommandConfiguration(
    commandName: "send", abstract: "Send one or more messages.",
    discussion: """
      The message is saved on this machine before the command returns. The command prints the \
      message's id, and says on standard error whether the cloud has the message already.

      The word behind the chat is the text, also if it begins with a dash. Write -- before a text that is like one \
      of the options: zonechat send CHAT -- --wait
      """)

  @OptionGroup var options: GlobalOptions
  @OptionGroup var target: ChatArgument

  @Argument(
    help: "The text. With - or without a text, standard input is read, unless --attach is given.")
  var text: String?

  @Flag(
    name: .long,
    help: ArgumentHelp(
      "Send each line of standard input as a message, as soon as it is there.",
      discussion: "Empty lines are left out. A line that is no text ends the command."))
  var lines = false

  @Option(
    name: .long,
    help: ArgumentHelp(
      "A file to send with the message; the text may be left out.",
      discussion: """
        Given several times, it sends a message for each file, or none if one file cannot be sent. The first message \
        has the text.
        """,
      valueName: "file"),
    completion: .file())
  var attach: [String] = []

  @Option(
    name: .long,
    help: ArgumentHelp(
      "The message that this one answers: its id, the start or the end of it, or ‘last’.",
      valueName: "message"), completion: Completions.messages)
  var replyTo: String?

  @Flag(
    name: .long,
    help: "Wait until the cloud has the message; exit code 4 means that it took too long.")
  var wait = false

  @Option(
    name: .long, help: ArgumentHelp("The longest time to wait with --wait.", valueName: "seconds"))
  var timeout = 30

  func validate() throws {
    if lines, replyTo != nil { throw ValidationError("--reply-to cannot be used with --lines.") }
    if lines, !attach.isEmpty { throw ValidationError("--attach cannot be used with --lines.") }
    if lines, text != nil, text != "-" {
      throw ValidationError("--lines reads standard input. Leave out the text.")
    }
    guard timeout > 0 else { throw ValidationError("--timeout must be a positive number.") }
  }

  func run() async throws {
    try await target.with(options) { session, found in
      if lines {
        return try await LineSender(
          session: session, chat: found, options: options,
          limit: .seconds(wait ? timeout : 5), mustArrive: wait
        ).run()
      }
      let known = try await session.repository.currentConnectionStatus().sync.reason
      // Read once: it may have to be sent twice.
      let text = try await wholeText()
      let ids = try await session.withFreshRights {
        try await send(text, to: found, in: session)
      }
      try await session.report(
        onSending: ids, in: found, options, timeout: wait ? timeout : nil, known: known)
    }
  }

  private func send(
    _ text: String, to chat: ChatSummary, in session: Session
  ) async throws -> [MessageID] {
    let repository = session.repository
    var answered: String?
    if let replyTo {
      let id = try await session.finding(options) {
        try await session.message(matching: replyTo, last: .any, in: chat)
      }
      answered = try await repository.message(id).recordName
    }
    guard !attach.isEmpty else {
      return [try await repository.send(text, to: chat.id, replyingTo: answered)]
    }
    return try await repository.send(
      text, attaching: attach.map { FileAddress.file($0) }, to: chat.id, replyingTo: answered)
  }

  private func wholeText() async throws -> String {
    if let text, text != "-" { return text }
    if text == nil, !attach.isEmpty { return "" }
    let input = try await InputText().whole()
    guard !input.allSatisfy(\.isWhitespace) else {
      throw Failure(
        "Standard input has no text, so nothing was sent. A text that is like an option has -- before it: zonechat send "
          + "CHAT -- --wait")
    }
    return input
  }
}
