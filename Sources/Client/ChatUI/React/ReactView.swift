import ChatModel
import ChatWords
package import TerminalUI

/// Draws the choice of an emoji.
enum ReactView {
  @MainActor
  static func dialog(_ model: ReactModel) -> Dialog {
    let choices = model.recent.enumerated().map { place, emoji in
      "\(place + 1) \(emoji)\(model.isOwn(emoji) ? "*" : "")"
    }
    var rows: [Dialog.Row] = [
      .text(choices.joined(separator: "  "), .plain), .input(model.input),
    ]
    if model.recent.contains(where: model.isOwn) {
      rows.append(.text("* is yours; choosing it again takes it away.", Theme.quiet))
    }
    for (place, entry) in model.results.enumerated() {
      rows.append(
        .item("\(entry.emoji) \(entry.name)", note: "", isSelected: place == model.selection))
    }
    if let error = model.error { rows.append(.text(error, Theme.danger)) }
    return Dialog(
      title: "React by number, emoji or name", rows: rows,
      footer: [.confirm("react"), .cancel("close")], columns: 56)
  }
}

extension ReactModel: TextDialog {
  package func dialog(at moment: DialogMoment) -> Dialog { ReactView.dialog(self) }

  package func confirm(in app: AppModel) { app.confirm(self) }

  package func move(by rows: Int) { moveSelection(by: rows) }

  package func type(_ event: KeyEvent, in app: AppModel) {
    if input.isEmpty, let number = event.typedCharacter?.wholeNumberValue,
      recent.indices.contains(number - 1)
    {
      app.closeOverlay()
      app.react(recent[number - 1], to: message)
    } else {
      typeText(event, app.keymap)
    }
  }

  package func take(_ event: AppEvent) {
    if case .recentEmoji(let emoji) = event { update(emoji) }
  }
}
