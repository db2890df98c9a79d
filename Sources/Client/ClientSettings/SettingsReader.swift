package import TOMLText
import TerminalUI

extension Settings {
  /// The longest settings file; far more than all settings with every key.
  package static let maximumBytes = 256 * 1024

  /// Reads settings; either all of the text is right, or nothing of it counts.
  ///
  /// - Parameters:
  ///   - text: TOML, as `SettingsExample` shows it.
  ///   - vocabulary: the words that the text may use.
  /// - Returns: the settings, or the mistakes in the order of the text.
  package static func read(
    _ text: String, vocabulary: SettingsVocabulary
  ) -> Result<Settings, SettingsMistakes> {
    do throws(TOMLProblem) {
      var reader = SettingsReader(vocabulary: vocabulary)
      reader.read(try TOMLDocument(text))
      guard reader.problems.isEmpty else {
        return .failure(SettingsMistakes(reader.problems.sorted { $0.place < $1.place }))
      }
      return .success(reader.settings)
    } catch {
      return .failure(SettingsMistakes([error]))
    }
  }
}

/// Everything that is wrong in a settings file; at least one problem.
package struct SettingsMistakes: Error, Equatable, Sendable {
  package let problems: [TOMLProblem]

  package init(_ problems: [TOMLProblem]) {
    precondition(!problems.isEmpty, "mistakes without a problem")
    self.problems = problems
  }

  /// The first mistake, and how many others there are.
  package var sentence: String {
    let others = problems.count - 1
    return problems[0].sentence + (others > 0 ? " (and \(others) more)" : "")
  }
}

/// Takes settings from a document, and notes what is wrong.
private struct SettingsReader {
  let vocabulary: SettingsVocabulary
  var settings = Settings()
  var problems: [TOMLProblem] = []
  /// The places where the person has chosen keys, by action.
  private var keyPlaces: [String: TOMLProblem.Place] = [:]

  private static let keysTable = "keys"
  private static let colorsTable = "colors"
  private static let commandsTable = "commands"
  private static let theme = "theme"

  init(vocabulary: SettingsVocabulary) {
    self.vocabulary = vocabulary
  }

  mutating func read(_ document: TOMLDocument) {
    let tables = Set(SettingsCatalogue.all.map(\.table)).subtracting([""])
    // A theme comes before the single colours that change it.
    for entry in document.entries where entry.name == Self.theme { readTheme(entry) }
    for entry in document.entries where entry.name != Self.theme {
      if entry.name == Self.keysTable {
        readKeys(entry)
      } else if entry.name == Self.colorsTable {
        readColors(entry)
      } else if entry.name == Self.commandsTable {
        readCommands(entry)
      } else if tables.contains(entry.name) {
        for inner in table(entry) { take(inner, from: entry.name) }
      } else {
        take(entry, from: "")
      }
    }
    checkConflicts()
  }

  private mutating func table(_ entry: TOMLDocument.Entry) -> [TOMLDocument.Entry] {
    if case .table(let entries) = entry.node.value { return entries }
    problems.append(
      TOMLProblem(entry.node.place, "‘\(shown(entry.name))’ is a table. Write [\(entry.name)].")
    )
    return []
  }

  private mutating func take(_ entry: TOMLDocument.Entry, from table: String) {
    let path = table.isEmpty ? entry.name : table + "." + entry.name
    guard let setting = SettingsCatalogue.all.first(where: { $0.path == path }) else {
      return refuse(entry, from: table)
    }
    do throws(Setting.Mismatch) {
      try setting.take(entry.node.value, &settings)
    } catch {
      problems.append(
        TOMLProblem(
          entry.node.place, "‘\(path)’ \(error.trouble), not \(shown(entry.node.value.words)).",
          nearest: error.nearest))
    }
  }

  private mutating func refuse(_ entry: TOMLDocument.Entry, from table: String) {
    let here = SettingsCatalogue.all.filter { $0.table == table }.map(\.name)
    let words = table.isEmpty ? here + Self.tables : here
    let place = table.isEmpty ? "at the top" : "in [\(table)]"
    problems.append(
      TOMLProblem(
        entry.place, "There is no setting ‘\(shown(entry.name))’ \(place).",
        nearest: NearestWord.of(entry.name, among: words)))
  }

  private static let tables: [String] =
    Array(Set(SettingsCatalogue.all.map(\.table)).subtracting([""])).sorted() + [
      keysTable, colorsTable, commandsTable, theme,
    ]

  /// A text from the file, harmless and short enough for a sentence.
  private func shown(_ text: String) -> String { String(DisplayText.singleLine(text).prefix(60)) }
}

extension SettingsReader {
  private mutating func readTheme(_ entry: TOMLDocument.Entry) {
    let names = ([ThemeForms.automaticName] + vocabulary.themes.keys).sorted()
    guard case .text(let name) = entry.node.value else {
      problems.append(
        TOMLProblem(entry.node.place, "‘theme’ must be the name of a theme in quotes."))
      return
    }
    if name == ThemeForms.automaticName {
      settings.theme = .automatic
    } else if let theme = vocabulary.themes[name] {
      settings.theme = theme
    } else if let reason = vocabulary.brokenThemes[name] {
      problems.append(
        TOMLProblem(entry.node.place, "The theme ‘\(shown(name))’ has a mistake. \(reason)"))
    } else {
      problems.append(
        TOMLProblem(
          entry.node.place,
          "There is no theme ‘\(shown(name))’; there are \(names.joined(separator: ", ")).",
          nearest: NearestWord.of(name, among: names)))
    }
  }

