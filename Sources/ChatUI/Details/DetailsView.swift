import ChatModel
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
    return Dialog(
      title: "Message",
      rows: [
        .text("\(sender), \(written)", .bold), .blank,
        .text(DetailsModel.state(of: message), .plain),
      ], footer: footer)
  }
}
