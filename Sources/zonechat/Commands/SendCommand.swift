import ArgumentParser
import ChatCore
import ChatModel
import CloudSync
import Composition
import Foundation

struct SendCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "send", abstract: "Send one or more messages.",
    discussion: """
      The message is saved on this machine before the command returns. The command prints ‘sent’ \
      if the cloud has the message, and ‘queued’ if it does not have it yet.
      """)

  /// The most bytes to read from standard input at once.
  private static let inputLimitBytes = 64 * 1024 * 1024

  @OptionGroup var options: GlobalOptions

  @Argument(help: ArgumentHelp("The chat's id, the start of it, or its title.", valueName: "chat"))
  var chat: String

  @Argument(
    help: "The text. With - or without a text, standard input is read, unless --attach is given.")
  var text: String?

  @Flag(name: .long, help: "Send each line of standard input as a message.")
  var lines = false

  @Option(
    name: .long,
    help: ArgumentHelp(
      "A file to send with the message; the text may be left out.", valueName: "file"))
  var attach: String?

  @Option(
    name: .long,
    help: ArgumentHelp(
      "The message that this one answers: its id, the start or the end of it, or ‘last’.",
      valueName: "message"))
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
    if lines, attach != nil { throw ValidationError("--attach cannot be used with --lines.") }
    if lines, text != nil, text != "-" {
      throw ValidationError("--lines reads standard input. Leave out the text.")
    }
    guard timeout > 0 else { throw ValidationError("--timeout must be a positive number.") }
  }

  func run() async throws {
    try await Session.with(options) { session in
      let found = try await session.repository.chat(matching: chat)
      let ids = try await send(to: found, with: session.repository)
      let status = try await session.syncAfterWriting(limit: .seconds(wait ? timeout : 5))
      var messages: [Message] = []
      for id in ids { messages.append(try await session.repository.message(id)) }
      try report(messages, in: found, status: status)
    }
  }

  private func send(
    to chat: ChatSummary, with repository: ChatRepository
  ) async throws -> [MessageID] {
    var answered: String?
    if let replyTo {
      let id = try await repository.message(matching: replyTo, in: chat.id)
      answered = try await repository.message(id).recordName
    }
    guard let attach else {
      let texts = try texts()
      guard let answered else { return try await repository.send(texts, to: chat.id) }
      return [try await repository.send(texts[0], to: chat.id, replyingTo: answered)]
    }
    let text = text == nil ? "" : try texts()[0]
    let file = URL(fileURLWithPath: attach)
    return [
      try await repository.send(text, attaching: file, to: chat.id, replyingTo: answered)
    ]
  }

  private func texts() throws -> [String] {
    if let text, text != "-" { return [text] }
    let data = try FileHandle.standardInput.read(upToCount: Self.inputLimitBytes) ?? Data()
    guard data.count < Self.inputLimitBytes else {
      throw Failure("The input is larger than 64 MiB. Send it in parts.")
    }
    guard let input = String(data: data, encoding: .utf8) else {
      throw Failure("The input is not UTF-8 text. Convert it first, for example with iconv.")
    }
    guard lines else { return [input] }
    let texts = input.split(whereSeparator: \.isNewline).map(String.init)
      .filter { !$0.allSatisfy(\.isWhitespace) }
    guard !texts.isEmpty else { throw ChatError.emptyText }
    return texts
  }

  private func report(
    _ messages: [Message], in chat: ChatSummary, status: SyncStatus
  ) throws {
    if options.json {
      for message in messages { try Output.json(MessageJSON(message, chat: chat.zoneName)) }
    }
    let failures = messages.compactMap { message in
      if case .failed(let reason) = message.delivery { reason } else { nil }
    }
    let queued = messages.count { message in
      message.delivery.isPending
    }
    if let reason = failures.first {
      throw Failure("\(failures.count) of \(messages.count) messages were not sent: \(reason)")
    }
    if !options.json {
      Output.line(queued == 0 ? "sent" : "queued")
    }
    guard queued > 0 else { return }
    let reason = status.obstacle.map { ": \($0)" } ?? ""
    let note =
      "Not sent yet\(reason). Unsent messages are kept, and an open window or ‘zonechat sync’ "
      + "sends them."
    if wait { throw Failure(note, code: .queued) }
    Output.note(note)
  }
}
