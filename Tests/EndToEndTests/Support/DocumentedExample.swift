import Foundation
import Subprocess
import Testing

/// A command of a page of the documentation, and the answer that the page shows below it.
struct DocumentedExample: Sendable {
  /// The page, and the line on which the command begins.
  var place: String
  var command: String
  /// The answer, made whole JSON; nil where the page shows none.
  var answer: JSONValue?
  /// The lines of an answer that is not JSON, without what the page leaves out.
  var lines: [String] = []

  /// Every `sh` block of a page, in order.
  static func all(in page: String, of name: String) throws -> [DocumentedExample] {
    var examples: [DocumentedExample] = []
    var lines = page.split(separator: "\n", omittingEmptySubsequences: false)[...]
    while let fence = lines.firstIndex(where: { $0.hasPrefix("```") }) {
      let language = lines[fence].dropFirst(3)
      // An answer stands right below its command.
      let isBelow = lines[..<fence].allSatisfy(\.isEmpty)
      let rest = lines[(fence + 1)...]
      let end = rest.firstIndex { $0.hasPrefix("```") } ?? lines.endIndex
      let text = rest[..<end].joined(separator: "\n")
      if language == "sh" {
        examples.append(
          DocumentedExample(place: "\(name), line \(fence + 1)", command: text, answer: nil))
      } else if language == "json", !examples.isEmpty, examples[examples.count - 1].answer == nil {
        examples[examples.count - 1].answer = try JSONDecoder().decode(
          JSONValue.self, from: Data(whole(text).utf8))
      } else if language.isEmpty, isBelow, !examples.isEmpty {
        examples[examples.count - 1].lines = text.split(separator: "\n").map {
          comparable($0)
        }.filter { !$0.isEmpty && !$0.contains("…") }
      }
      lines = lines[min(end + 1, lines.endIndex)...]
    }
    return examples
  }

  /// A line of an answer that is not JSON; counts are not compared.
  fileprivate static func comparable(_ line: Substring) -> String {
    line.trimmingCharacters(in: .whitespaces).replacing(/[ ]\d+$/, with: " N")
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

extension DocumentedExample {
  /// Runs the commands of some pages in one shell, and expects the answers that the pages show; how many
  /// commands there are.
  @discardableResult
  static func expectAnswers(
    of pages: [String], against cloud: CloudProcess, in world: World
  ) async throws -> Int {
    let examples = try pages.flatMap(examples)
    let answers = try await run(examples, against: cloud, world)
    for (example, answer) in zip(examples, answers) {
      if example.answer == nil {
        #expect(!answer.contains("serverErrorCode"), "\(example.place): \(answer)")
      }
      let printed = answer.split(separator: "\n").map(comparable)
      #expect(example.lines.allSatisfy(printed.contains), "\(example.place): \(answer)")
      guard let promised = example.answer else { continue }
      let given = try? JSONDecoder().decode(JSONValue.self, from: Data(answer.utf8))
      let differences = given.map { promised.differences(from: $0) } ?? ["no JSON: \(answer)"]
      #expect(differences == [], "\(example.place)")
    }
    return examples.count
  }

  private static func examples(in page: String) throws -> [DocumentedExample] {
    try DocumentedExample.all(in: try Checkout.text(page), of: page)
  }

  /// Runs every command in one shell; what each printed.
  private static func run(
    _ examples: [DocumentedExample], against cloud: CloudProcess, _ world: World
  ) async throws -> [String] {
    let mark = "\u{1E}"
    let commands = examples.map { "\($0.command)\nprintf '\(mark)'" }.joined(separator: "\n")
      .replacing("http://127.0.0.1:8080", with: cloud.url)
    let result = try await world.program.run(
      .name("bash"),
      [
        "-eo", "pipefail", "-c",
        "cd '\(world.home.path)'\nPATH='\(Program.executable.deletingLastPathComponent().path)':$PATH\n\(commands)",
      ])
    let answers = result.output.split(separator: Character(mark), omittingEmptySubsequences: false)
    #expect(
      result.code == 0 && answers.count == examples.count + 1,
      """
      \(examples[min(answers.count, examples.count) - 1].place): \
      \(answers.last ?? "") \(result.words)
      """)
    return answers.map(String.init)
  }
}
