import ClientSettings
import TerminalUI

/// Draws everything that can be done, with its keys, and what cannot be done now with the reason.
enum PaletteView {
  @MainActor
  static func dialog(_ model: PaletteModel, _ keymap: Keymap) -> Dialog {
    let (possible, refused) = model.results
    let selected = model.selected(among: possible + refused)
    func item(_ entry: PaletteEntry, note: String) -> Dialog.Row {
      .item(entry.title, note: note, isSelected: entry.id == selected?.id)
    }
    var items = possible.map { item($0, note: way(to: $0, keymap)) }
    if !refused.isEmpty {
      if !items.isEmpty { items.append(.blank) }
      items.append(.text("not now", Theme.faint))
      items += refused.map { item($0, note: model.reasonAgainst($0) ?? "") }
    }
    let reason = selected.flatMap { model.reasonAgainst($0) }
    return Dialog(
      title: "Actions",
      rows: [.input(model.input)] + (reason.map { [.text($0, Theme.quiet)] } ?? []),
      scrolling: items.isEmpty
        ? [.text("Nothing fits. \(keymap.way(to: .help)) shows all keys.", Theme.quiet)] : items,
      scroll: model.scroll,
      footer: [
        .confirm(selected?.action == nil && selected != nil ? "copy the command" : "do it"),
        .choose,
        .cancel("close"),
      ], columns: 78)
  }

  private static func way(to entry: PaletteEntry, _ keymap: Keymap) -> String {
    switch entry {
    case .action(let action):
      [keymap.keys(of: action).first.map { KeyName.of($0.event) }, action.slashText]
        .compactMap(\.self).joined(separator: "  ")
    case .outside(let way): way.command
    }
  }
}

extension PaletteModel: TextDialog {
  package func dialog(at moment: DialogMoment) -> Dialog {
    PaletteView.dialog(self, moment.app.keymap)
  }

  package func move(by rows: Int) { moveSelection(by: rows) }

  package func confirm(in app: AppModel) {
    guard let selected else { return }
    if let reason = reasonAgainst(selected) { return error = reason }
    app.closeOverlay()
    switch selected {
    case .outside(let way):
      app.want(.copy(way.command))
      app.show(.info("In a shell: \(way.command) (copied, if the terminal allows it)"))
    case .action(let action):
      guard app.openChat == subject.openChat else {
        return app.show(.error("Nothing is done: another chat is open now."))
      }
      guard app.subjectOfPalette == subject else {
        return app.show(.error("Nothing is done: what it was to be done to is gone."))
      }
      app.history.choose(action)
    }
  }
}
