/// Every setting that is one value; the tables of keys and colours have rules of their own.
package enum SettingsCatalogue {
  package static let all: [Setting] = [
    .choice(
      "", "preset", \.preset,
      "The keys to begin with; [keys] changes single ones."),
    editor,
    .choice(
      "notifications", "level", \.notifications.level,
      "Of which new messages the client tells you; in a chat of two, every message is a mention."),
    .flag("notifications", "bell", \.notifications.bell, "Whether the terminal rings its bell."),
    .choice(
      "notifications", "desktop", \.notifications.desktop,
      "The sequence (OSC) with which your terminal shows a notification of the desktop."),
    .flag(
      "notifications", "title", \.notifications.title,
      "Whether the window's title counts unread messages."),
    .flag("screen", "mouse", \.screen.mouse, "Whether the mouse opens, picks and scrolls."),
    .number(
      "screen", "list-columns", in: 16...40,
      "The columns of the chat list, until you change them with keys; without it, the list fits the screen.",
      standard: nil,
      example: 28
    ) { $1.screen.listColumns = $0 },
    .number(
      "screen", "text-columns", in: 20...400, "The most columns that the text of a message takes.",
      standard: Settings().screen.textColumns, example: 100
    ) { $1.screen.textColumns = $0 },
    .choice("screen", "clock", \.screen.clock, "Times as 14:02 or as 2:02pm."),
    .flag("screen", "timestamps", \.screen.timestamps, "Whether messages show their time."),
  ]

  private static let editor = Setting(
    table: "", name: "editor",
    sentence: "The editor for long texts, with its options; without it, $VISUAL, $EDITOR or vi.",
    values: "a command", standard: nil, example: "\"nvim -n\""
  ) { (value, settings) throws(Setting.Mismatch) in
    guard case .text(let text) = value, !text.allSatisfy(\.isWhitespace),
      !text.unicodeScalars.contains(where: { $0.properties.generalCategory == .control })
    else { throw Setting.Mismatch(trouble: "must be a command in quotes", nearest: nil) }
    settings.editor = text
  }
}
