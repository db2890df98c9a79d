import TOMLText
import TerminalUI

/// One setting: its notation, its effect, and the way in which its value is taken over.
package struct Setting: Sendable {
  /// The table that it stands in; empty for the top of the file.
  package let table: String
  package let name: String
  /// The effect of the setting, for people who read the example.
  package let sentence: String
  /// The values that are possible, for people.
  package let values: String
  /// The default value as TOML; nil if no value can be written for the default.
  package let standard: String?
  /// The value that an example shows if there is no default to be shown.
  package let example: String
  let take: @Sendable (TOMLDocument.Value, inout Settings) throws(Mismatch) -> Void

  /// The table and the name, for example `notifications.level`.
  package var path: String { table.isEmpty ? name : table + "." + name }

  /// The reason why a value is not accepted.
  struct Mismatch: Error {
    /// The expected value: "must be true or false".
    var trouble: String
    var nearest: String?
  }

  typealias Path<Value> = any WritableKeyPath<Settings, Value> & Sendable

  /// One of some words.
  static func choice<Choice: RawRepresentable<String> & CaseIterable & Sendable>(
    _ table: String, _ name: String, _ path: Path<Choice>, _ sentence: String
  ) -> Setting {
    let words = Choice.allCases.map(\.rawValue)
    let values = words.map { "\"\($0)\"" }
    let standard = "\"\(Settings()[keyPath: path].rawValue)\""
    let expected = values.dropLast().joined(separator: ", ") + " or " + (values.last ?? "")
    return Setting(
      table: table, name: name, sentence: sentence, values: expected, standard: standard,
      example: standard
    ) { (value, settings) throws(Mismatch) in
      let text: String? =
        switch value {
        case .text(let text): text
        // A clock of 24 hours is easily written without quotes.
        case .whole(let number): "\(number)"
        default: nil
        }
      guard let text, let choice = Choice(rawValue: text) else {
        let near = text.flatMap { NearestWord.of($0.lowercased(), among: words) }
        throw Mismatch(trouble: "must be \(expected)", nearest: near.map { "\"\($0)\"" })
      }
      settings[keyPath: path] = choice
    }
  }

  /// True or false.
  static func flag(
    _ table: String, _ name: String, _ path: Path<Bool>, _ sentence: String
  ) -> Setting {
    let standard = "\(Settings()[keyPath: path])"
    return Setting(
      table: table, name: name, sentence: sentence, values: "true or false", standard: standard,
      example: standard
    ) { (value, settings) throws(Mismatch) in
      guard case .flag(let flag) = value else {
        throw Mismatch(trouble: "must be true or false, without quotes", nearest: nil)
      }
      settings[keyPath: path] = flag
    }
  }

  /// A whole number in a range.
  static func number(
    _ table: String, _ name: String, in range: ClosedRange<Int>, _ sentence: String,
    standard: Int?, example: Int, set: @escaping @Sendable (Int, inout Settings) -> Void
  ) -> Setting {
    let values = "\(range.lowerBound) to \(range.upperBound)"
    return Setting(
      table: table, name: name, sentence: sentence, values: values,
      standard: standard.map { "\($0)" }, example: "\(example)"
    ) { (value, settings) throws(Mismatch) in
      guard case .whole(let number) = value, range.contains(number) else {
        throw Mismatch(trouble: "must be a whole number from \(values)", nearest: nil)
      }
      set(number, &settings)
    }
  }
}
