import TerminalUI

/// Keys of every dialog.
extension Action {
  package static let dialogConfirm = Action(
    "dialog-confirm", "Confirm", keys: [.key(.enter)], in: [.dialog],
    perform: { screen, _ in screen.confirmDialog() })

  package static let dialogCancel = Action(
    "dialog-cancel", "Close the dialog, or stop its request",
    keys: [.key(.escape), .control("c"), .control("g")], in: [.dialog],
    perform: { screen, _ in screen.model.cancelOverlay() })

  package static let dialogUp = Action(
    "dialog-up", "Go up", keys: [.key(.up), .control("p")], in: [.dialog],
    perform: { screen, _ in screen.model.overlay?.move(by: -1) })

  package static let dialogDown = Action(
    "dialog-down", "Go down", keys: [.key(.down), .control("n")], in: [.dialog],
    perform: { screen, _ in screen.model.overlay?.move(by: 1) })

  package static let dialogPageUp = Action(
    "dialog-page-up", "Go one page up", keys: [.key(.pageUp)], in: [.dialog],
    perform: { screen, _ in screen.model.overlay?.move(by: -max(1, screen.size.height / 2)) })

  package static let dialogPageDown = Action(
    "dialog-page-down", "Go one page down", keys: [.key(.pageDown)], in: [.dialog],
    perform: { screen, _ in screen.model.overlay?.move(by: max(1, screen.size.height / 2)) })
}
