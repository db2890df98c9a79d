import CloudKit
import CloudKitTesting
import QuizzesApp

/// A cloud that cannot be reached.
struct UnreachableRepository: QuestionRepository {
  func owner() async throws(QuizError) -> String { throw .cloudOutOfReach }
  func all() async throws(QuizError) -> [QuestionSet] { throw .cloudOutOfReach }
  func save(_ set: QuestionSet) async throws(QuizError) { throw .cloudOutOfReach }
  func delete(_ id: QuestionSet.ID) async throws(QuizError) { throw .cloudOutOfReach }
}

/// A cloud that keeps its answer back until something else is done.
actor SlowRepository: QuestionRepository {
  private var sets: [QuestionSet] = []
  private var meanwhile: (@Sendable () async -> Void)?

  /// Does something after the next answer was decided and before it is given.
  func beforeNextAnswer(_ body: @escaping @Sendable () async -> Void) { meanwhile = body }

  func owner() -> String { "somebody" }

  func all() async -> [QuestionSet] {
    let answer = sets
    let body = meanwhile
    meanwhile = nil
    await body?()
    return answer
  }

  func save(_ set: QuestionSet) {
    sets.removeAll { $0.id == set.id }
    sets.append(set)
  }

  func delete(_ id: QuestionSet.ID) { sets.removeAll { $0.id == id } }
}

extension TestCloud {
  /// The questions of a person at this cloud, on a new device.
  func questions(of person: String?) -> CloudKitQuestionRepository {
    device(of: person).run {
      CloudKitQuestionRepository(container: CKContainer(identifier: "iCloud.com.example.Quizzes"))
    }
  }
}
