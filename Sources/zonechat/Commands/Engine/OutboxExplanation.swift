import ChatModel
import ChatUI
import Foundation
import TerminalUI

/// Why something is not in the cloud, in a sentence.
struct OutboxExplanation {
  let item: OutboxItem
  let connection: ConnectionStatus

  /// The item on one line.
  var line: String {
    let chat = DisplayText.singleLine(item.chatName)
    var words = ["‘\(chat)’", what]
    if let text = item.text, !text.isEmpty {
      words.append(String(DisplayText.singleLine(text).prefix(40)))
    }
    words.append("[\(state)]")
    return words.joined(separator: "  ")
  }

  private var what: String {
    let subject =
      switch item.subject {
      case .file: "file"
      case .chat: "the chat"
      case .share: "its share"
      case .title: "its title"
      case .message: "message"
      case .reaction: "reaction"
      case .readMark: "read mark"
      case .record: "record"
      }
    return item.isDeletion ? "deletion of \(subject)" : subject
  }

  var state: String {
    switch item.state {
    case .queued(let place): "queued \(place)"
    case .sending: "sending"
    case .uploading(let bytes, let size, let reason):
      "\(reason == nil ? "" : "waiting, ")\(FileWords.percent(bytes, of: size)) uploaded"
    case .waiting(let until, _):
      "waiting until \(until.formatted(date: .omitted, time: .standard))"
    case .failed: "failed"
    }
  }

  var sentence: String {
    if case .failed(let reason) = item.state {
      return "It failed: \(reason) ‘outbox retry’ queues it again, ‘outbox drop’ discards it."
    }
    let again =
      item.mayBeStored
      ? " The cloud may have it already. Sending it again is harmless." : ""
    if let obstacle = connection.state.obstacle {
      return "It cannot be sent now: \(obstacle).\(again)"
    }
    switch item.state {
    case .waiting(let until, let reason):
      let clock = until.formatted(date: .omitted, time: .standard)
      return "It waits until \(clock): \(reason).\(again)"
    case .sending: return "It is being sent.\(again)"
    case .uploading(_, _, let reason?):
      return "The upload failed (\(reason)). It is tried again, and continues where it stopped."
    case .uploading:
      return "It is uploaded after its message, by an open window or ‘zonechat sync’."
    case .queued(1):
      return "It is next. An open window or ‘zonechat sync’ sends it.\(again)"
    case .queued(2): return "1 change of this chat is sent before it.\(again)"
    case .queued(let place):
      return "\(place - 1) changes of this chat are sent before it.\(again)"
    case .failed: return ""
    }
  }

  static func line(_ entry: JournalEntry) -> String {
    let time = entry.time.formatted(Date.ISO8601FormatStyle(includingFractionalSeconds: true))
    let detail = entry.detail.map { "  (\(DisplayText.singleLine($0)))" } ?? ""
    return "\(time)  \(entry.kind.rawValue)\(detail)"
  }
}

/// Something in the outbox as `--json` prints it.
struct OutboxJSON: Encodable {
  var chat: String
  var record: String
  var subject: String
  var isDeletion: Bool
  /// `queued`, `sending`, `uploading`, `waiting` or `failed`.
  var state: String
  var place: Int?
  var until: Date?
  var reason: String?
  var text: String?
  var mayBeStored: Bool
  var why: String
  var history: [EventJSON]?

  init(_ item: OutboxItem, why: String, history: [JournalEntry]?) {
    chat = item.chatName
    record = item.recordName
    subject = item.subject.rawValue
    isDeletion = item.isDeletion
    text = item.text
    mayBeStored = item.mayBeStored
    self.why = why
    self.history = history?.map { EventJSON($0, chat: nil) }
    switch item.state {
    case .queued(let place): (state, self.place) = ("queued", place)
    case .sending: state = "sending"
    case .uploading(_, _, let reason): (state, self.reason) = ("uploading", reason)
    case .waiting(let until, let reason):
      (state, self.until, self.reason) = ("waiting", until, reason)
    case .failed(let reason): (state, self.reason) = ("failed", reason)
    }
  }
}
