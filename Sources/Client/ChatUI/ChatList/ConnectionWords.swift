package import ChatModel
package import ChatWords
import CloudModel
package import Foundation
package import TerminalUI

/// The connection and the outbox in words, only where they are not normal; the top line and the rule row show them.
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
    case .connecting where isBrief(LateSign.connecting): break
    case .connecting: return Part(text: "connecting", style: Theme.quiet)
    // Sending read receipts takes a moment, and need not be shown.
    case .syncing where connection.queuedCount == 0 && connection.lowPriorityCount > 0: break
    case .syncing where isBrief(LateSign.syncing): break
    case .syncing: return Part(text: "syncing", style: Theme.quiet)
    case .offline where isBrief(LateSign.offline): break
    case .offline:
      let since = time.moment(connection.since, now: now)
      return Part(text: isShort ? "○ offline" : "○ offline since \(since)", style: urgent)
    case .suspended, .stopped: return Part(text: "○ stopped", style: urgent)
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

  /// The reason why nothing can be sent or fetched until the person does something; nil if there is none.
  package var reason: String? {
    switch connection.sync.state {
    case .suspended, .stopped: connection.sync.reason.map { DisplayText.singleLine($0) }
    case .upToDate, .waiting, .connecting, .syncing, .offline: nil
    }
  }

  private func isBrief(_ seconds: TimeInterval) -> Bool {
    !LateSign.isDue(after: seconds, since: connection.since, now: now)
  }

  /// The changes that wait, but not those that will be sent in a moment, and those that failed; nil if there are none.
  package func outbox(isShort: Bool) -> Part? {
    var words: [String] = []
    let isSent = connection.sync.state == .syncing && isBrief(LateSign.syncing)
    let (queued, failed) = (isSent ? 0 : connection.queuedCount, connection.failedCount)
    if queued > 0 { words.append(isShort ? "·\(queued)" : "\(queued) queued") }
    if failed > 0 { words.append(isShort ? "!\(failed)" : "\(failed) failed") }
    guard !words.isEmpty else { return nil }
    return Part(
      text: words.joined(separator: isShort ? " " : ", "),
      style: failed > 0 ? Theme.danger : Theme.quiet)
  }
}
