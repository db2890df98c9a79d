import CommandSupport
package import Foundation
import LocalFiles

/// Makes an archive of another program's log, which is then checked and imported as any other.
///
/// Every message is somebody else's: nobody in a log is known to be the person who imports it, and a name in a log is a
/// word in a file. The names of the records follow from the log alone, so the same log, or a longer one, doubles
/// nothing.
package struct LogConverter {
  package struct Report: Sendable {
    package var messages = 0
    /// Lines that are no messages.
    package var passed = 0
    /// Lines that could not be read, and the number of the first one.
    package var unreadable = 0
    package var firstUnreadable: Int?
    /// Lines that were not UTF-8, and were read as Latin-1.
    package var recoded = 0
  }

  private static let bufferBytes = 256 * 1024

  let form: ImportFormat
  private let clock: LogClock
  private let latest: Date
  private let exporter: String
  private var report = Report()
  private var title = ""
  /// How often the same person has written the same text at the same time, and the events that were seen.
  private var counts: [String: Int] = [:]
  /// The time of the last line, and the messages that have had it.
  private var moment: (date: Date, count: Int)?

  /// A converter for one log of this form, written in this time zone, and imported by this account.
  package init(_ form: ImportFormat, timeZone: TimeZone, account: String, now: Date) {
    self.form = form
    clock = LogClock(timeZone)
    latest = now
    exporter = account
  }

  /// The archive of a log; it has no name, and goes with the object.
  package mutating func archive(
    from log: ArchiveFile, progress: (Int) -> Void
  ) throws -> (archive: ArchiveFile, report: Report) {
    let handle: FileHandle
    do { handle = try TemporaryPlace.openFile("zonechat-import") } catch {
      throw Failure(
        "There is no room for a temporary file (\(SystemReason.of(error))). Free some space.")
    }
    var buffer = Data()
    func write(_ line: some Encodable) throws {
      buffer += Data((try Output.jsonText(line) + "\n").utf8)
      guard buffer.count >= Self.bufferBytes else { return }
      try handle.write(contentsOf: buffer)
      buffer = Data()
    }
    try log.rewind()
    try write(head)
    switch form {
    case .zonechat: return (log, report)
    case .weechat: try read(log, WeeChatLog(clock: clock), write, progress)
    case .irssi: try read(log, IrssiLog(clock: clock), write, progress)
    case .matrix: try readRoom(log, write, progress)
    }
    guard report.messages > 0 else { throw nothing(in: log) }
    try write(ArchiveLine.End(messages: report.messages))
    try handle.write(contentsOf: buffer)
    return (ArchiveFile(converted: handle, from: log), report)
  }

  /// The title of the room, where the log has one; known when the archive is there.
  package var roomTitle: String { title }

  private var head: ArchiveLine.Head {
    ArchiveLine.Head(
      title: "", chat: "", owner: "", people: [], since: nil, exportedAt: latest,
      exportedBy: exporter, program: form.rawValue, isComplete: true)
  }

  private mutating func read(
    _ log: ArchiveFile, _ lines: some LineLog, _ write: (ArchiveLine.Message) throws -> Void,
    _ progress: (Int) -> Void
  ) throws {
    var lines = lines
    while let line = try log.next() {
      progress(line.number)
      guard let bytes = line.bytes else {
        noteUnreadable(line.number)
        continue
      }
      let decoded = LoggedText.text(bytes)
      if !decoded.isUTF8 { report.recoded += 1 }
      var text = decoded.text
      if text.hasSuffix("\r") { text.removeLast() }
      try take(lines.entry(of: text), line.number, write)
    }
  }

  private mutating func readRoom(
    _ log: ArchiveFile, _ write: (ArchiveLine.Message) throws -> Void, _ progress: (Int) -> Void
  ) throws {
    var elements = JSONElements(of: "messages", limitBytes: ArchiveLine.limitBytes)
    var number = 0
    while let chunk = try log.chunk() {
      try elements.take(chunk) { element in
        number += 1
        progress(number)
        try take(element.map { MatrixEvent.entry(of: $0) } ?? .unreadable, number, write)
      }
    }
    guard elements.isWhole else {
      throw Failure("\(log.name) is not whole: its end is missing. Nothing was imported.")
    }
    if let text = elements.texts["room_name"],
      // A title that cannot be read is none.
      let name = try? JSONDecoder().decode(String.self, from: Data(text))
    {
      title = name
    }
  }

  private mutating func take(
    _ entry: LogEntry, _ number: Int, _ write: (ArchiveLine.Message) throws -> Void
  ) throws {
    switch entry {
    case .passed: report.passed += 1
    case .unreadable: noteUnreadable(number)
    case .message(let message) where message.timestamp > latest: noteUnreadable(number)
    case .message(let message):
      // The same event of a room twice is one message.
      if let id = message.id, counts.updateValue(1, forKey: id) != nil {
        report.passed += 1
      } else {
        try write(archived(message))
      }
    }
  }

  private mutating func noteUnreadable(_ number: Int) {
    report.unreadable += 1
    if report.firstUnreadable == nil { report.firstUnreadable = number }
  }

  private mutating func archived(_ message: LogMessage) -> ArchiveLine.Message {
    report.messages += 1
    var archived = ArchiveLine.Message(
      id: recordName(message), sender: LoggedText.name(message.sender),
      senderID: "\(form.rawValue)-\(LoggedText.digest(message.sender))",
      text: LoggedText.body(message.text), timestamp: time(of: message), isSent: true)
    archived.replyTo = message.replyTo.map { recordName(ofID: $0) }
    archived.attachment = message.file
    return archived
  }

  /// The time of a message: those of one second or minute stay in their order.
  private mutating func time(of message: LogMessage) -> Date {
    guard message.id == nil else { return message.timestamp }
    let count = moment?.date == message.timestamp ? (moment?.count ?? 0) + 1 : 0
    moment = (message.timestamp, count)
    return message.timestamp.addingTimeInterval(Double(count) / 1000)
  }

  private mutating func recordName(_ message: LogMessage) -> String {
    if let id = message.id { return recordName(ofID: id) }
    let stamp = Int64(message.timestamp.timeIntervalSince1970)
    let key = LoggedText.digest("\(form.rawValue)\n\(stamp)\n\(message.sender)\n\(message.text)")
    let count = counts[key, default: 0]
    counts[key] = count + 1
    return "log-\(key)" + (count == 0 ? "" : "-\(count)")
  }

  private func recordName(ofID id: String) -> String {
    "log-" + LoggedText.digest("\(form.rawValue)\n\(id)")
  }

  private func nothing(in log: ArchiveFile) -> Failure {
    let reason =
      form == .irssi && report.unreadable > 0
      ? "No line says on which day it begins, as ‘--- Log opened’ does."
      : "Name its form with --format if it is another one."
    return Failure(
      "\(log.name) has no message that can be read as \(form.rawValue). \(reason) Nothing was imported."
    )
  }
}
