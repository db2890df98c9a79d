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
    commandName: "import", abstract: "Make a new chat of your own from an archive.",
    discussion: """
      FILE is what ‘zonechat export’ has written; the files of its messages are beside it. With - standard input is read, \
      and the files are in the present folder. The whole archive is checked \
      before anything is imported. The cloud takes you for the sender of every message, so a message of somebody else begins \
      with their name and the word ‘imported’. What the archive has under your own account becomes your own words: import only \
      archives that you trust. Messages that were removed, events and earlier texts are left out.

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

  @Argument(help: "The archive; - is standard input.", completion: .file(extensions: ["jsonl"]))
  var file: String

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
    if title != nil, into != nil {
      throw ValidationError("--title is for a new chat. ‘zonechat rename’ changes that of another.")
    }
  }

  func run() async throws {
    try await Session.with(options) { session in
      let repository = session.repository
      let progress = ProgressLine(options)
      defer { ProgressLine.clear() }
      let archive =
        file == "-"
        ? try ArchiveFile(
          reading: .standardInput,
          in: URL(fileURLWithPath: FileManager.default.currentDirectoryPath, isDirectory: true))
        : try ArchiveFile(FileAddress.file(file))
      let importing = MessageImport(archive, by: repository.account, now: Live.now())
      // Before the file is read: a chat that does not fit is known at once.
      let existing = try await existingChat(session)
      let contents = try ArchiveCheck(archive, importing) { line in
        progress.show("Checking line \(line)")
      }.run()
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
