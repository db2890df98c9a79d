import ChatModel
import ChatWords
import Foundation
import TerminalUI

/// A history as people read it, piece by piece; each piece ends its lines.
protocol ReadableHistory {
  var times: TimeText { get }
  func head(_ chat: ChatSummary, at time: Date) -> String
  func day(_ date: Date) -> String
  func event(_ event: ChatEvent) -> String
  /// A message; `path` is where its file was saved.
  func message(_ message: Message, path: String?) -> String
}

extension ReadableHistory {
  /// `Thu 19 Nov 2026`: with its year, as nobody knows when it is read.
  func dayText(_ date: Date) -> String { times.day(date, now: .distantPast) }

  /// The sentence about the origin of the whole history.
  func origin(at time: Date) -> String { "Written by zonechat on \(times.stamp(time))." }

  /// The marks of a message beside its text, as `(pinned)`; empty for most.
  func marks(of message: Message) -> String {
    var marks = message.isPinned ? ["pinned"] : []
    switch message.delivery {
    case .received, .sent, .read: break
    case .queued, .sending, .waiting: marks.append("not sent yet")
    case .failed: marks.append("not sent")
    }
    return marks.isEmpty ? "" : " (\(marks.joined(separator: ", ")))"
  }
}

/// Histories name everybody, also the one who has written them: somebody else may read them.
extension Message {
  var namingEverybody: Message {
    var message = self
    message.replyTo?.original?.isOwn = false
    for index in message.reactions.indices { message.reactions[index].isOwn = false }
    return message
  }
}

extension ChatEvent {
  var namingEverybody: ChatEvent {
    var event = self
    event.person?.isMe = false
    event.actor?.isMe = false
    return event
  }
}

/// Plain text: what stands at the beginning of a line is the program's, and no text can begin there.
struct TextHistory: ReadableHistory {
  let times: TimeText

  func head(_ chat: ChatSummary, at time: Date) -> String {
    "\(DisplayText.singleLine(chat.name))\n\(origin(at: time))\n"
  }

  func day(_ date: Date) -> String { "\n== \(dayText(date)) ==\n\n" }

  func event(_ event: ChatEvent) -> String {
    "-- \(times.clock(event.time))  \(DisplayText.singleLine(event.sentence))\n"
  }

  func message(_ message: Message, path: String?) -> String {
    var lines: [String] = []
    if let quote = message.replyTo, !message.isDeleted { lines.append(MessageWords.quote(quote)) }
    var text = DisplayText.multiLine(MessageWords.text(of: message))
    if let path { text += "\n→ " + DisplayText.singleLine(path) }
    lines += text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    if let reactions = MessageWords.reactions(to: message) { lines.append("+ " + reactions) }
    let sender = SenderWords.full(message, own: nil)
    let head = "\(times.clock(message.timestamp))  \(sender)\(marks(of: message)):\n"
    return head + lines.map { $0.isEmpty ? "\n" : "    \($0)\n" }.joined()
  }
}

/// Markdown in which no text of a person can be anything but text.
struct MarkdownHistory: ReadableHistory {
  let times: TimeText

  func head(_ chat: ChatSummary, at time: Date) -> String {
    "# \(MarkdownText.line(chat.name))\n\n*\(MarkdownText.line(origin(at: time)))*\n"
  }

  func day(_ date: Date) -> String { "\n## \(MarkdownText.line(dayText(date)))\n" }

  func event(_ event: ChatEvent) -> String {
    "\n*\(times.clock(event.time)) \(MarkdownText.line(event.sentence))*\n"
  }

  func message(_ message: Message, path: String?) -> String {
    let name = MarkdownText.line(SenderWords.full(message, own: nil))
    var parts = ["**\(name)** \(times.clock(message.timestamp))\(marks(of: message))"]
    if let quote = message.replyTo, !message.isDeleted {
      parts.append("> " + MarkdownText.line(MessageWords.quote(quote)))
    }
    var bare = message
    if path != nil { bare.attachment = nil }
    let text = MessageWords.text(of: bare)
    if !text.isEmpty { parts.append(MarkdownText.paragraph(text)) }
    if let path, let file = message.attachment {
      parts.append(
        "[\(MarkdownText.line(file.name))](\(MarkdownText.target(path))) \(FileWords.size(file.size))"
      )
    }
    if let reactions = MessageWords.reactions(to: message) {
      parts.append(MarkdownText.line(reactions))
    }
    return parts.map { "\n\($0)\n" }.joined()
  }
}
