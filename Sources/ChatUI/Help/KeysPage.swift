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
    let contents = sections.map { "[\($0.title)](#\($0.place))" }.joined(separator: " · ")
    let lines =
      [
        "# Keys and commands", "",
        "This page is made from the program by `make pages`. The keys are those without settings;",
        "`zonechat keys` lists yours. The names are for the table `[keys]` of the settings.", "",
        "Contents: \(contents)",
      ] + sections.flatMap(\.lines)
    return lines.joined(separator: "\n") + "\n"
  }

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

  /// What differs in each preset, in the order of the settings.
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
