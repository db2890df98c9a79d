import ChatWords
import TerminalUI

/// The program itself.
extension Action {
  package static let help = Action(
    "help", "Show all keys and commands", hint: "help",
    also: ["keys", "shortcuts", "shortcut", "commands", "manual", "hotkeys", "key bindings"],
    slash: "help", keys: [.key(.function(1))],
    in: .everywhere, perform: { screen, _ in screen.model.toggleHelp() })

  package static let palette = Action(
    "palette", .everything, hint: "actions", keys: [.key(.function(2)), .alt("x")],
    in: .outsideDialogs, perform: { screen, _ in screen.model.showPalette() })

  /// Actions that do nothing without their argument, and do not ask for it.
  static let withArgument: Set<Action> = [
    .goToDate, .attach, .chatByNumber, .block, .unblock,
  ]

  package static let mouse = Action(
    "mouse", .mouse, keys: [.alt("m")], in: .outsideDialogs,
    perform: { screen, _ in screen.model.toggleMouse() })

  package static let redraw = Action(
    "redraw", .redraw,
    also: ["refresh", "repaint"], keys: [.control("l")], in: .everywhere,
    perform: { screen, _ in screen.model.want(.redraw) })

  package static let suspend = Action(
    "suspend", .suspend,
    also: ["background", "shell"], keys: [.control("z")], in: .everywhere,
    perform: { screen, _ in screen.model.leave(.suspend) })

  package static let quit = Action(
    "quit", .quit,
    also: ["exit", "bye", "end", "close program", "close zonechat"], keys: [.control("q")],
    in: .everywhere,
    perform: { screen, _ in screen.model.quit() })
}
