import Foundation

/// A question with its choices, the right one, and why it is right; while it is written, parts are missing.
public struct QuestionSet: Identifiable, Equatable, Codable, Sendable {
  public static let choiceCount = 4

  public var id = UUID().uuidString
  public var createdAt: Date
  public var question = ""
  public var choices = Array(repeating: "", count: choiceCount)
  /// The place of the right choice, from 0 on.
  public var answer: Int?
  public var explanation = ""

  /// A question without any of its parts.
  public init(createdAt: Date) { self.createdAt = createdAt }

  /// What to do before the question can be saved: a sentence for each missing part, in the order of the form.
  public var missing: [String] {
    var missing: [String] = []
    if isEmpty(question) { missing.append("Write the question.") }
    for (index, choice) in choices.enumerated() where isEmpty(choice) {
      missing.append("Write choice \(index + 1).")
    }
    if answer.map(choices.indices.contains) != true { missing.append("Say which choice is right.") }
    if isEmpty(explanation) { missing.append("Write the explanation.") }
    return missing
  }

  /// Whether the question can be asked.
  var isComplete: Bool { missing.isEmpty && choices.count == Self.choiceCount }

  private func isEmpty(_ text: String) -> Bool { text.allSatisfy(\.isWhitespace) }
}
