package import ChatModel
package import ChatWords
import CloudModel
package import Foundation
package import TerminalUI

/// The connection and the outbox in words; the top line and the end of the chat list show them.
package struct ConnectionWords {
  package struct Part {
    package var text: String
    package var style: Style
  }

  package let connection: ConnectionStatus
  package let time: TimeText
  package let now: Date

  package init(connection: ConnectionStatus, time: TimeText, now: Date) {
    self.connection = connection
    self.time = time
    self.now = now
  }

  /// The connection where it is not normal; nil while everything is up to date, or will be in a moment.
  package func obstacle(isShort: Bool) -> Part? {
    let urgent = Theme.warning.adding(.bold)
    switch connection.sync.state {
    case .upToDate, .waiting: break
    case .connecting: return Part(text: "connecting", style: Theme.quiet)
    // Sending read receipts takes a moment, and need not be shown.
    case .syncing where connection.queuedCount == 0 && connection.lowPriorityCount > 0: break
    case .syncing: return Part(text: "syncing", style: Theme.quiet)
    case .offline:
      let since = time.moment(connection.since, now: now)
      return Part(text: isShort ? "offline" : "offline since \(since)", style: urgent)
    case .suspended, .stopped:
      let reason = DisplayText.singleLine(connection.sync.reason ?? "")
      return Part(text: isShort ? "stopped" : reason, style: urgent)
    }
    if let wait = connection.wait {
      // The outbox says whose storage it is, and what to do.
      if wait.isFull { return Part(text: isShort ? "full" : "storage is full", style: urgent) }
      let clock = time.clock(wait.until)
      return Part(text: isShort ? "→\(clock)" : "waits until \(clock)", style: Theme.warning)
    }
    guard !connection.troubles.isEmpty else { return nil }
    return Part(text: isShort ? "?" : "some news missing", style: Theme.warning)
  }

  /// The rows at the end of a chat list of this size.
  ///
  /// The words wrap, because they can have the command that a person has to run.
  package func rows(in size: Size) -> [ChatListRow] {
    let normal = Part(text: "up to date", style: Theme.quiet)
    return wrapped(obstacle(isShort: false) ?? normal, in: size).map(ChatListRow.status)
      + [outbox(isShort: false)].compactMap { $0.map(ChatListRow.status) }
  }

  private func wrapped(_ part: Part, in size: Size) -> [Part] {
    guard !part.text.isEmpty else { return [part] }
    // A blank stands before each.
    let lines = TextWrap.lines(part.text, width: size.width - 1)
    // Our choice: as many as the sentence about ended sessions takes up to its command beside a chat of 80 columns.
    var shown = Array(lines.prefix(max(1, min(8, size.height / 2))))
    if shown.count < lines.count { shown[shown.count - 1] += " …" }
    return shown.map { Part(text: $0, style: part.style) }
  }

  /// The changes that wait and those that failed; nil if there are none.
  package func outbox(isShort: Bool) -> Part? {
    var words: [String] = []
    let (queued, failed) = (connection.queuedCount, connection.failedCount)
    if queued > 0 { words.append(isShort ? "·\(queued)" : "\(queued) queued") }
    if failed > 0 { words.append(isShort ? "!\(failed)" : "\(failed) failed") }
    guard !words.isEmpty else { return nil }
    return Part(
      text: words.joined(separator: isShort ? " " : ", "),
      style: failed > 0 ? Theme.danger : Theme.quiet)
  }
}
