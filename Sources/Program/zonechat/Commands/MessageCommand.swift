import ArgumentParser
import ChatCore
import ChatModel
import ChatWords
import ClientSettings
import CloudClient
import CloudModel
import CloudSync
import CommandSupport

struct MessageCommand: AsyncParsableCommand, TakesText {
  static let configuration = CommandConfiguration(
    .message,
    discussion: """
      Where there is no chat of the two of you, it begins with this message. A person who is in a chat with you has it \
      in their list at once; everybody else finds an invitation with the first words.

      Somebody whom you have not met yet is looked up in the cloud, so that needs a connection. The command prints the \
      message's id, and says on standard error whether the cloud has the message already.
      """)

  @OptionGroup var options: GlobalOptions

  @Argument(help: "The name of the person's account.", completion: Completions.people)
  var name: String

  @Argument(help: "The text. With - or without a text, standard input is read.")
  var text: String?

  @Flag var kind: Kind?

  enum Kind: EnumerableFlag {
    case sealed
    case plain

    static func help(for kind: Kind) -> ArgumentHelp? {
      switch kind {
      case .sealed: "Write in a sealed chat of the two of you, which the cloud cannot read."
      case .plain: "Begin a plain chat where there is none, whatever your settings say."
      }
    }
  }

  /// What a chat is that begins with the message.
  private var chatKind: DirectChatKind {
    switch kind {
    case .sealed: .sealedAlone
    case .plain: .plain
    case nil: SettingsFile.sealsNewChats ? .sealed : .plain
    }
  }

  @Flag(
    name: .long,
    help: "Wait until the cloud has the message; exit code 4 means that it took too long.")
  var wait = false

  @Option(
    name: .long, help: ArgumentHelp("The longest time to wait with --wait.", valueName: "seconds"))
  var timeout = 30

  func validate() throws {
    guard timeout > 0 else { throw ValidationError("--timeout must be a positive number.") }
  }

  func run() async throws {
    try await Session.with(options) { session in
      let repository = session.repository
      let kind = chatKind
      // Before standard input is read: a wrong name costs nobody a text.
      if try await repository.addressee(named: name) == nil || kind != .plain {
        try session.ensureCloud()
      }
      let id = try await repository.chat(with: name, asking: session.sharing, kind: kind)
      guard let chat = try await repository.currentChatSummaries().first(where: { $0.id == id })
      else { throw ChatError.chatGone }
      let known = try await repository.currentConnectionStatus().sync.reason
      let message = try await repository.send(try await wholeText(), to: id)
      try await session.report(
        onSending: [message], in: chat, options, timeout: wait ? timeout : nil, known: known)
    }
  }

  private func wholeText() async throws -> String {
    if let text, text != "-" { return text }
    return try await InputText().whole()
  }
}