  private mutating func readColors(_ entry: TOMLDocument.Entry) {
    var reader = StylesReader(theme: settings.theme)
    reader.read(table(entry))
    settings.theme = reader.theme
    problems += reader.problems
  }

  /// The longest name of a command of the person's own.
  private static let commandNameLimit = 32

  private mutating func readCommands(_ entry: TOMLDocument.Entry) {
    for inner in table(entry) {
      let isName =
        inner.name.count <= Self.commandNameLimit && inner.name.first?.isLetter == true
        && inner.name.allSatisfy {
          $0.isASCII && ($0.isLowercase || $0.isNumber || $0 == "-")
        }
      if !isName {
        problems.append(
          TOMLProblem(
            inner.place,
            "‘\(shown(inner.name))’ is no name of a command: small letters, digits and hyphens."))
      } else if vocabulary.slashCommands.contains(inner.name) {
        problems.append(
          TOMLProblem(
            inner.place, "‘/\(inner.name)’ is a command already. Take another name."))
      } else if let words = Setting.words(inner.node.value) {
        settings.commands[inner.name] = words
      } else {
        problems.append(
          TOMLProblem(
            inner.node.place,
            "‘commands.\(inner.name)’ \(Setting.programForm), "
              + "not \(shown(inner.node.value.words))."))
      }
    }
  }

  private mutating func readKeys(_ entry: TOMLDocument.Entry) {
    for inner in table(entry) {
      guard let action = vocabulary.actions.first(where: { $0.name == inner.name }) else {
        problems.append(
          TOMLProblem(
            inner.place,
            "There is no action ‘\(shown(inner.name))’; ‘zonechat keys --dump’ lists all.",
            nearest: NearestWord.of(inner.name, among: vocabulary.actions.map(\.name))))
        continue
      }
      keyPlaces[action.name] = inner.place
      let problemCount = problems.count
      let bindings = bindings(inner, of: action)
      settings.keys[action.name] = bindings
      if bindings.isEmpty, problems.count == problemCount,
        vocabulary.essential.contains(action.name)
      {
        problems.append(
          TOMLProblem(
            inner.node.place, "‘\(action.name)’ needs a key; nothing else does what it does."))
      }
    }
  }

  /// One key or a list of keys; an empty text is none.
  private mutating func bindings(
    _ entry: TOMLDocument.Entry, of action: BindableAction
  ) -> [KeyBinding] {
    let nodes: [TOMLDocument.Node]
    switch entry.node.value {
    case .text(""): return []
    case .text: nodes = [entry.node]
    case .list(let list): nodes = list
    default:
      problems.append(
        TOMLProblem(
          entry.node.place,
          "‘keys.\(action.name)’ must be a key in quotes or a list of keys, "
            + "not \(shown(entry.node.value.words))."))
      return []
    }
    var bindings: [KeyBinding] = []
    for node in nodes {
      guard let binding = binding(node, of: action), !bindings.contains(binding) else { continue }
      bindings.append(binding)
    }
    return bindings
  }

  private mutating func binding(
    _ node: TOMLDocument.Node, of action: BindableAction
  ) -> KeyBinding? {
    guard case .text(let text) = node.value else {
      problems.append(
        TOMLProblem(
          node.place, "A key must be a text in quotes, not \(shown(node.value.words))."))
      return nil
    }
    do throws(KeyName.Mistake) {
      let binding = try KeyBinding(parsing: text)
      if binding.condition == .always, binding.event.typedCharacter != nil,
        !action.contexts.isDisjoint(with: vocabulary.textContexts)
      {
        throw KeyName.Mistake(
          reason: "would be typed as text where ‘\(action.name)’ works; add Ctrl or Alt",
          nearest: "alt+\(text)")
      }
      return binding
    } catch {
      problems.append(
        TOMLProblem(node.place, "‘\(shown(text))’ \(error.reason).", nearest: error.nearest))
      return nil
    }
  }

  /// Names both actions of a key, at the later of the places where the person has chosen it.
  private mutating func checkConflicts() {
    let keymap = Keymap(preset: settings.preset, own: settings.keys)
    let givingWay = Set(vocabulary.actions.filter(\.givesWay).map(\.name))
    for conflict in keymap.conflicts(among: vocabulary.actions) {
      let hasWay = [conflict.first, conflict.second].contains {
        givingWay.contains($0) && keyPlaces[$0] == nil
      }
      if hasWay { continue }
      let chosen = [conflict.first, conflict.second].compactMap { keyPlaces[$0] }
      guard let place = chosen.max() else { continue }
      problems.append(
        TOMLProblem(
          place,
          "‘\(conflict.binding.text)’ is a key of ‘\(conflict.first)’ and of ‘\(conflict.second)’ "
            + "in the same place. Give one of them another key, or take it away."))
    }
  }
}
