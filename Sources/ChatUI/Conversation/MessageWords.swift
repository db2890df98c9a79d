package import ChatCore
import TerminalUI

/// What stands in the place of a message.
package enum MessageWords {
  /// The text as its readers may take it, and what everyone put there.
  ///
  /// Words that somebody else has changed are not passed off as the sender's.
  package static func text(of message: Message) -> String {
    var lines: [String] = []
    if message.isDeleted {
      lines.append(
        message.changedBy.map { "(removed by \(DisplayText.singleLine($0)))" } ?? "(removed)")
    } else if let name = message.changedBy {
      lines.append("(changed by \(DisplayText.singleLine(name))) " + message.text)
    } else if !message.text.isEmpty || message.attachment == nil {
      lines.append(message.isEdited ? message.text + " (edited)" : message.text)
    }
    if let file = message.attachment, !message.isDeleted { lines.append(FileWords.line(file)) }
    if !message.reactions.isEmpty, !message.isDeleted {
      lines.append(
        message.reactions.map { reaction in
          reaction.names.count == 1 ? reaction.emoji : "\(reaction.emoji) \(reaction.names.count)"
        }.joined(separator: "  "))
    }
    return lines.joined(separator: "\n")
  }

  /// How far a message got, in words or as a sign; nil where nothing is to be said.
  static func state(of message: Message, inWords words: Bool, time: TimeText) -> String? {
    switch message.delivery {
    case .received: nil
    case .queued(let place): words ? "queued \(place)" : "·\(place)"
    case .sending: words ? "sending" : "↑"
    case .waiting(let until, _): words ? "waits until \(time.clock(until))" : "·"
    case .sent: "✓"
    case .read(let count, let others):
      others == 1 || !words ? "✓✓" : "✓✓ \(count)/\(others)"
    case .failed: words ? "! failed" : "!"
    }
  }
}
