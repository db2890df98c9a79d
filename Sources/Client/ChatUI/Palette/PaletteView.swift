import ClientSettings
import TerminalUI

/// Draws everything that can be done, with its keys, or why it is not possible now.
enum PaletteView {
  @MainActor
  static func dialog(_ model: PaletteModel, app: AppModel) -> Dialog {
    let selected = model.selected?.id
    let reason = model.selected.flatMap { app.reasonAgainst($0) }
    let items = model.results.map { action in
      let ways = [
        app.keymap.keys(of: action).first.map { KeyName.of($0.event) }, action.slashText,
      ]
      return Dialog.Row.item(
        (app.reasonAgainst(action) == nil ? "" : "· ") + action.title,
        note: ways.compactMap(\.self).joined(separator: "  "), isSelected: action.id == selected)
    }
    return Dialog(
      title: "Everything",
      rows: [.input(model.input)] + (reason.map { [.text($0, Theme.quiet)] } ?? []),
      scrolling: items.isEmpty ? [.text("Nothing fits.", Theme.quiet)] : items,
      scroll: model.scroll, footer: [.confirm("do it"), .choose, .cancel("close")], columns: 78)
  }
}

extension PaletteModel: TextDialog {
  package func dialog(at moment: DialogMoment) -> Dialog {
    PaletteView.dialog(self, app: moment.app)
  }

  package func move(by rows: Int) { moveSelection(by: rows) }

  package func confirm(in app: AppModel) {
    guard let action = selected else { return }
    if let reason = app.reasonAgainst(action) { return error = reason }
    app.closeOverlay()
    guard app.openChat == chat else {
      return app.show(.error("Nothing is done: another chat is open now."))
    }
    app.history.choose(action)
  }
}
