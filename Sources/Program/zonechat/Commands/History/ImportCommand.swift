import ArgumentParser
import ChatArchive
import ChatCore
import ChatModel
import CloudModel
import CloudSync
import CommandSupport
import Foundation
import TerminalUI

struct ImportCommand: AsyncParsableCommand, TakesText {
  static let configuration = CommandConfiguration(
    commandName: "import", abstract: "Make a new chat of your own from an archive or a log.",
    discussion: """
      FILE is what ‘zonechat export’ has written, or the log of another program; the files of its messages are beside \
      it. With - standard input is read, and the files are in the present folder. The whole archive is checked \
      before anything is imported. The cloud takes you for the sender of every message, so a message of somebody else begins \
      with their name and the word ‘imported’. What the archive has under your own account becomes your own words: import only \
      archives that you trust. Messages that were removed, events and earlier texts are left out.

      The logs of WeeChat and irssi, and a room that Element has exported as JSON, can be imported too. Everything in them is \
      somebody else's, with the name that stands there; who came and went is left out.

      The chat is printed at the beginning. An import that was interrupted goes on with --into and that chat; a message that \
      is there already is not imported again.
      """)

  struct Report: Encodable {
    var chat: String
    var title: String
    /// Messages that were written, and those that were there already.
    var imported: Int
    var existing: Int
    /// Messages that were left out because they were removed.
    var removed: Int
    /// Files that came with the archive, and those whose bytes it did not have.
    var files: Int
    var missingFiles: Int
    var isSent: Bool
    var reason: String?
  }

  @OptionGroup var options: GlobalOptions

  @Argument(
    help: "The archive or log; - is standard input.",
    completion: .file(extensions: ["jsonl", "json", "log", "weechatlog"]))
  var file: String

  @Option(name: .long, help: "The form of the file; without this, its content decides.")
  var format: ImportFormat?

  @Option(
    name: .long,
    help: ArgumentHelp(
      "Where a log was written, such as Europe/Warsaw; the default is this machine's zone.",
      valueName: "zone"))
  var timeZone: String?

  @Flag(name: .long, help: "Check the file and say what it has, but import nothing.")
  var dryRun = false

  @Option(
    name: .long,
    help:
      "The new chat's title; the default is that in the archive, marked if a chat has it already.")
  var title: String?

  @Option(
    name: .long,
    help: ArgumentHelp(
      "Import into this chat of your own, only what is not there yet.", valueName: "chat"),
    completion: Completions.chats)
  var into: String?

  @Flag(
    name: .long,
    help: "Wait until the cloud has everything; exit code 4 means that it took too long.")
  var wait = false

  @Option(
    name: .long, help: ArgumentHelp("The longest time to wait with --wait.", valueName: "seconds"))
  var timeout = 60

  func validate() throws {
    guard timeout > 0 else { throw ValidationError("--timeout must be a positive number.") }
    if let timeZone, TimeZone(identifier: timeZone) == nil {
      throw ValidationError("There is no time zone ‘\(timeZone)’. Write for example Europe/Warsaw.")
    }
    if dryRun, options.json {
      throw ValidationError("--dry-run says in words what the file has. Leave out --json.")
    }
    if title != nil, into != nil {
      throw ValidationError("--title is for a new chat. ‘zonechat rename’ changes that of another.")
    }
  }

  func run() async throws {
    try await Session.with(options) { session in
      let repository = session.repository
      let progress = ProgressLine(options)
      defer { ProgressLine.clear() }
      let (archive, roomTitle) = try findArchive(for: repository.account.name, progress)
      let importing = MessageImport(archive, by: repository.account, now: Live.now())
      // Before the file is read: a chat that does not fit is known at once.
      let existing = try await existingChat(session)
      var checked = try ArchiveCheck(archive, importing) { line in
        progress.show("Checking line \(line)")
      }.run()
      if let roomTitle { checked.title = roomTitle }
      let contents = checked
      if dryRun { return try say(contents) }
      let chat = try await chat(existing, for: contents, session)
      if !options.json { try Output.line(chat.zoneName) }
      let before = try await repository.newestArrival(in: chat.id)
      let report = try await ChatImporter(
        repository: repository, chat: chat.id, file: archive, importing
      ) { count in
        progress.show("Importing \(count) of \(contents.messages - contents.removed) messages")
      }.run()
      let after = try await repository.newestArrival(in: chat.id)
      let sending = Sending(session: session, chat: chat, ids: before...max(before, after))
      let obstacle =
        wait
        ? try await sending.wait(limit: .seconds(timeout), progress)
        : try await session.syncAfterWriting().reason
      try await say(report, contents, sending, obstacle: obstacle)
    }
  }

  /// What is imported: the file, or what is made of another program's log, with the title that this one has.
  private func findArchive(
    for account: String, _ progress: ProgressLine
  ) throws -> (archive: ArchiveFile, roomTitle: String?) {
    let source =
      file == "-"
      ? try ArchiveFile(
        reading: .standardInput,
        in: URL(fileURLWithPath: FileManager.default.currentDirectoryPath, isDirectory: true))
      : try ArchiveFile(FileAddress.file(file))
    let form = try format ?? ImportFormat(of: source)
    guard form != .zonechat else { return (source, nil) }
    var converter = LogConverter(
      form, timeZone: timeZone.flatMap { TimeZone(identifier: $0) } ?? .current, account: account,
      now: Live.now())
    let (archive, report) = try converter.archive(from: source) { number in
      progress.show("Reading line \(number)")
    }
    if report.unreadable > 0 {
      Output.note(
        "\(DisplayText.count(report.unreadable, "line")) cannot be read as \(form.rawValue) and left out, the first is "
          + "number \(report.firstUnreadable ?? 0).")
    }
    if report.recoded > 0 {
      Output.note("\(DisplayText.count(report.recoded, "line")) read as Latin-1, not UTF-8.")
    }
    return (archive, converter.roomTitle.isEmpty ? nil : converter.roomTitle)
  }

