import Foundation
import QuizzesApp

extension QuestionSet {
  /// A complete question whose second choice is right; a higher number is a later one.
  static func sample(_ number: Int) -> QuestionSet {
    var set = QuestionSet(createdAt: Date(timeIntervalSince1970: Double(number)))
    set.question = "question \(number)"
    set.choices = ["a", "b", "c", "d"]
    set.answer = 1
    set.explanation = "because \(number)"
    return set
  }
}

/// Runs a test with the name of a file that is gone afterwards.
func withFile(
  isolation: isolated (any Actor)? = #isolation, _ body: (URL) async throws -> Void
) async throws {
  let file = URL.temporaryDirectory.appending(path: "quizzes-\(UUID().uuidString).json")
  defer { try? FileManager.default.removeItem(at: file) }
  try await body(file)
}
