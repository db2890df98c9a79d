import TOMLText
import TerminalUI

extension ThemeForms {
  /// Reads a theme's file: styles by role, `names` for the senders, and `base` for everything else.
  ///
  /// - Parameter text: TOML, for example `base = "light"` and `accent = "bold magenta"`.
  /// - Returns: the theme, or the mistakes in the order of the text.
  package static func read(_ text: String) -> Result<ThemeForms, SettingsMistakes> {
    do throws(TOMLProblem) {
      var reader = StylesReader(theme: ThemeForms(.dark))
      reader.read(try TOMLDocument(text).entries, isFile: true)
      guard reader.problems.isEmpty else { return .failure(SettingsMistakes(reader.problems)) }
      return .success(reader.theme)
    } catch {
      return .failure(SettingsMistakes([error]))
    }
  }
}

/// Takes styles from a table, and notes what is wrong.
struct StylesReader {
  var theme: ThemeForms
  var problems: [TOMLProblem] = []

  private static let names = "names"
  private static let base = "base"

  /// - Parameters:
  ///   - entries: the table.
  ///   - isFile: whether a theme to begin with may be named.
  mutating func read(_ entries: [TOMLDocument.Entry], isFile: Bool = false) {
    if isFile, let entry = entries.first(where: { $0.name == Self.base }) { readBase(entry) }
    for entry in entries where !(isFile && entry.name == Self.base) {
      if entry.name == Self.names {
        readNames(entry)
      } else if let role = ThemeRole(rawValue: entry.name) {
        if let style = style(entry.node) { theme.changeBoth { $0[role] = style } }
      } else {
        let words = ThemeRole.allCases.map(\.rawValue) + [Self.names] + (isFile ? [Self.base] : [])
        let name = DisplayText.singleLine(String(entry.name.prefix(60)))
        problems.append(
          TOMLProblem(
            entry.place, "There is no role ‘\(name)’ for a style.",
            nearest: NearestWord.of(entry.name, among: words)))
      }
    }
  }

  private mutating func readBase(_ entry: TOMLDocument.Entry) {
    let known = ThemeForms.builtIn.keys.sorted()
    if case .text(let name) = entry.node.value, let base = ThemeForms.builtIn[name] {
      theme = base
    } else {
      problems.append(
        TOMLProblem(
          entry.node.place, "‘base’ must be one of the themes \(known.joined(separator: ", "))."))
    }
  }

  private mutating func readNames(_ entry: TOMLDocument.Entry) {
    guard case .list(let nodes) = entry.node.value, (1...64).contains(nodes.count) else {
      problems.append(
        TOMLProblem(entry.node.place, "‘names’ must be a list of 1 to 64 styles in quotes."))
      return
    }
    let names = nodes.compactMap { style($0) }
    theme.changeBoth { $0.names = names }
  }

  private mutating func style(_ node: TOMLDocument.Node) -> Style? {
    guard case .text(let text) = node.value else {
      problems.append(
        TOMLProblem(node.place, "A style must be a text in quotes, as \"bold yellow\"."))
      return nil
    }
    do throws(StyleText.Mistake) {
      return try StyleText.parse(text)
    } catch {
      let shown = DisplayText.singleLine(String(text.prefix(60)))
      problems.append(
        TOMLProblem(node.place, "‘\(shown)’ \(error.reason).", nearest: error.nearest))
      return nil
    }
  }
}
