/// A quiz that is being taken: one question after the other, an overview, the results.
public struct Quiz: Equatable, Sendable {
  public enum Phase: Equatable, Sendable {
    /// The place of the question, from 0 on.
    case asking(Int)
    /// All questions have answers, which can still be changed.
    case overview
    case finished
  }

  public let sets: [QuestionSet]
  public private(set) var answers: [Int?]
  public private(set) var phase = Phase.asking(0)

  /// Nil if there are no questions.
  public init?(_ sets: [QuestionSet]) {
    guard !sets.isEmpty else { return nil }
    self.sets = sets
    answers = Array(repeating: nil, count: sets.count)
  }

  /// Answers the question and goes to the next one, or to the overview.
  public mutating func choose(_ choice: Int) {
    guard case .asking(let index) = phase, sets[index].choices.indices.contains(choice) else {
      return
    }
    answers[index] = choice
    phase = index + 1 < sets.count ? .asking(index + 1) : .overview
  }

  /// Goes to the question before, whose answer stays until another one is chosen.
  public mutating func back() {
    switch phase {
    case .asking(let index): phase = .asking(max(0, index - 1))
    case .overview: phase = .asking(sets.count - 1)
    case .finished: break
    }
  }

  /// Ends the quiz with the answers of the overview.
  public mutating func confirm() {
    if phase == .overview { phase = .finished }
  }

  /// Begins again, without answers.
  public mutating func redo() {
    answers = Array(repeating: nil, count: sets.count)
    phase = .asking(0)
  }

  /// Whether each answer is right; empty before the end.
  public var results: [Bool] {
    phase == .finished ? zip(sets, answers).map { $0.answer == $1 } : []
  }
}