  /// Says what would be imported.
  private func say(_ contents: ArchiveCheck.Contents) throws {
    let count = contents.messages - contents.removed
    let missing =
      contents.missingFiles > 0
      ? ", without the bytes of \(DisplayText.count(contents.missingFiles, "file"))" : ""
    try Output.line(
      Output.harmless(
        "\(DisplayText.count(count, "message")) with \(DisplayText.count(contents.files, "file"))\(missing) can be imported. "
          + "Nothing was imported."))
  }

  private func existingChat(_ session: Session) async throws -> ChatSummary? {
    guard let into else { return nil }
    let chat = try await session.chat(matching: into, options)
    guard chat.isOwn else { throw ChatError.notOwner(chat: chat.name) }
    if case .sealed(let reason) = chat.access {
      throw ChatError.sealed(chat: chat.name, reason: reason)
    }
    return chat
  }

  private func chat(
    _ existing: ChatSummary?, for contents: ArchiveCheck.Contents, _ session: Session
  ) async throws -> ChatSummary {
    if let existing { return existing }
    let repository = session.repository
    let taken = Set(try await repository.currentChatSummaries().map(\.name))
    let id = try await repository.createChat(title: title ?? freeTitle(for: contents, among: taken))
    guard let chat = try await repository.currentChatSummaries().first(where: { $0.id == id })
    else { throw Failure("The chat has disappeared. ‘zonechat chats’ lists the chats.") }
    return chat
  }

  /// The archive's title, or the file's name if it has none; marked if a chat is called that already.
  private func freeTitle(for contents: ArchiveCheck.Contents, among taken: Set<String>) -> String {
    let stem =
      file == "-"
      ? "Archive" : FileAddress.file(file).deletingPathExtension().lastPathComponent
    let archived = ChatTitle.isVisible(contents.title) ? contents.title : stem
    let mark = " (imported)"
    let title = String(ChatTitle.bounded(archived).prefix(ChatTitle.limit - mark.count))
    return taken.contains(title) ? title + mark : title
  }

  private func say(
    _ report: ChatImporter.Report, _ contents: ArchiveCheck.Contents, _ sending: Sending,
    obstacle: String?
  ) async throws {
    let delivery = try await sending.delivery()
    let waiting = try await sending.waitingCount()
    if options.json {
      try Output.json(
        Report(
          chat: sending.chat.zoneName, title: sending.chat.name, imported: report.written,
          existing: report.existing, removed: contents.removed, files: contents.files,
          missingFiles: contents.missingFiles,
          isSent: waiting == 0 && delivery.failed == 0,
          reason: delivery.reason ?? (waiting > 0 ? obstacle : nil)))
    } else {
      note(report, contents, in: sending.chat)
    }
    if let reason = delivery.reason {
      throw Failure("\(DisplayText.count(delivery.failed, "message")) cannot be sent: \(reason)")
    }
    guard waiting > 0 else { return }
    let reason = obstacle.map { ": " + $0 } ?? ""
    let words =
      "\(DisplayText.count(waiting, "change")) not sent yet\(reason). An open window or ‘zonechat sync’ sends them."
    if wait { throw Failure(words, code: .queued) }
    Output.note(words)
  }

  private func note(
    _ report: ChatImporter.Report, _ contents: ArchiveCheck.Contents, in chat: ChatSummary
  ) {
    let existing = report.existing > 0 ? "; \(report.existing) were there already" : ""
    Output.note(
      "\(DisplayText.count(report.written, "message")) imported into \(chat.quotedName)\(existing)."
    )
    if contents.removed > 0 {
      Output.note("\(DisplayText.count(contents.removed, "removed message")) left out.")
    }
    if contents.missingFiles > 0 {
      Output.note(
        "The archive does not have the bytes of \(DisplayText.count(contents.missingFiles, "file")). The messages say so."
      )
    }
    if !contents.isComplete {
      Output.note("The archive was made before all older messages had been fetched.")
    }
  }
}

extension ImportFormat: ExpressibleByArgument {}

/// The imported messages on their way to the cloud.
private struct Sending {
  let session: Session
  let chat: ChatSummary
  /// The messages that were written; another window's own ones may be among them.
  let ids: ClosedRange<MessageID>

  func delivery() async throws -> BatchDelivery {
    try await session.repository.currentDelivery(of: ids, in: chat.id)
  }

  /// The number of messages that wait; if none waits, the number of reactions and pins, which follow them.
  func waitingCount() async throws -> Int {
    let waiting = try await delivery().waiting
    if waiting > 0 { return waiting }
    return try await session.repository.outbox(of: chat.id).count { item in
      if case .failed = item.state { false } else { true }
    }
  }

  /// Waits until the cloud has them; returns why not all of them can be sent now.
  func wait(limit: Duration, _ progress: ProgressLine) async throws -> String? {
    try await progress.during({
      // A number that cannot be read now is read a moment later.
      (try? await delivery()).map { "Sending: \($0.waiting) to go" }
    }) {
      let obstacle = try await session.syncUntilSent(ids, in: chat.id, limit: limit)
      guard obstacle == nil, case let count = try await waitingCount(), count > 0 else {
        return obstacle
      }
      return try await session.syncOnce(limit: limit).reason
    }
  }
}
