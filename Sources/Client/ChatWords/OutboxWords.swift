package import ChatModel
import CloudModel
package import Foundation
import TerminalUI

/// The contents of the outbox and the reasons for waiting, in words.
package enum OutboxWords {
  package static let harmless = "The cloud may have it already. Sending it again is harmless."

  package static func what(_ item: OutboxItem) -> String {
    let subject =
      switch item.subject {
      case .file: "file"
      case .chat: "the chat"
      case .share: "its share"
      case .title: "its title"
      case .message: "message"
      case .mark(.reaction): "reaction"
      case .mark(.readMark): "read mark"
      case .mark(.pin): "pin of a message"
      case .settings: "settings of a chat"
      case .block: "block of a person"
      case .record: "record"
      case .newestTime: "time of its newest message"
      }
    if item.isDeletion { return "deletion of \(subject)" }
    return item.isChange && item.subject == .message ? "change of \(subject)" : subject
  }

  /// - Parameters:
  ///   - item: the waiting item.
  ///   - clock: writes the time of a day.
  /// - Returns: the state in a few words.
  package static func state(_ item: OutboxItem, clock: (Date) -> String) -> String {
    switch item.state {
    case .queued(let place): "queued \(place)"
    case .sending: "sending"
    case .uploading(let bytes, let size, let reason):
      "\(reason == nil ? "" : "waiting, ")\(FileWords.percent(bytes, of: size)) % uploaded"
    case .waiting(let until, _): "waiting until \(clock(until))"
    case .failed: "failed"
    }
  }

  /// The text about the change that is sent next: `words`, and the cloud's refusal at the last sync.
  package static func next(
    _ words: String, _ item: OutboxItem, _ connection: ConnectionStatus?
  ) -> String {
    let again = item.mayBeStored ? " " + harmless : ""
    let trouble = connection?.sync.reason.map { " The trouble of the last sync: \($0)." } ?? ""
    return words + again + trouble
  }

  /// - Parameters:
  ///   - item: the waiting item.
  ///   - connection: the connection now.
  ///   - clock: writes the time of a day.
  /// - Returns: why it is not in the cloud yet, as a sentence.
  package static func reason(
    _ item: OutboxItem, _ connection: ConnectionStatus?, clock: (Date) -> String
  ) -> String {
    if case .failed(let reason) = item.state { return "It failed: \(reason)" }
    let again = item.mayBeStored ? " " + harmless : ""
    if let obstacle = connection?.sync.obstacle {
      return "It cannot be sent now: \(obstacle).\(again)"
    }
    switch item.state {
    case .waiting(let until, let reason):
      return "It waits until \(clock(until)): \(reason).\(again)"
    case .sending: return "It is being sent.\(again)"
    case .uploading(_, _, let reason?):
      return "The upload failed (\(reason)). It is tried again, and continues where it stopped."
    case .uploading: return "It is uploaded after its message."
    case .queued(1): return next("It is next.", item, connection)
    case .queued(2): return "1 change of this chat is sent before it.\(again)"
    case .queued(let place): return "\(place - 1) changes of this chat are sent before it.\(again)"
    case .failed: return ""
    }
  }
}
