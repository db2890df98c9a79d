import ChatModel
package import ChatViews
import Foundation
import TerminalUI

/// Draws what is known about one message.
enum DetailsView {
  @MainActor
  static func dialog(_ model: DetailsModel, time: TimeText, now: Date) -> Dialog {
    let message = model.message
    let sender =
      message.isOwn ? "You" : PersonWords.full(message.senderName, message.senderDisplayName)
    let written = time.day(message.timestamp, now: now) + " " + time.clock(message.timestamp)
    let footer =
      switch message.delivery {
      case .failed: "Enter close, then r retry or d drop"
      case .queued, .sending, .waiting: "Enter close, then d drop"
      case .received, .sent, .read: "Enter close"
      }
    var lines = [DetailsModel.state(of: message)]
    if message.isEdited, !message.isDeleted { lines.append("The text was changed.") }
    if let file = message.attachment, !message.isDeleted {
      lines.append("File: " + FileWords.line(file))
      if !file.type.isEmpty { lines.append("Type: " + DisplayText.singleLine(file.type)) }
    }
    if let reactions = MessageWords.reactions(to: message) { lines.append(reactions) }
    if let emoji = EmojiWords.line(message.isDeleted ? "" : message.text) { lines.append(emoji) }
    if let readers = model.readers, !readers.read.isEmpty || !readers.unread.isEmpty {
      lines.append("Read by: " + names(readers.read))
      if !readers.unread.isEmpty { lines.append("Not yet read by: " + names(readers.unread)) }
    }
    lines.append("Id: " + message.recordName)
    return Dialog(
      title: "Message", rows: [.text("\(sender), \(written)", .bold), .blank],
      scrolling: lines.map { .text($0, .plain) }, scroll: model.scroll,
      footer: footer)
  }

  private static func names(_ names: [String]) -> String {
    names.isEmpty ? "nobody" : PersonWords.list(names, limit: 20)
  }
}

extension DetailsModel: ScreenDialog {
  package func dialog(at moment: DialogMoment) -> Dialog {
    DetailsView.dialog(self, time: moment.time, now: moment.now)
  }

  package func take(_ event: AppEvent) {
    if case .readers(message.id, let readers) = event { self.readers = readers }
  }
}
