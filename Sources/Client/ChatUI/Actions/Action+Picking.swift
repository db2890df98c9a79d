import ChatWords
import TerminalUI

/// Picking a message.
extension Action {
  package static let pickMessage = Action(
    "pick-message", .pick, hint: "pick message",
    keys: [.key(.up).whenEmpty(), .key(.up, .shift), .alt("r")], in: [.composing],
    unless: { $0.reasonAgainstPicking },
    perform: { screen, _ in
      screen.pickVisible()
      if screen.model.conversation?.picked != nil { screen.model.focus = .picking }
    })

  package static let pickOlder = Action(
    "pick-older", "Pick the message above", hint: "older",
    keys: [.key(.up), .typed("k"), .key(.up, .shift)], in: [.picking],
    unless: { $0.reasonAgainstPicking },
    perform: { screen, _ in screen.model.conversation?.pick(offset: -1) })

  package static let pickNewer = Action(
    "pick-newer", "Pick the message below", hint: "newer",
    keys: [.key(.down), .typed("j"), .key(.down, .shift)], in: [.picking],
    unless: { $0.reasonAgainstPicking },
    perform: { screen, _ in screen.model.conversation?.pick(offset: 1) })

  package static let pickOldest = Action(
    "pick-oldest", "Pick the first message", keys: [.key(.home), .typed("g")], in: [.picking],
    unless: { $0.reasonAgainstPicking },
    perform: { screen, _ in screen.model.conversation?.go(to: .oldest) })

  package static let pickNewest = Action(
    "pick-newest", "Pick the last message",
    keys: [.key(.end), .typed("G"), .key(.end, .alt), .key(.end, .control)], in: [.picking],
    unless: { $0.reasonAgainstPicking }, perform: { screen, _ in screen.model.goToEnd() })
}
