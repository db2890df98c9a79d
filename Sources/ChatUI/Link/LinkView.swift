import ChatCore
import CloudModel
import TerminalUI

/// Draws the link of a chat and what it opens.
enum LinkView {
  @MainActor
  static func dialog(_ model: LinkModel) -> Dialog {
    let title = "Link to \(model.chatName)"
    switch model.phase {
    case .working:
      return Dialog(title: title, rows: [.text("Asking the cloud …", .plain)], footer: "Esc stop")
    case .shown(let link, let openTo):
      return Dialog(
        title: title,
        rows: [
          .text(link.description, .bold), .blank, .text(openness(openTo), .plain),
        ], footer: "y copy the link │ Enter close")
    case .failed(let reason):
      return Dialog(title: title, rows: [.text(reason, Theme.failure)], footer: "Enter close")
    }
  }

  private static let closing = "/link closed closes it, and removes those who joined by it."

  private static func openness(_ permission: Participant.Permission) -> String {
    switch permission {
    case .none: "Only invited accounts can use it. /link open opens it to everyone."
    case .readOnly: "Everyone who has it may join and read. " + closing
    case .readWrite: "Everyone who has it may join and write. " + closing
    }
  }
}
