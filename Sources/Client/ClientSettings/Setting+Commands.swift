import TOMLText

/// Commands of the person's own in the settings: a program and its arguments, which no shell reads.
extension Setting {
  /// A program and its arguments; without it nothing is run.
  static func program(
    _ table: String, _ name: String, _ path: Path<[String]>, _ sentence: String, example: String
  ) -> Setting {
    Setting(
      table: table, name: name, sentence: sentence, values: "a program and its arguments",
      standard: nil, example: example
    ) { (value, settings) throws(Mismatch) in
      guard let words = Setting.words(value) else {
        throw Mismatch(trouble: Setting.programForm, nearest: nil)
      }
      settings[keyPath: path] = words
    }
  }

  static let programForm =
    "must be a list of texts, a program and its arguments, like [\"notify-send\", \"News\"]"

  /// Our choice: more words than any command that a person writes by hand.
  private static let wordLimit = 64

  /// The words of a command; nil where a value is none.
  static func words(_ value: TOMLDocument.Value) -> [String]? {
    guard case .list(let nodes) = value, (1...wordLimit).contains(nodes.count) else { return nil }
    var words: [String] = []
    for node in nodes {
      guard case .text(let word) = node.value else { return nil }
      words.append(word)
    }
    return words[0].allSatisfy(\.isWhitespace) ? nil : words
  }
}
