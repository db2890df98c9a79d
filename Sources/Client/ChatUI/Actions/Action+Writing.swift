import ChatWords
import TerminalUI

/// Writing and sending.
extension Action {
  // Enter and Tab with nothing to do are not mistakes, so no reason is shown.
  package static let send = Action(
    "send", "Send the message", hint: "send", keys: [.key(.enter)], in: [.composing],
    isSilent: true,
    unless: {
      $0.composer.hasSomethingToSend ? nil : "The message is empty. Type something first."
    },
    perform: { screen, _ in screen.submit() })

  package static let newline = Action(
    "newline", "Start a new line", hint: "newline",
    keys: [.key(.enter, .alt), .control("j"), .key(.enter, .shift)], in: [.composing],
    perform: { screen, _ in screen.edit { $0.insert("\n") } })

  package static let complete = Action(
    "complete", "Complete a command, a name, a path or an emoji", hint: "complete",
    keys: [.key(.tab)], in: [.composing],
    isSilent: true, unless: { $0.reasonAgainstCompleting },
    perform: { screen, _ in screen.edit { _ = $0.complete(forward: true) } })

  package static let completeBackward = Action(
    "complete-backward", "Complete with the previous match", keys: [.key(.tab, .shift)],
    in: [.composing], isSilent: true, unless: { $0.reasonAgainstCompleting },
    perform: { screen, _ in screen.edit { _ = $0.complete(forward: false) } })

  package static let historyOlder = Action(
    "history-older", "Show the text sent before", keys: [.key(.up, .control)],
    in: [.composing], perform: { screen, _ in screen.edit { $0.browseOlder() } })

  package static let historyNewer = Action(
    "history-newer", "Show the text sent after", keys: [.key(.down, .control)],
    in: [.composing], perform: { screen, _ in screen.edit { $0.browseNewer() } })

  package static let externalEditor = Action(
    "editor", .editor,
    also: ["vim", "emacs", "nano"], keys: [.alt("e")], in: [.composing],
    perform: { screen, _ in screen.model.want(.editExternally(screen.model.composer.text)) })

  package static let clearText = Action(
    "clear-text", "Clear the text; press again to restore it",
    also: ["clear", "clear input", "empty"], keys: [.control("c")],
    in: .outsideDialogs, perform: { screen, _ in screen.model.clearOrRestore() })

  package static let stepBack = Action(
    "step-back", "Go one step back; the text stays", hint: "back", keys: [.key(.escape)],
    in: .outsideDialogs, perform: { screen, _ in screen.stepBack() })

  package static let attach = Action(
    "attach", .attach,
    also: [
      "upload", "file", "image", "picture", "photo", "attachment", "send file", "gif", "sticker",
      "video",
    ], in: .outsideDialogs, unless: { $0.reasonAgainstWriting },
    perform: { $0.model.attach($1) })

  package static let pastePicture = Action(
    "paste-picture", .paste,
    also: ["screenshot", "paste image", "paste picture", "clipboard image"], keys: [.alt("y")],
    in: .outsideDialogs,
    unless: { $0.reasonAgainstWriting },
    perform: { screen, _ in screen.model.pastePicture() })
}
