import TOMLText

/// Every setting that is one value; the tables of keys and colours have rules of their own.
package enum SettingsCatalogue {
  package static let all: [Setting] = [
    .choice(
      "", "preset", \.preset,
      "The keys to begin with; [keys] changes single ones."),
    editor, opener, downloads,
    .flag(
      "chats", "sealed", \.chats.sealed,
      "Whether new chats are sealed: their members read them, and who runs the cloud cannot."),
    .choice(
      "notifications", "level", \.notifications.level,
      "Of which messages in groups you are told; in a chat of two of all; /notify sets it for one chat."
    ),
    .flag("notifications", "bell", \.notifications.bell, "Whether the terminal rings its bell."),
    .choice(
      "notifications", "desktop", \.notifications.desktop,
      "The sequence (OSC) with which your terminal shows a notification of the desktop."),
    .flag(
      "notifications", "title", \.notifications.title,
      "Whether the window's title counts unread messages."),
    .flag(
      "notifications", "agent", \.notifications.agent,
      "Whether the agent shows notifications of the desktop while no window is open."),
    quiet,
    .program(
      "away", "command", \.away.command,
      "What the agent runs for what needs you while no window is open; the user guide has examples.",
      example: "[\"notify-send\", \"News in ZoneChat\"]"),
    .number(
      "away", "delay", in: 1...86_400, "The seconds that you have to read it elsewhere.",
      standard: Settings().away.delaySeconds, example: 60
    ) { $1.away.delaySeconds = $0 },
    .flag("away", "text", \.away.text, "Whether the program learns the words of a message."),
    .program(
      "hooks", "on-message", \.hooks.onMessage,
      "What a window or the agent runs for each new message of somebody else.",
      example: "[\"/home/you/bin/on-message\"]"),
    .flag("screen", "mouse", \.screen.mouse, "Whether the mouse opens, picks and scrolls."),
    .number(
      "screen", "list-columns", in: 16...40,
      "The columns of the chat list, until you change them with keys; without it, the list fits the screen.",
      standard: nil,
      example: 28
    ) { $1.screen.listColumns = $0 },
    .number(
      "screen", "text-columns", in: 20...400, "The most columns that the text of a message takes.",
      standard: Settings().screen.textColumns, example: 88
    ) { $1.screen.textColumns = $0 },
    .choice(
      "screen", "names", \.screen.names,
      "Names above the text or beside it; auto puts them beside it where the messages have 90 columns."
    ),
    .choice("screen", "clock", \.screen.clock, "Times as 14:02 or as 2:02pm."),
    .flag("screen", "timestamps", \.screen.timestamps, "Whether messages show their time."),
    .flag(
      "screen", "links", \.screen.links,
      "Whether addresses are links (OSC 8) that a terminal which knows them opens with a click."),
    .choice(
      "screen", "pictures", \.screen.pictures,
      "How pictures are shown between messages: half blocks or kitty's way; auto: none over SSH."),
  ]

  private static let quiet = Setting(
    table: "notifications", name: "quiet",
    sentence: "The hours in which nothing rings, by the clocks on the wall.",
    values: "two times of day, as \"22:00-07:00\"", standard: nil, example: "\"22:00-07:00\""
  ) { (value, settings) throws(Setting.Mismatch) in
    guard case .text(let text) = value, let hours = QuietHours(text) else {
      throw Setting.Mismatch(trouble: "must be two times of day like \"22:00-07:00\"", nearest: nil)
    }
    settings.notifications.quiet = hours
  }

  private static let editor = text(
    "editor", "a command",
    "The editor for long texts, with its options; without it, $VISUAL, $EDITOR or vi.",
    example: "nvim -n"
  ) { $1.editor = $0 }

  private static let opener = text(
    "opener", "a command",
    "What opens web addresses and files, with its options; without it, xdg-open.",
    example: "firefox --new-window"
  ) { $1.opener = $0 }

  private static let downloads = text(
    "downloads", "a folder",
    "Where files are saved if you name no folder; without it, your folder for downloads.",
    example: "~/Downloads/chat"
  ) { $1.downloads = $0 }

  /// A text without control characters, at the top of the file.
  private static func text(
    _ name: String, _ values: String, _ sentence: String, example: String,
    take: @escaping @Sendable (String, inout Settings) -> Void
  ) -> Setting {
    Setting(
      table: "", name: name, sentence: sentence, values: values, standard: nil,
      example: "\"\(example)\""
    ) { (value, settings) throws(Setting.Mismatch) in
      guard case .text(let text) = value, !text.allSatisfy(\.isWhitespace),
        !text.unicodeScalars.contains(where: { $0.properties.generalCategory == .control })
      else { throw Setting.Mismatch(trouble: "must be \(values) in quotes", nearest: nil) }
      take(text, &settings)
    }
  }
}
