package import ChatCore
package import ChatModel
import ChatWords
import CloudModel
import CommandSupport
package import Foundation

/// Writes the history of a chat, as far as it is on this device, oldest first and a page at a time.
package struct ChatExporter {
  /// The messages and files that were written, and the files that were not.
  package struct Report: Sendable {
    package var messages = 0
    /// Files that were saved.
    package var files = 0
    /// Files that are here and were not asked for.
    package var passedOver = 0
    /// The names of files that are not on this device.
    package var missing: [String] = []
  }

  /// Our choice: messages that are read in one transaction.
  private static let pageSize = 500

  let repository: ChatRepository
  let chat: ChatSummary
  /// The cursor after which messages are written.
  let start: MessageCursor
  /// The folder for files; nil if they are left out.
  let files: FileFolder?
  let now: Date
  /// Fetches the files of messages of which some are not here; nil if nothing is to be fetched.
  let fetch: (([MessageID]) async throws -> Void)?
  /// Called with the number of messages that are written.
  let progress: (Int) -> Void

  package init(
    repository: ChatRepository, chat: ChatSummary, after start: MessageCursor = .first,
    files: FileFolder?, now: Date, fetch: (([MessageID]) async throws -> Void)?,
    progress: @escaping (Int) -> Void
  ) {
    self.repository = repository
    self.chat = chat
    self.start = start
    self.files = files
    self.now = now
    self.fetch = fetch
    self.progress = progress
  }

  /// The time from which on something is written; nil for everything.
  private var since: Date? { start == .first ? nil : start.timestamp }

  package func run(
    as format: HistoryFormat, to write: (String) throws -> Void
  ) async throws -> Report {
    let times = TimeText(environment: Live.environment)
    return switch format {
    case .jsonl: try await writeArchive(to: write)
    case .markdown: try await writeReadable(MarkdownHistory(times: times), to: write)
    case .text: try await writeReadable(TextHistory(times: times), to: write)
    }
  }

  // MARK: - For programs

  private func writeArchive(to write: (String) throws -> Void) async throws -> Report {
    func line(_ value: some Encodable) throws { try write(try Output.jsonText(value) + "\n") }
    var report = Report()
    let members = try await repository.currentMembers(of: chat.id)
    let owner = members.first { $0.role == .owner }?.userRecordName
    try line(
      ArchiveLine.Head(
        chat, owner: chat.isOwn ? repository.account.userRecordName : owner ?? "",
        members: members, since: since, exportedAt: now, by: repository.account.name,
        program: "zonechat \(Version.current)"))
    var events = try await repository.events(in: chat.id, since: since)
      .map(\.namingEverybody)[...]
    var cursor = start
    while case let page = try await repository.history(
      of: chat.id, after: cursor, limit: Self.pageSize), let last = page.last
    {
      try await fetchFiles(of: page.filter { $0.record.file != nil }.map(\.id))
      for message in page {
        while let event = events.first, event.time < message.record.timestamp {
          try line(ArchiveLine.Event(event))
          events.removeFirst()
        }
        let path = try await save(message.record.file?.name, of: message.id, &report)
        try line(ArchiveLine.Message(message, path: path))
        count(&report)
      }
      cursor = last.cursor
    }
    for event in events { try line(ArchiveLine.Event(event)) }
    try line(ArchiveLine.End(messages: report.messages))
    return report
  }

  // MARK: - For people

  private func writeReadable(
    _ history: some ReadableHistory, to write: (String) throws -> Void
  ) async throws -> Report {
    var report = Report()
    var day: Date?
    func begin(_ date: Date) throws {
      if let day, history.times.isSameDay(day, date) { return }
      day = date
      try write(history.day(date))
    }
    try write(history.head(chat, at: now))
    var events = try await repository.events(in: chat.id, since: since)
      .map(\.namingEverybody)[...]
    var cursor = start
    // A page begins with the last message of the one before it.
    while case let page = try await repository.page(
      in: chat.id, from: cursor, limit: Self.pageSize + 1
    ).filter({ $0.cursor != cursor }), let last = page.last {
      try await fetchFiles(of: page.filter { $0.attachment != nil }.map(\.id))
      for message in page {
        while let event = events.first, event.time < message.timestamp {
          try begin(event.time)
          try write(history.event(event))
          events.removeFirst()
        }
        let file = message.isDeleted ? nil : message.attachment?.name
        let path = try await save(file, of: message.id, &report)
        try begin(message.timestamp)
        try write(history.message(message.namingEverybody, path: path))
        count(&report)
      }
      cursor = last.cursor
    }
    for event in events {
      try begin(event.time)
      try write(history.event(event))
    }
    return report
  }

  // MARK: - Files

  private func fetchFiles(of messages: [MessageID]) async throws {
    guard let fetch else { return }
    var missing: [MessageID] = []
    for id in messages where try await repository.attachmentFile(of: id) == nil {
      missing.append(id)
    }
    if !missing.isEmpty { try await fetch(missing) }
  }

  /// Saves a message's file, if it has one, where files are asked for; returns the way to it.
  private func save(
    _ name: String?, of message: MessageID, _ report: inout Report
  ) async throws -> String? {
    guard let name else { return nil }
    guard let source = try await repository.attachmentFile(of: message) else {
      report.missing.append(name)
      return nil
    }
    guard let files else {
      report.passedOver += 1
      return nil
    }
    report.files += 1
    return try files.add(source, named: name)
  }

  private func count(_ report: inout Report) {
    report.messages += 1
    progress(report.messages)
  }
}

/// The format in which a history is written.
package enum HistoryFormat: String, CaseIterable, Sendable {
  /// For programs: an archive, which can be imported.
  case jsonl
  /// For people.
  case markdown, text

  package var fileExtension: String {
    switch self {
    case .jsonl: "jsonl"
    case .markdown: "md"
    case .text: "txt"
    }
  }
}
