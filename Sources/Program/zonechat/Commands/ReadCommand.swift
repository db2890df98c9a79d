import ArgumentParser
import ChatCore
import ChatModel
import ChatStore
import ChatUI
import ChatWords
import CommandSupport
import Foundation
import TerminalUI

struct ReadCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "read", abstract: "Print a chat's messages, oldest first, and mark them as seen.",
    discussion: FoldingOptions.discussion)

  @OptionGroup var freshness: FreshnessOptions
  @OptionGroup var options: GlobalOptions
  @OptionGroup var target: ChatArgument
  @OptionGroup var folding: FoldingOptions

  @Option(name: .long, help: "How many of the newest messages to print; 0 prints all.")
  var limit = 50

  @Flag(name: .long, help: "Print each message's id before it.")
  var ids = false

  @Flag(name: .long, help: "Do not mark the messages as seen.")
  var peek = false

  func validate() throws {
    guard limit >= 0 else { throw ValidationError("--limit must be 0 or more.") }
  }

  func run() async throws {
    try await Session.with(options) { session in
      try await freshness.refresh(session, options)
      let repository = session.repository
      let found = try await repository.chat(matching: target.chat)
      let messages = try await repository.page(
        in: found.id, before: nil, limit: limit == 0 ? Int.max : limit)
      let printer = MessagePrinter(
        json: options.json, namesMessages: ids, unfolds: folding.unfold)
      let isAll = limit == 0 || messages.count < limit
      let events = try await repository.events(
        in: found.id, since: isAll ? nil : messages.first?.timestamp)
      try printer.print(messages, and: events, chat: found)
      if !options.json {
        for words in SealedWords.sentences(about: found) { Output.note(Output.harmless(words)) }
        if let reason = AccessWords.closing(of: found) {
          try Output.line("-- " + DisplayText.singleLine(reason))
        } else if messages.isEmpty {
          Output.note("No messages yet.")
        }
      }
      if !peek, let newest = messages.map(\.id.rawValue).max() {
        do {
          try await repository.markSeen(found.id, through: MessageID(rawValue: newest))
        } catch let error as ChatError where error.isStorageTrouble {
          Output.note("The messages stay unread: \(error)")
        }
      }
    }
  }
}

/// What a command prints of people whom one has blocked.
struct FoldingOptions: ParsableArguments {
  static let discussion = """
    Messages of people whom you have blocked are one line that says how many they are. --unfold prints them like \
    others, and --json always does.
    """

  @Flag(name: .long, help: "Print the messages of people whom you have blocked, too.")
  var unfold = false
}

/// Prints messages as lines for people or for programs.
struct MessagePrinter {
  var json: Bool
  /// Whether each line says which chat it is from.
  var namesChat: Bool
  /// Whether each message's id stands before it.
  var namesMessages: Bool
  /// Whether messages of blocked people are printed like others.
  ///
  /// In JSON they always are, so that no script misses one.
  var unfolds: Bool

  init(
    json: Bool, namesChat: Bool = false, namesMessages: Bool = false, unfolds: Bool
  ) {
    self.json = json
    self.namesChat = namesChat
    self.namesMessages = namesMessages
    self.unfolds = unfolds
  }

  private func folds(_ message: Message) -> Bool {
    !json && !unfolds && message.isOfBlockedPerson
  }

  /// Prints messages, and each event before the first message that is later.
  func print(_ messages: [Message], and events: [ChatEvent], chat: ChatSummary) throws {
    var events = events[...]
    // Those that follow one another are one line.
    var folded: (first: Message, fold: Message.Fold)?
    func endFold() throws {
      if let folded { try print(folded.fold, since: folded.first.timestamp, chat: chat) }
      folded = nil
    }
    for message in messages {
      while let event = events.first, event.time < message.timestamp {
        try endFold()
        try print(event, chat: chat)
        events.removeFirst()
      }
      if folds(message) {
        folded = (folded?.first ?? message, message.folded(behind: folded?.fold))
      } else {
        try endFold()
        try print(message, chat: chat)
      }
    }
    try endFold()
    for event in events { try print(event, chat: chat) }
  }

  private func print(_ fold: Message.Fold, since time: Date, chat: ChatSummary) throws {
    try print(
      "\(BlockWords.line(fold)); --unfold prints \(fold.count == 1 ? "it" : "them").", at: time,
      chat)
  }

  /// Prints a line that is no message.
  private func print(_ sentence: String, at time: Date, _ chat: ChatSummary) throws {
    let place = namesChat ? "[\(DisplayText.singleLine(chat.name))] " : ""
    try Output.line("-- \(Output.time(time))  \(place)\(DisplayText.singleLine(sentence))")
  }

  func print(_ event: ChatEvent, chat: ChatSummary) throws {
    if json { return try Output.json(ChatEventJSON(event, chat: chat.zoneName)) }
    try print(event.sentence, at: event.time, chat)
  }

  func print(_ message: Message, chat: ChatSummary) throws {
    if json {
      try Output.json(MessageJSON(message, chat: chat.zoneName))
      return
    }
    if folds(message) {
      return try print(message.folded(behind: nil), since: message.timestamp, chat: chat)
    }
    let time = Output.time(message.timestamp)
    let mark =
      switch message.delivery {
      case .received, .sent: ""
      case .read(let count, let others): "  [read by \(count) of \(others)]"
      case .queued, .sending: "  [queued]"
      case .waiting(_, let reason): "  [waiting: \(reason)]"
      case .failed(let reason): "  [failed: \(reason)]"
      }
    let place = namesChat ? "[\(DisplayText.singleLine(chat.name))] " : ""
    let id = namesMessages ? "\(message.recordName)  " : ""
    let head = "\(id)\(time)  \(place)\(SenderWords.full(message, own: nil)): "
    if let quote = message.replyTo, !message.isDeleted {
      try Output.line("  " + Output.harmless(MessageWords.quote(quote), indent: "    "))
    }
    try Output.line(head + Output.harmless(MessageWords.text(of: message), indent: "    ") + mark)
    // Indented less than any further line of a text can be.
    if let reactions = MessageWords.reactions(to: message) { try Output.line("  + " + reactions) }
  }
}
