import ChatModel
import ChatUI
import ChatWords
import CloudModel
import CommandSupport
import Foundation
import TerminalUI

/// The reason why something is not in the cloud, in a sentence.
struct OutboxExplanation {
  let item: OutboxItem
  let connection: ConnectionStatus

  /// The item on one line, with the reason in the words of a window's outbox.
  var reasonedLine: String { line + "  " + reason }

  private var reason: String {
    Output.addressed(OutboxWords.reason(item, connection, clock: { Output.time($0) }))
  }

  /// The item on one line, without the reason.
  var line: String {
    let chat = DisplayText.singleLine(item.chatName)
    var words = ["‘\(chat)’", what]
    if let text = item.text, !text.isEmpty {
      words.append(String(DisplayText.singleLine(text).prefix(40)))
    }
    words.append("[\(state)]")
    return words.joined(separator: "  ")
  }

  private var what: String { OutboxWords.what(item) }

  var state: String { OutboxWords.state(item, clock: { Output.time($0) }) }

  var sentence: String { Output.addressed(rawSentence) }

  private var rawSentence: String {
    switch item.state {
    // Of a message that damage has taken there is nothing to queue.
    case .failed(let reason) where item.subject == .message && item.message == nil:
      return "It failed: \(reason) ‘outbox drop’ discards its place."
    // Without these there is no chat in the cloud: it is deleted as a whole.
    case .failed(let reason) where item.subject == .chat || item.subject == .share:
      return "It failed: \(reason) ‘outbox retry’ queues it again."
    case .failed(let reason):
      return "It failed: \(reason) ‘outbox retry’ queues it again, ‘outbox drop’ discards it."
    case .uploading(_, _, nil) where connection.sync.obstacle == nil:
      return "It is uploaded after its message, by an open window or ‘zonechat sync’."
    case .queued(1) where connection.sync.obstacle == nil:
      return OutboxWords.next(
        "It is next. An open window or ‘zonechat sync’ sends it.", item, connection)
    default:
      return OutboxWords.reason(item, connection, clock: { Output.time($0) })
    }
  }

  static func line(_ entry: JournalEntry) -> String {
    let detail = entry.detail.map { "  (\(DisplayText.singleLine($0)))" } ?? ""
    return "\(Output.time(entry.time, to: .milliseconds))  \(entry.kind.rawValue)\(detail)"
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
    subject = item.subject.name
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
