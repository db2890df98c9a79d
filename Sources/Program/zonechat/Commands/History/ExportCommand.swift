import ArgumentParser
import ChatArchive
import ChatCore
import ChatModel
import CloudModel
import CloudSync
import CommandSupport
import Foundation
import LocalFiles
import TerminalUI

struct ExportCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "export", abstract: "Write the history of a chat, oldest message first.",
    discussion: """
      Writes what is on this device, without asking the cloud, and changes nothing; ‘zonechat sync’ fetches what is \
      new. With the format jsonl it is an archive that ‘zonechat import’ reads. Files of messages are saved with --files, or \
      if -o names a folder; those that are not on this device are named.

      EXAMPLES
        zonechat export Weekend -o weekend.jsonl
        zonechat export Weekend --since 2026-11-25 --format text
      """)

  struct Report: Encodable {
    var path: String
    var messages: Int
    /// Files that were saved.
    var files: Int
    /// The names of files that are not on this device.
    var missingFiles: [String]
    /// Whether all older messages have been fetched.
    var isComplete: Bool
    /// Changes that the cloud does not have yet.
    var notSent: Int
  }

  @OptionGroup var options: GlobalOptions
  @OptionGroup var target: ChatArgument

  @Option(
    name: .shortAndLong,
    help: ArgumentHelp(
      "A new file to write, or a folder; without it, standard output.",
      discussion:
        "In a folder, the file has the chat's title, and the files of messages are in a folder beside it.",
      valueName: "path"), completion: .file())
  var output: String?

  @Option(name: .long, help: "jsonl is for programs, markdown and text are for people.")
  var format = HistoryFormat.jsonl

  @Option(
    name: .long,
    help: ArgumentHelp(
      "Save the files of messages in this folder, which must be in the archive's.",
      valueName: "folder"), completion: .directory)
  var files: String?

  @Option(
    name: .long,
    help: ArgumentHelp(
      "Only messages from a time on (2026-11-25, 2026-11-25T10:00:00Z), or after the message with this id.",
      valueName: "time|id"))
  var since: String?

  @Flag(name: .long, help: "Fetch older messages and files that are not on this device first.")
  var download = false

  @Flag(name: .long, help: "Replace files that exist.")
  var force = false

  @Option(
    name: .long,
    help: ArgumentHelp("The longest time to fetch with --download.", valueName: "seconds"))
  var timeout = 60

  func validate() throws {
    guard timeout > 0 else { throw ValidationError("--timeout must be a positive number.") }
    if download, files == nil, output == nil {
      throw ValidationError("--download needs a place for files: add --files or -o.")
    }
  }

  func run() async throws {
    try await target.with(options) { session, found in try await export(found, session) }
  }

  private func export(_ found: ChatSummary, _ session: Session) async throws {
    let progress = ProgressLine(
      options, isHidden: output == nil && isatty(STDOUT_FILENO) == 1)
    defer { ProgressLine.clear() }
    let chat = download ? try await fetchHistory(of: found, session, progress) : found
    let place = try place(of: chat)
    let start = try await start(in: chat, session)
    let total = try await session.repository.messageCount(in: chat.id)
    let all = start == .first ? " of \(total)" : ""
    var fetch: (([MessageID]) async throws -> Void)?
    if download {
      fetch = { try await Self.fetchFiles(of: $0, session, progress, timeout: timeout) }
    }
    let exporter = ChatExporter(
      repository: session.repository, chat: chat, after: start, files: place.files, now: Live.now(),
      fetch: fetch
    ) { count in progress.show("Writing \(count)\(all) messages") }
    let report = try await place.output.with { write in
      try await exporter.run(as: format, to: write)
    }
    try say(report, of: chat, at: place)
  }

  /// The place in the chat after which the export begins.
  private func start(in chat: ChatSummary, _ session: Session) async throws -> MessageCursor {
    guard let since else { return .first }
    if let time = Self.time(since) { return MessageCursor(timestamp: time, recordName: "") }
    do {
      let id = try await session.repository.message(matching: since, last: .any, in: chat)
      return try await session.repository.message(id).cursor
    } catch ChatError.noMessage {
      throw Failure(
        "‘\(since.prefix(64))’ is neither a time nor a message of \(chat.quotedName). A time is 2026-11-25, "
          + "2026-11-25T10:00:00Z or 2026-11-25T10:00:00+01:00; ‘zonechat read CHAT --ids’ shows the ids of messages.",
        code: .usage)
    }
  }

  /// A day, which begins at midnight here, or a moment.
  private static func time(_ text: String) -> Date? {
    let styles = [
      Date.ISO8601FormatStyle(), Date.ISO8601FormatStyle(includingFractionalSeconds: true),
      Date.ISO8601FormatStyle(timeZone: .current).year().month().day(),
    ]
    // A text that no style reads is the id of a message.
    return styles.lazy.compactMap { try? $0.parse(text) }.first
  }

  /// The place for the history and its files.
  private struct Place {
    var output: HistoryOutput
    var file: URL?
    var files: FileFolder?
  }

  private func place(of chat: ChatSummary) throws -> Place {
    var (file, folder) = (output.map(FileAddress.file), files)
    if let output, let place = file, output.hasSuffix("/") || Self.isFolder(place) {
      let name = FileName.safe(chat.name.isEmpty ? chat.zoneName : chat.name)
      try NamedFolder.make(place)
      file = place.appending(path: FileName.safe("\(name).\(format.fileExtension)"))
      if folder == nil { folder = place.appending(path: FileName.safe("\(name) files")).path }
    }
    let base = file?.deletingLastPathComponent() ?? URL(fileURLWithPath: ".")
    return Place(
      output: file.map { .file($0, replacing: force) } ?? .standardOutput, file: file,
      files: try folder.map {
        try FileFolder(
          FileAddress.file($0), besideArchiveIn: base, replacing: force)
      })
  }

  private static func isFolder(_ place: URL) -> Bool {
    var isFolder: ObjCBool = false
    return FileManager.default.fileExists(atPath: place.path, isDirectory: &isFolder)
      && isFolder.boolValue
  }

  /// Fetches what is new and what is older; returns the chat as it is then.
  private func fetchHistory(
    of chat: ChatSummary, _ session: Session, _ progress: ProgressLine
  ) async throws -> ChatSummary {
    try await progress.during("Fetching messages") {
      _ = try await session.syncOnce(limit: .seconds(timeout))
    }
    return try await session.repository.chat(matching: chat.zoneName)
  }

  /// Fetches files, as far as they can be; those that cannot stay missing, and are named at the end.
  static func fetchFiles(
    of messages: [MessageID], _ session: Session, _ progress: ProgressLine, timeout: Int
  ) async throws {
    for message in messages {
      do {
        try await session.repository.requestAttachment(of: message)
      } catch ChatError.fileNotHere, ChatError.sealed {
        continue
      }
    }
    try await progress.during("Fetching \(DisplayText.count(messages.count, "file"))") {
      _ = try await session.syncOnce(limit: .seconds(timeout))
    }
  }

  /// Says what was written, and what is not in it.
  private func say(_ report: ChatExporter.Report, of chat: ChatSummary, at place: Place) throws {
    let waiting = chat.queuedCount + chat.failedCount
    if options.json, let file = place.file {
      try Output.json(
        Report(
          path: file.path, messages: report.messages, files: report.files,
          missingFiles: report.missing, isComplete: chat.history == .complete, notSent: waiting))
    }
    if let file = place.file {
      let files = report.files > 0 ? " with \(DisplayText.count(report.files, "file"))" : ""
      Output.note(
        "\(DisplayText.count(report.messages, "message"))\(files) written to \(file.path).")
    }
    if chat.history != .complete {
      Output.note("Older messages have not been fetched yet. ‘zonechat sync’ fetches them.")
    }
    if waiting > 0 {
      let changes = DisplayText.count(waiting, "change")
      Output.note("\(changes) in the chat \(waiting == 1 ? "is" : "are") not sent yet.")
    }
    if report.passedOver > 0 {
      let files = DisplayText.count(report.passedOver, "file")
      Output.note(
        "\(files) \(report.passedOver == 1 ? "was" : "were") left out. ‘--files FOLDER’ saves files."
      )
    }
    guard !report.missing.isEmpty else { return }
    let shown = report.missing.prefix(5).map { "‘\(DisplayText.singleLine($0))’" }
    let rest = report.missing.count - shown.count
    Output.note(
      "Not on this device: \(shown.joined(separator: ", "))\(rest > 0 ? " and \(rest) more" : ""). "
        + (download
          ? "The cloud did not give them now."
          : "‘zonechat export \(chat.zoneName) --download -o FOLDER/’ fetches them."))
  }
}

extension HistoryFormat: ExpressibleByArgument {}
