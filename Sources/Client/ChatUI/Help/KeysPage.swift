import ClientSettings
import TerminalUI

/// The page `docs/keys.md`: every action and every preset, made from the registry.
package enum KeysPage {
  private struct Section {
    var title: String
    var head: [String]
    var rows: [[String]]

    var lines: [String] {
      let rule = head.map { _ in "---" }.joined(separator: "|")
      return ["", "## \(title)", "", "| \(head.joined(separator: " | ")) |", "|\(rule)|"]
        + rows.map { "| \($0.joined(separator: " | ")) |" }
    }

    /// The place of the heading in the page.
    var place: String {
      title.lowercased().replacing(" ", with: "-").filter {
        $0.isLetter || $0.isNumber || $0 == "-"
      }
    }
  }

  package static var text: String {
    let sections = actions + presets
    let contents =
      (sections.map { "[\($0.title)](#\($0.place))" } + ["[Other keyboards](#other-keyboards)"])
      .joined(separator: " · ")
    let lines =
      [
        "# Keys and commands", "",
        "This page is made from the program by `make pages`. The keys are those without settings;",
        "`zonechat keys` lists yours. The names are for the table `[keys]` of the settings.", "",
        "Contents: \(contents)",
      ] + sections.flatMap(\.lines) + otherKeyboards
    return lines.joined(separator: "\n") + "\n"
  }

  private static let otherKeyboards = [
    "", "## Other keyboards", "",
    "With Ctrl or Alt, and where letters are commands (with a picked message, in the chat list with the preset vim, in",
    "dialogs without a text), a key of another script counts as the key at its place on a US keyboard: on a Russian",
    "keyboard Ctrl+Й is Ctrl+Q, and к is r. So do the keys of your settings; `Ctrl+й` there is `Ctrl+Q`. Other Latin",
    "keyboards keep their own letters.", "",
    "The place is known from what the terminal sends:", "",
    "| the terminal | sends for Ctrl+Й, Alt+З | what decides |", "|---|---|---|",
    "| with the kitty keyboard protocol, which the client turns on: kitty, foot, Ghostty, WezTerm, Alacritty 0.13, iTerm2 "
      + "| `ESC [ 1081::113;5u`, `ESC [ 1079::112;3u` | the place that it sends |",
    "| the same, from a terminal that leaves out the places | `ESC [ 1081;5u` | the table |",
    "| xterm, with a Latin keyboard beside the Russian one | Ctrl+Q, `ESC з` where `metaSendsEscape` is on "
      + "| xterm for Ctrl, the table for Alt |",
    "| xterm's modified keys (modifyOtherKeys) | `ESC [ 27;5;1081~` | the table |",
    "| xterm or Alacritty 0.11, with a Russian keyboard alone | `й`, `з` | nothing: the terminal sends a letter |",
    "| Alacritty 0.11, with a Latin keyboard beside it | Ctrl+Q, `з` | Alacritty for Ctrl; Alt is not sent |",
    "",
    "The table has the usual keyboards of Russian, Ukrainian, Belarusian, Serbian, Macedonian, Greek, Hebrew, Arabic, Persian,",
    "Georgian, Korean and Thai. Tried with real key presses (Xvfb): kitty 0.26 with the keyboards `ru`, `gr`, `il`, `ara`,",
    "`th` and `ge`, xterm 379 and Alacritty 0.11 with `ru` and `ru,us`. Of the other terminals, the bytes that their",
    "protocol describes were tried.",
  ]

  private static var actions: [Section] {
    let names = Dictionary(
      SettingsVocabulary.chat.actions.map { ($0.sentence, $0.name) },
      uniquingKeysWith: { first, _ in first })
    return HelpSection.all(startingWith: .composing, Keymap()).map { section in
      let hasNames = section.entries.contains { names[$0.title] != nil }
      return Section(
        title: section.title, head: ["keys", "does"] + (hasNames ? ["name"] : []),
        rows: section.entries.map { entry in
          [cell(entry.keys), cell(entry.title)] + (names[entry.title].map { ["`\($0)`"] } ?? [])
        })
    }
  }

  /// The differences in each preset, in the order of the settings.
  private static var presets: [Section] {
    KeyPreset.allCases.filter { !$0.keys.isEmpty }.map { preset in
      let changed = SettingsVocabulary.chat.actions.filter { preset.keys[$0.name] != nil }
      return Section(
        title: "Preset \(preset.rawValue)", head: ["keys", "does", "name"],
        rows: changed.map { action in
          let keys = (preset.keys[action.name] ?? []).map(\.text).joined(separator: ", ")
          return [keys.isEmpty ? "none" : cell(keys), cell(action.sentence), "`\(action.name)`"]
        })
    }
  }

  /// A text as it stands in a table, without a meaning for Markdown.
  private static func cell(_ text: String) -> String {
    text.reduce(into: "") { result, character in
      if "|\\`*_<>[]".contains(character) { result.append("\\") }
      result.append(character)
    }
  }
}
