import ChatWords
import ClientSettings
import TerminalUI

/// Draws everything that can be done, with its keys, and what cannot be done now with the reason.
enum PaletteView {
  @MainActor
  static func dialog(
    _ model: PaletteModel, _ keymap: Keymap, in window: WindowOptions, on screen: Size
  ) -> Dialog {
    let sections = model.sections
    let selected = model.selected(among: sections.flatMap(\.entries))
    var items: [Dialog.Row] = []
    for section in sections {
      if !items.isEmpty { items.append(.blank) }
      if let heading = heading(section.kind) { items.append(.text(heading, Theme.faint)) }
      items += section.entries.map { entry in
        .item(
          entry.title, note: model.reasonAgainst(entry) ?? way(to: entry, keymap, window),
          isSelected: entry.id == selected?.id)
      }
    }
    let reason = selected.flatMap { model.reasonAgainst($0) }
    return Dialog(
      title: "Actions",
      rows: [.input(model.input)] + (reason.map { [.text($0, Theme.quiet)] } ?? []),
      scrolling: items.isEmpty
        ? [.text("Nothing fits. \(keymap.way(to: .help)) shows all keys.", Theme.quiet)] : items,
      scroll: model.scroll,
      footer: hints(for: selected, reason, hasRows: !items.isEmpty) + [.cancel("close")],
      columns: Dialog.wideColumns(on: screen))
  }

  /// The hints for the selected entry; none for Enter where it does nothing.
  private static func hints(
    for entry: PaletteEntry?, _ reason: String?, hasRows: Bool
  ) -> [Dialog.Hint] {
    guard let entry else { return hasRows ? [.choose] : [] }
    guard reason == nil else { return [.choose] }
    if case .outside = entry { return [.confirm("copy the command"), .choose] }
    return [.confirm("do it"), .choose]
  }

  private static func heading(_ kind: PaletteModel.Section.Kind) -> String? {
    switch kind {
    case .possible: nil
    case .notNow: "not now"
    case .notHere: "not here"
    }
  }

  private static func way(
    to entry: PaletteEntry, _ keymap: Keymap, _ window: WindowOptions
  ) -> String {
    switch entry {
    case .action(let action):
      [keymap.keys(of: action).first.map { KeyName.of($0.event) }, action.slashText]
        .compactMap(\.self).joined(separator: "  ")
    case .outside(let way): way.command(in: window)
    case .missing: ""
    }
  }
}

extension PaletteModel: TextDialog {
  package func dialog(at moment: DialogMoment) -> Dialog {
    PaletteView.dialog(
      self, moment.app.keymap, in: moment.app.options, on: moment.screen)
  }

  package func move(by rows: Int) { moveSelection(by: rows) }

  package func confirm(in app: AppModel) {
    guard let selected else { return }
    if let reason = reasonAgainst(selected) { return error = reason }
    app.closeOverlay()
    switch selected {
    case .outside(let way):
      let command = way.command(in: app.options)
      app.want(.copy(command))
      app.show(.info("In a shell: \(command) (copied, if the terminal allows it)"))
    case .action(let action):
      guard app.openChat == subject.openChat else {
        return app.show(.error("Nothing is done: another chat is open now."))
      }
      guard app.subjectOfPalette == subject else {
        return app.show(.error("Nothing is done: what it was to be done to is gone."))
      }
      app.history.choose(action)
    // There is a reason against it.
    case .missing: break
    }
  }
}
