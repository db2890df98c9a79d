import TerminalUI

/// Texts of settings for people to copy; `Settings.read` accepts them.
package enum SettingsExample {
  /// A whole settings file with every setting at its default, and what each does.
  package static var text: String {
    var lines = [
      "# The settings of ZoneChat's full-screen client. Changes count at once, without a restart.",
      "# A file with a mistake changes nothing; ‘zonechat config’ names the mistakes.",
    ]
    lines += [
      "",
      "# The colours: auto (dark or light, as the terminal says that its background is),",
      "# \(ThemeForms.builtIn.keys.sorted().joined(separator: ", ")), or the name of a file",
      "# themes/NAME.toml beside this one, which has ‘base’ and roles as [colors] has them.",
      "theme = \"\(ThemeForms.automaticName)\"",
    ]
    var table = ""
    for setting in SettingsCatalogue.all {
      if setting.table != table {
        table = setting.table
        lines += ["", "[\(table)]"]
      }
      lines += ["", "# \(setting.sentence)", "# Values: \(setting.values)."]
      lines.append("\(setting.name) = \(setting.standard ?? setting.example)")
      if setting.standard == nil {
        lines[lines.count - 1].insert(contentsOf: "# ", at: lines[lines.count - 1].startIndex)
      }
    }
    lines += [
      "",
      "# Styles of single roles, over those of the theme: emphasis (bold, dim, italic, underline,",
      "# reverse), a colour (red, bright-red, 0 to 255, #ff8800), and another one behind ‘on’. Roles:",
      "# \(ThemeRole.allCases.map(\.rawValue).joined(separator: ", ")).",
      "[colors]", "# accent = \"bold magenta\"", "# names = [\"bold cyan\", \"bold 208\"]",
      "",
      "# Keys of single actions, which replace all keys that the action had; \"\" takes them away.",
      "# ‘zonechat keys --dump’ prints this table with every action. ‘when empty’ stands behind a key",
      "# that counts only while nothing is typed.", "[keys]",
      "# go-to-chat = [\"Ctrl+G\", \"Alt+K\", \"Ctrl+K when empty\"]",
      "# suspend = \"\"",
      "",
      "# Slash commands of your own: ‘/weather Berlin’ runs the program with ‘Berlin’ as its last",
      "# argument, and puts what it prints into your text. No shell reads it.", "[commands]",
      "# weather = [\"/home/you/bin/weather\"]",
    ]
    return lines.joined(separator: "\n") + "\n"
  }

  /// The table of keys with every action, its keys now, and what it does.
  ///
  /// - Parameters:
  ///   - actions: all actions, in the order of the table.
  ///   - keymap: the keys that count now.
  /// - Returns: TOML that makes exactly these keys.
  package static func keys(of actions: [BindableAction], keymap: Keymap) -> String {
    var lines = ["[keys]"]
    for action in actions {
      let keys = keymap.keys(of: action.name, standard: action.keys).map { quoted($0.text) }
      let value =
        keys.count == 1 ? keys[0] : keys.isEmpty ? "\"\"" : "[" + keys.joined(separator: ", ") + "]"
      lines += ["# \(action.sentence).", "\(action.name) = \(value)"]
    }
    return lines.joined(separator: "\n") + "\n"
  }

  /// A key's name as a text of TOML.
  private static func quoted(_ text: String) -> String {
    "\"" + text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"") + "\""
  }
}
