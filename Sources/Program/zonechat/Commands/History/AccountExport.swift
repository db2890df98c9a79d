import ChatArchive
import ChatCore
import ChatModel
import ChatWords
import CloudModel
import CommandSupport
import Foundation
import LocalFiles
import TerminalUI

/// All chats of an account with their files, as archives in a folder of the person's home.
struct AccountExport {
  /// Our choice: how long the chats are fetched at a time, in seconds, and how often.
  private static let fetch = (seconds: 60, times: 20)

  let session: Session
  let options: GlobalOptions

  /// Fetches everything that the cloud has; returns the chats.
  ///
  /// Throws a sentence where this cannot be done.
  static func fetchAll(
    _ session: Session, _ options: GlobalOptions
  ) async throws -> [ChatSummary] {
    let progress = ProgressLine(options)
    defer { ProgressLine.clear() }
    var status = SyncStatus.syncing
    for _ in 0..<fetch.times where status == .syncing || status == .connecting {
      status = try await progress.during("Fetching all messages") {
        try await session.syncOnce(limit: .seconds(fetch.seconds))
      }
    }
    if let obstacle = status.obstacle {
      throw Failure("The cloud cannot be asked: \(obstacle). Nothing was deleted. Try again later.")
    }
    return try await session.repository.currentChatSummaries()
  }

  /// Writes the chats; returns the folder, or nil where there is no chat.
  ///
  /// Throws a sentence where an export is not whole, except for files that the cloud does not give any more: they are
  /// named.
  func run(_ chats: [ChatSummary]) async throws -> URL? {
    let part = chats.first { $0.history != .complete && AccessWords.closing(of: $0) == nil }
    if let part {
      throw Failure(
        "Not all messages of \(part.quotedName) could be fetched, so the export would not be whole. Nothing was deleted. "
          + "Run the command again, or with --no-export.")
    }
    guard !chats.isEmpty else { return nil }
    let folder = try makeFolder()
    let progress = ProgressLine(options)
    defer { ProgressLine.clear() }
    var names: Set<String> = []
    var (messages, missing) = (0, [String]())
    for chat in chats {
      let name = Self.name(of: chat, besides: &names)
      let report = try await export(chat, as: name, to: folder, progress)
      messages += report.messages
      missing += report.missing
    }
    let count = DisplayText.count(chats.count, "chat")
    Output.note(
      "\(count) with \(DisplayText.count(messages, "message")) exported to \(folder.path).")
    if !missing.isEmpty {
      let shown = PersonWords.list(missing.map { "‘\(DisplayText.singleLine($0))’" })
      Output.note("The cloud does not give these files any more: \(shown).")
    }
    return folder
  }

  private func export(
    _ chat: ChatSummary, as name: String, to folder: URL, _ progress: ProgressLine
  ) async throws -> ChatExporter.Report {
    let files = try FileFolder(
      folder.appending(path: FileName.safe("\(name) files")), besideArchiveIn: folder,
      replacing: false)
    let exporter = ChatExporter(
      repository: session.repository, chat: chat, files: files, now: Live.now(),
      fetch: {
        try await ExportCommand.fetchFiles(
          of: $0, session, progress, timeout: Self.fetch.seconds)
      }
    ) { count in progress.show("Exporting \(chat.quotedName): \(count) messages") }
    let file = folder.appending(
      path: FileName.safe("\(name).\(HistoryFormat.jsonl.fileExtension)"))
    return try await HistoryOutput.file(file, replacing: false).with { write in
      try await exporter.run(as: .jsonl, to: write)
    }
  }

  /// The name of a chat's archive, without what is behind the dot.
  private static func name(of chat: ChatSummary, besides names: inout Set<String>) -> String {
    let title = FileName.safe(chat.name.isEmpty ? chat.zoneName : chat.name)
    var (name, number) = (title, 1)
    while !names.insert(name.lowercased()).inserted {
      number += 1
      name = FileName.safe("\(title) (\(number))")
    }
    return name
  }

  /// Makes `zonechat-NAME-DATE` in the person's home, or with a number where there is one.
  private func makeFolder() throws(Failure) -> URL {
    guard let home = Live.environment["HOME"], !home.isEmpty else {
      throw Failure(
        "HOME names no folder, so there is no place for the export. Nothing was deleted. Set it, or use --no-export.",
        code: .usage)
    }
    let day = Live.now().formatted(
      Date.ISO8601FormatStyle(timeZone: .current).year().month().day())
    let name = "zonechat-\(session.credentials.name)-\(day)"
    let place = URL(filePath: home, directoryHint: .isDirectory)
    var (folder, number) = (place.appending(path: name), 1)
    while FileStatus(folder.path) != nil {
      number += 1
      folder = place.appending(path: "\(name)-\(number)")
    }
    try NamedFolder.make(folder, mode: 0o700)
    return folder
  }
}
