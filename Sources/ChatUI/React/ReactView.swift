import ChatModel
import TerminalUI

/// Draws the choice of an emoji.
enum ReactView {
  @MainActor
  static func dialog(_ model: ReactModel) -> Dialog {
    let choices = model.recent.enumerated().map { place, emoji in
      "\(place + 1) \(emoji)\(model.isOwn(emoji) ? "*" : "")"
    }
    var rows: [Dialog.Row] = [
      .text(choices.joined(separator: "   "), .plain), .input(model.input),
    ]
    if model.recent.contains(where: model.isOwn) {
      rows.append(.text("* is yours; choosing it again takes it away.", Theme.quiet))
    }
    if let error = model.error { rows.append(.text(error, Theme.failure)) }
    return Dialog(
      title: "React", rows: rows, footer: "1 to \(choices.count) or an emoji │ Esc close",
      columns: 56)
  }
}
