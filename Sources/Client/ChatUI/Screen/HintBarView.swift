import ChatModel
import ClientSettings
import TerminalUI

/// The last line: the keys that count now, and nowhere else; the hint for help always stays.
struct HintBarView {
  private let hints: [AppModel.Hint]
  /// The hint that is drawn even if others have to go: how a dialog is left.
  private let last: AppModel.Hint?
  /// The way to the help.
  private let help: AppModel.Hint

  /// Between two hints.
  private static let gap = 3

  /// - Parameters:
  ///   - model: the client.
  ///   - dialog: the open dialog, whose keys come first.
  @MainActor
  init(_ model: AppModel, dialog: Dialog?) {
    help = AppModel.Hint(key: model.keymap.way(to: .help), words: "help")
    guard let dialog else {
      hints = model.hints
      last = nil
      return
    }
    let own = dialog.hints(model.keymap)
    hints = own.dropLast() + model.hints
    last = own.last
  }

  func draw(into grid: inout Grid, in area: Rect) {
    guard !area.isEmpty else { return }
    var rest = area.inset(columns: 1)
    let help = area.width < 30 ? AppModel.Hint(key: help.key, words: "") : help
    draw(help, into: &grid, in: rest.remove(help.columns, from: .trailing))
    _ = rest.remove(2, from: .trailing)
    let end = last.map { $0.columns + Self.gap } ?? 0
    for hint in hints where hint.columns + end <= rest.width {
      draw(hint, into: &grid, in: rest)
      _ = rest.remove(hint.columns + Self.gap, from: .leading)
    }
    if let last, last.columns <= rest.width { draw(last, into: &grid, in: rest) }
    grid.lay(Theme.panel, under: area)
  }

  private func draw(_ hint: AppModel.Hint, into grid: inout Grid, in rest: Rect) {
    let columns = grid.draw(hint.key, at: rest.origin, in: rest, style: Theme.strong)
    guard !hint.words.isEmpty else { return }
    grid.draw(
      hint.words, at: rest.origin.moved(columns: columns + 1), in: rest, style: Theme.quiet)
  }
}

extension AppModel.Hint {
  fileprivate var columns: Int {
    TextWidth.of(key) + (words.isEmpty ? 0 : 1 + TextWidth.of(words))
  }
}
