import Foundation
import TerminalUI

/// Texts of people as Markdown that shows exactly them.
///
/// Source: CommonMark 0.31, “Backslash escapes”: any ASCII punctuation may have a backslash before it.
enum MarkdownText {
  /// Characters that mean something anywhere in a line, also in the dialects that have tables, mathematics, attributes,
  /// marks and links without brackets.
  private static let signs = Set("\\`*_{}[]<>#|~&$^=".unicodeScalars)
  /// Characters that mean something at the beginning of a line.
  private static let beginnings = Set("+-".unicodeScalars)
  /// Our choice: blanks at the beginning of a line that are kept.
  private static let indentLimit = 40
  private static let blank = "&nbsp;"

  /// A text on one line, which may stand at its beginning.
  static func line(_ text: String) -> String { escaped(DisplayText.singleLine(text)) }

  /// A text with its lines as one paragraph.
  static func paragraph(_ text: String) -> String {
    DisplayText.multiLine(text).split(separator: "\n", omittingEmptySubsequences: false)
      .map { escaped(String($0)) }.joined(separator: "\\\n")
  }

  /// The target of a link to a file.
  static func target(_ path: String) -> String {
    path.addingPercentEncoding(withAllowedCharacters: targetCharacters) ?? ""
  }

  private static let targetCharacters = CharacterSet(
    charactersIn: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~/")

  private static func escaped(_ line: String) -> String {
    let indent = line.prefix { $0 == " " }.count
    // A paragraph ends at an empty line, and four blanks begin code.
    let rest = line.dropFirst(indent)
    if rest.isEmpty { return blank }
    var escaped = String(repeating: blank, count: min(indent, indentLimit))
    var isNumber = indent == 0
    for (place, scalar) in rest.unicodeScalars.enumerated() {
      let isEnumeration = isNumber && place > 0 && (scalar == "." || scalar == ")")
      if signs.contains(scalar) || (place == 0 && beginnings.contains(scalar)) || isEnumeration {
        escaped.unicodeScalars.append("\\")
      }
      escaped.unicodeScalars.append(scalar)
      isNumber = isNumber && ("0"..."9").contains(scalar)
    }
    return escaped
  }
}
