import ClientSettings

/// The page `docs/keys.md`: every action, made from the registry.
package enum KeysPage {
  /// With the keys that count without settings.
  package static var text: String {
    var lines = [
      "# Keys and commands", "",
      "This page is made from the program by `make pages`. The keys are those without settings;",
      "`zonechat keys` lists yours. The names in the last column are for the table `[keys]` of the settings.",
    ]
    let names = Dictionary(
      ActionRegistry.all.map { ($0.title, $0.id) }, uniquingKeysWith: { first, _ in first })
    for section in HelpSection.all(startingWith: .composing, Keymap()) {
      let hasNames = section.entries.contains { names[$0.title] != nil }
      lines += ["", "## \(section.title)", ""]
      lines +=
        hasNames ? ["| keys | does | name |", "|---|---|---|"] : ["| keys | does |", "|---|---|"]
      for entry in section.entries {
        let name = names[entry.title].map { " `\($0)` |" } ?? ""
        lines.append("| \(cell(entry.keys)) | \(cell(entry.title)) |\(name)")
      }
    }
    return lines.joined(separator: "\n") + "\n"
  }

  /// A text as it stands in a table, without a meaning for Markdown.
  private static func cell(_ text: String) -> String {
    text.reduce(into: "") { result, character in
      if "|\\`*_<>[]".contains(character) { result.append("\\") }
      result.append(character)
    }
  }
}
