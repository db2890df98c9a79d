/// Where a person's questions are, on all their devices.
public protocol QuestionRepository: Sendable {
  /// Names the person whose questions these are.
  func owner() async throws(QuizError) -> String

  /// All questions, oldest first.
  func all() async throws(QuizError) -> [QuestionSet]

  /// Saves a question over what is there: the last save wins.
  func save(_ set: QuestionSet) async throws(QuizError)

  /// Deletes a question; one that is not there any more counts as deleted.
  func delete(_ id: QuestionSet.ID) async throws(QuizError)
}
