import ChatModel
import TerminalUI

/// Draws the beginning of a long text that was pasted, and what can become of it.
enum PasteView {
  /// Columns of a line that are shown.
  private static let shownColumns = 200

  @MainActor
  static func dialog(_ model: PasteModel) -> Dialog {
    let reason =
      "A message holds \(Message.textLimitBytes) bytes. This text can be sent as a file."
    return Dialog(
      title: title(model), rows: model.canInsert ? [] : [.text(reason, .plain), .blank],
      scrolling: beginning(of: model), scroll: model.scroll, footer: footer(model))
  }

  @MainActor
  static func title(_ model: PasteModel) -> String {
    let count = model.lines.count
    return count == 1 ? "Paste a long line" : "Paste \(count) lines"
  }

  @MainActor
  private static func beginning(of model: PasteModel) -> [Dialog.Row] {
    var rows = model.lines.prefix(PasteModel.lineLimit).map { line in
      DisplayText.singleLine(line.prefix(2 * shownColumns)).truncated(to: shownColumns)
    }
    let rest = model.lines.count - rows.count
    if rest > 0 { rows.append("… and " + DisplayText.count(rest, "more line")) }
    return rows.map { .text($0, .plain) }
  }

  @MainActor
  private static func footer(_ model: PasteModel) -> [Dialog.Hint] {
    guard model.canInsert else { return [.confirm("attach as a file"), .cancel("cancel")] }
    var footer = [Dialog.Hint.confirm("insert")]
    if model.canAttach { footer.append(.action(.pasteAsFile)) }
    if model.code != nil { footer.append(.action(.pasteAsCode)) }
    return footer + [.cancel("cancel")]
  }
}

extension PasteModel: ScreenDialog {
  package var question: String? { PasteView.title(self) }

  package var context: ActionContext { .paste }

  package func dialog(at moment: DialogMoment) -> Dialog { PasteView.dialog(self) }

  package func confirm(in app: AppModel) {
    app.closeOverlay()
    if canInsert { app.insert(text, into: chat) } else { attach(in: app) }
  }

  package func perform(_ action: Action, in app: AppModel) {
    switch action {
    case .pasteAsFile where canAttach:
      app.closeOverlay()
      attach(in: app)
    case .pasteAsCode:
      guard let code else { return }
      app.closeOverlay()
      app.insert(code, into: chat)
    default: break
    }
  }

  private func attach(in app: AppModel) {
    if let chat { app.want(.makeFile(.text(text), in: chat)) }
  }
}
