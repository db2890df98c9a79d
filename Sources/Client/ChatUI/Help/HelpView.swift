import ClientSettings
import TerminalUI

/// Draws all keys and commands.
enum HelpView {
  @MainActor
  static func dialog(_ model: HelpModel, _ keymap: Keymap, on screen: Size) -> Dialog {
    var rows: [Dialog.Row] = []
    let sections = HelpSection.all(startingWith: model.origin, keymap)
    for section in sections.compactMap({ $0.found(by: model.input.text) }) {
      if !rows.isEmpty { rows.append(.blank) }
      rows.append(.heading(section.title))
      for entry in section.entries { rows += self.rows(of: entry) }
    }
    return Dialog(
      title: "Keys and commands", rows: [.input(model.input)],
      scrolling: rows.isEmpty ? [.text("Nothing fits.", Theme.quiet)] : rows,
      scroll: model.scroll,
      footer: [.scrollPages, .cancel("close")], columns: Dialog.wideColumns(on: screen))
  }

  /// Long lists of keys stand above what they do, so that nothing is cut off.
  private static func rows(of entry: HelpSection.Entry) -> [Dialog.Row] {
    guard TextWidth.of(entry.keys) > 26 else { return [.pair(entry.keys, entry.title)] }
    return [.text(entry.keys, Theme.strong), .pair("", entry.title)]
  }
}

extension HelpModel: TextDialog {
  package func dialog(at moment: DialogMoment) -> Dialog {
    HelpView.dialog(self, moment.app.keymap, on: moment.screen)
  }
}
