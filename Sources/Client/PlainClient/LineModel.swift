package import ChatCore
package import ChatModel
package import ChatWords
package import ClientSettings
package import Foundation
import TerminalUI

/// The client line by line: takes lines, and says lines.
///
/// Invariants:
/// 1. Everything that is said passes `say`, which lets no control or direction character through.
/// 2. A message counts as seen when it was said, and not while it waits for `more`.
/// 3. What a person writes is in the replica before `take` returns; only a removal waits for `undo`.
@MainActor
package final class LineModel {
  /// The services that the model needs from the process.
  package struct Services: Sendable {
    package var now: @Sendable () -> Date
    package var time: TimeText
    /// Lines that are said before `more` continues; nil for all.
    package var pageLines: Int?
    /// The folder for files that are saved without naming one.
    package var downloads: @Sendable () throws -> URL
    /// The settings, or why they are not used; as they were at the start.
    package var settings: SettingsNews
    /// How the client was started, for the commands that are said to be typed beside it.
    package var options: WindowOptions

    package init(
      now: @escaping @Sendable () -> Date, time: TimeText, pageLines: Int?,
      settings: SettingsNews = .settings(Settings()),
      downloads: @escaping @Sendable () throws -> URL,
      options: WindowOptions = WindowOptions()
    ) {
      self.now = now
      self.time = time
      self.pageLines = pageLines
      self.settings = settings
      self.downloads = downloads
      self.options = options
    }

    /// Whether new chats are sealed.
    var sealsNewChats: Bool { settings.usable.chats.sealed }
  }

  /// Something to say; a message of the open chat counts as seen with its last line.
  struct Item {
    var lines: [String]
    var message: Message?
    /// No unread message of the chat stands between this place and the message.
    var follows = MessageCursor.first
  }

  /// A question that the next line answers.
  struct Question {
    var perform: @MainActor () async throws -> Void
    /// The message that ‘no’ sends; nil where it does nothing.
    var message: String?
    /// The text to which every other line is added; nil where another line is refused.
    var paste: String?
    var since: Date
  }

  /// Messages of a chat that are read at a time.
  static let pageMessages = 10

  let repository: ChatRepository
  let services: Services
  let settings: Settings
  private let optionalSharing: ChatSharing?

  package internal(set) var openChat: ChatID?
  /// Whether the person wants to leave.
  package internal(set) var isEnded = false
  /// Whether a line could not be carried out, or a message was refused.
  package private(set) var hasFailed = false
  /// A message whose removal can still be undone.
  package internal(set) var pendingRemoval: MessageID?

  var numbers = MessageNumbers()
  var question: Question?
  /// The items that `more` prints.
  var rest: [Item] = []
  /// The oldest and the newest message of the open chat that were said or passed over.
  var top: MessageCursor?
  var bottom: MessageCursor?
  /// Whether messages of the open chat that are newer than `bottom` were left out.
  var hasGap = false
  /// Every unread message of the open chat up to here was said or passed over.
  var saidThrough = MessageCursor.first
  /// Files that are saved as soon as they are here, and where.
  var awaitedFiles: [(message: MessageID, place: URL)] = []
  var news = LineNews()
  private var said: [String] = []
  /// The message that was said last.
  private var lastSaid: MessageCursor?

  package init(
    repository: ChatRepository, sharing: ChatSharing?, services: Services
  ) {
    self.repository = repository
    optionalSharing = sharing
    self.services = services
    settings = services.settings.usable
  }

  var words: LineWords {
    LineWords(
      time: services.time, now: services.now(), showsTimes: settings.screen.timestamps)
  }

  /// The way to the cloud; nil where there is none.
  var cloud: ChatSharing? { optionalSharing }

  /// - Throws: `ChatError.offline` where there is no way to a cloud.
  func sharing() throws -> ChatSharing {
    guard let optionalSharing else { throw ChatError.offline(reason: "No cloud is configured.") }
    return optionalSharing
  }

  /// Begins: says what there is, and opens a chat if one is wanted.
  ///
  /// - Parameter chat: the name of the chat, or the start of it.
  /// - Returns: the text to print.
  package func start(opening chat: String?) async -> [String] {
    await perform {
      try await self.greet()
      if let chat { try await self.open(named: chat) }
    }
  }

  /// Takes a line that the person has written.
  ///
  /// - Returns: the text to print.
  package func take(_ line: String) async -> [String] {
    await perform {
      if let question = self.question { return try await self.answer(line, to: question) }
      let input = LineInput(line)
      if !input.isUndo { try await self.performRemoval() }
      try await self.take(input)
    }
  }

  /// Takes note of changes of the replica.
  ///
  /// - Returns: the text to print.
  package func look() async -> [String] { await perform { try await self.tellNews() } }

  /// Performs what could still be undone.
  ///
  /// - Returns: the text to print.
  package func undoExpired() async -> [String] { await perform { try await self.performRemoval() } }

  /// Ends: performs what could still be undone, and nothing that was asked about.
  ///
  /// - Returns: the text to print.
  package func end() async -> [String] {
    await perform {
      if self.question != nil {
        self.question = nil
        self.fail("The question was not answered, so nothing was done.")
      }
      try await self.performRemoval()
    }
  }

  private func take(_ input: LineInput) async throws {
    switch input {
    case .nothing: if !rest.isEmpty { try await more() }
    case .message(let text): try await send(text)
    case .paste(let text): try await ask(aboutPaste: text)
    case .unknown(let name, let line):
      if let file = PathText.droppedFile(line) {
        throw LineRefusal(
          "\(DisplayText.singleLine(line)) is a file. attach \(PathText.written(file.path)) sends it; a second slash "
            + "before it sends the path as text.")
      }
      throw LineRefusal(
        "There is no command ‘/\(name)’. help lists the commands; //\(name) sends it as text.")
    case .command(let command, let argument, let isPlain):
      // A pipe says what it means.
      let isDoubtful = isPlain && services.pageLines != nil
      switch command.form {
      case .day: try await command.perform(self, argument)
      case .optionalText where isDoubtful: askWhetherCommand(command, argument)
      case .text where isDoubtful && !argument.isEmpty: askWhetherCommand(command, argument)
      case .message where isDoubtful && !argument.isEmpty && argument.first?.isNumber != true:
        ask(["\(command.name) wants the number of a message. Is the line a message to send?"]) {
          try await self.send("\(command.name) \(argument)")
        }
      case .alone, .number, .message, .words, .text, .optionalText, .link, .file, .choice, .time,
        .command:
        try await command.perform(self, argument)
      }
    }
  }

  private func askWhetherCommand(_ command: LineCommand, _ argument: String) {
    let words = command.verb.title + (argument.isEmpty ? "." : ": \(argument)")
    ask(
      ["Is this a command? \(words)", "no sends the line as a message."],
      message: "\(command.name) \(argument)".trimmedBlanks
    ) {
      try await command.perform(self, argument)
    }
  }

  /// Asks whether lines that came at once are a message.
  ///
  /// The rest of the text, which the terminal still holds, comes with the next Enter and is added.
  private func ask(aboutPaste text: String) async throws {
    _ = try await requireChat()
    let lines = text.trimmedBlanks.split(separator: "\n", omittingEmptySubsequences: false)
    let count = DisplayText.count(lines.count, "line")
    ask(["\(count) came at once. Send them as one message? A further line is added."], paste: text)
    {
      try await self.send(text)
    }
  }

  private func answer(_ line: String, to question: Question) async throws {
    let word = line.trimmedBlanks.lowercased()
    guard ["yes", "y", "no", "n"].contains(word) else {
      guard let paste = question.paste else { throw LineRefusal("Please answer yes or no.") }
      return try await ask(aboutPaste: paste + "\n" + LineInput.withoutControls(line))
    }
    // A pipe knows the questions.
    let age = abs(services.now().timeIntervalSince(question.since))
    guard services.pageLines == nil || age >= ConsequenceWords.blinkSeconds else {
      throw LineRefusal("That came too soon to be an answer. Please answer yes or no.")
    }
    self.question = nil
    if word.hasPrefix("y") { return try await question.perform() }
    if let text = question.message { return try await send(text) }
    say("Nothing was done.")
  }

  /// Asks before something that a person may not want.
  ///
  /// - Parameters:
  ///   - lines: the consequences, and for whom.
  ///   - message: the text that ‘no’ sends.
  ///   - paste: the text to which other lines are added.
  ///   - perform: the effect of ‘yes’.
  func ask(
    _ lines: [String], message: String? = nil, paste: String? = nil,
    perform: @escaping @MainActor () async throws -> Void
  ) {
    question = Question(
      perform: perform, message: message, paste: paste, since: services.now())
    for line in lines { say(line) }
    say("yes or no?")
  }

  // MARK: Saying

  /// Says a sentence.
  func say(_ line: String) {
    said.append(DisplayLine.harmless(line))
  }

  /// Says an item whole, and notes how far the open chat was said.
  func say(_ item: Item) {
    item.lines.forEach(say)
    guard let cursor = item.message?.cursor else { return }
    lastSaid = cursor
    if !hasGap || item.follows <= saidThrough { saidThrough = max(saidThrough, cursor) }
  }

  /// Says items up to a page; `more` says the rest.
  func say(_ items: [Item]) async throws {
    dropRest()
    rest = items
    try await more()
  }

  /// Leaves out what waits for `more`: it stays unread, and `newer` says it.
  func dropRest() {
    if rest.contains(where: { ($0.message?.cursor ?? .first) > saidThrough }) {
      (bottom, hasGap) = (lastSaid ?? bottom, true)
    }
    rest = []
  }

  func more() async throws {
    guard !rest.isEmpty else { return say("That was all.") }
    var count = 0
    let limit = services.pageLines ?? .max
    while let item = rest.first, count == 0 || count + item.lines.count <= limit {
      say(item)
      count += item.lines.count
      rest.removeFirst()
    }
    let left = rest.reduce(0) { $0 + $1.lines.count }
    if left > 0 { say("more says \(DisplayText.count(left, "more line")).") }
    try await markSeen()
  }

  private func perform(_ body: () async throws -> Void) async -> [String] {
    do {
      try await body()
    } catch let refusal as LineRefusal {
      fail(refusal.reason)
    } catch let error as ChatError {
      fail(services.options.addressed(error.description))
    } catch is CancellationError {
      // The client ends.
    } catch {
      fail("An unexpected error happened: \(error).")
    }
    defer { said = [] }
    return said
  }

  func fail(_ reason: String) {
    noteFailure()
    say(reason)
  }

  /// The exit code of a client that reads a pipe says that something was not done.
  func noteFailure() { hasFailed = true }
}
