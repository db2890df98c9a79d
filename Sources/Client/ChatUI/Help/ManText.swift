/// A command, an option or an argument in a manual page, and what is said of it.
package struct ManualItem {
  var name: String
  var sentences: [String]

  package init(name: String, sentences: [String]) {
    self.name = name
    self.sentences = sentences
  }

  var lines: [String] { ManText.item(name, sentences) }
}

/// Texts in the language of man.
enum ManText {
  static func item(_ name: String, _ sentences: [String]) -> [String] {
    [".TP", ".B " + plain(name)] + sentences.map { plain($0.hasSuffix(".") ? $0 : $0 + ".") }
  }

  /// A text without a meaning for man.
  static func plain(_ text: String) -> String {
    let escaped = text.reduce(into: "") { result, character in
      switch character {
      case "\\": result += "\\e"
      case "-": result += "\\-"
      case "\"": result += "\\(dq"
      default: result.append(character)
      }
    }
    return escaped.hasPrefix(".") || escaped.hasPrefix("'") ? "\\&" + escaped : escaped
  }
}
