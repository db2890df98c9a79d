import Foundation

/// A command of a page of the documentation, and the answer that the page shows below it.
struct DocumentedExample: Sendable {
  /// The page, and the line on which the command begins.
  var place: String
  var command: String
  /// The answer, made whole JSON; nil where the page shows none.
  var answer: JSONValue?

  /// Every `sh` block of a page, in order.
  static func all(in page: String, of name: String) throws -> [DocumentedExample] {
    var examples: [DocumentedExample] = []
    var lines = page.split(separator: "\n", omittingEmptySubsequences: false)[...]
    while let fence = lines.firstIndex(where: { $0.hasPrefix("```") }) {
      let language = lines[fence].dropFirst(3)
      let rest = lines[(fence + 1)...]
      let end = rest.firstIndex { $0.hasPrefix("```") } ?? lines.endIndex
      let text = rest[..<end].joined(separator: "\n")
      if language == "sh" {
        examples.append(
          DocumentedExample(place: "\(name), line \(fence + 1)", command: text, answer: nil))
      } else if language == "json", !examples.isEmpty, examples[examples.count - 1].answer == nil {
        examples[examples.count - 1].answer = try JSONDecoder().decode(
          JSONValue.self, from: Data(whole(text).utf8))
      }
      lines = lines[min(end + 1, lines.endIndex)...]
    }
    return examples
  }

  /// The answer without its omissions: a bare `…` stands for more of the same, `{…}` for an object.
  private static func whole(_ text: String) -> String {
    var result = ""
    var isInString = false
    var previous: Character = " "
    for character in text {
      if character == "\"", previous != "\\" { isInString.toggle() }
      previous = character
      guard isInString || character != "…" else {
        while let last = result.last, last.isWhitespace || last == "," { result.removeLast() }
        continue
      }
      if !isInString, character == ",", let last = result.last, "{[".contains(last) { continue }
      result.append(character)
    }
    return result
  }
}
