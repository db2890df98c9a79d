import ClientSettings

/// The manual page zonechat(1), made from the registry of actions, the settings and the commands.
///
/// Source: man(7).
package struct ManualPage {
  /// Commands under one heading.
  package struct Group {
    var name: String
    var commands: [ManualItem]

    package init(name: String, commands: [ManualItem]) {
      self.name = name
      self.commands = commands
    }
  }

  private let groups: [Group]

  package init(groups: [Group]) {
    self.groups = groups
  }

  package var text: String {
    let lines =
      [
        ".\\\" Made from the program by ‘make pages’.", ".TH ZONECHAT 1", ".SH NAME",
        ManText.plain(
          "zonechat - chat in the terminal, online and offline, over a simulated CloudKit"),
        ".SH SYNOPSIS", ".B zonechat",
        ManText.plain("[--profile NAME] [--cloud URL] [--plain] [COMMAND] [ARGUMENT…]"),
        ".SH DESCRIPTION",
        ManText.plain("Without a command, ZoneChat opens the full-screen client."),
        ManText.plain("With --plain it works line by line, for screen readers and pipes."),
        ManText.plain("‘zonechat COMMAND --help’ and zonechat-COMMAND(1) describe a command."),
      ] + commands + keys + settings + end
    return lines.joined(separator: "\n") + "\n"
  }

  private var commands: [String] {
    [".SH COMMANDS"]
      + groups.flatMap { group in
        [".SS \(ManText.plain(group.name))"]
          + group.commands.flatMap(\.lines)
      }
  }

  private var keys: [String] {
    [
      ".SH KEYS",
      ManText.plain(
        "The keys without settings; ‘zonechat keys’ lists yours. A word with a slash is typed like a message."
      ),
    ]
      + HelpSection.all(startingWith: .composing, Keymap()).flatMap { section in
        [".SS \(ManText.plain(section.title))"]
          + section.entries.flatMap { ManText.item($0.keys, [$0.title]) }
      }
  }

  private var settings: [String] {
    [
      ".SH SETTINGS",
      ManText.plain("‘zonechat config --example’ prints a file with every setting."),
    ]
      + SettingsCatalogue.all.flatMap { setting in
        ManText.item(
          setting.path,
          [setting.sentence, "Values: \(setting.values)."]
            + (setting.standard.map { ["Default: \($0)."] } ?? []))
      }
      + ManText.item(
        "keys.ACTION", ["A key, or a list of keys, for an action; \"\" takes its keys away."])
  }

  private var end: [String] {
    [".SH FILES"]
      + ManText.item(
        "~/.config/zonechat/config.toml", ["The settings; below $XDG_CONFIG_HOME if that is set."])
      + ManText.item("~/.config/zonechat/themes/NAME.toml", ["Themes for the colours."])
      + ManText.item(
        "~/.local/share/zonechat",
        ["Profiles and the embedded cloud; below $XDG_DATA_HOME if that is set."])
      + [".SH ENVIRONMENT"]
      + ManText.item("ZONECHAT_CONFIG", ["Another settings file."])
      + ManText.item("ZONECHAT_HOME", ["A folder for everything: data, settings and sockets."])
      + ManText.item("ZONECHAT_LOG", ["The level of the log on standard error, for commands."])
      + ManText.item("ZONECHAT_TRACE", ["A file to which processes add what they do, and when."])
      + ManText.item("NO_COLOR", ["Turns colours off if it is not empty."])
      + ManText.item("VISUAL, EDITOR", ["The editor, if the settings name none."])
      + [".SH EXIT STATUS"]
      + [
        ("0", "Done."), ("1", "Failed."), ("2", "Wrong usage."), ("3", "Not signed in."),
        ("4", "Not finished in time."),
      ].flatMap { ManText.item($0.0, [$0.1]) }
  }
}
