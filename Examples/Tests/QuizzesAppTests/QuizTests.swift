import Foundation
import QuizzesApp
import Testing

@Suite struct QuizTests {
  @Test func `each missing part has its message`() {
    var set = QuestionSet(createdAt: Date(timeIntervalSince1970: 0))
    #expect(
      set.missing == [
        "Write the question.", "Write choice 1.", "Write choice 2.", "Write choice 3.",
        "Write choice 4.", "Say which choice is right.", "Write the explanation.",
      ])
    set = .sample(1)
    #expect(set.missing == [])
    set.choices[2] = " \n"
    set.answer = 4
    #expect(set.missing == ["Write choice 3.", "Say which choice is right."])
  }

  @Test func `a quiz without questions is none`() { #expect(Quiz([]) == nil) }

  @Test func `answers can be changed until they are confirmed`() throws {
    var quiz = try #require(Quiz([.sample(1), .sample(2)]))
    #expect(quiz.phase == .asking(0))
    quiz.back()
    quiz.confirm()
    quiz.choose(4)
    #expect(quiz.phase == .asking(0) && quiz.answers == [nil, nil])
    quiz.choose(1)
    quiz.choose(1)
    #expect(quiz.phase == .overview && quiz.answers == [1, 1] && quiz.results == [])
    quiz.back()
    #expect(quiz.phase == .asking(1))
    quiz.back()
    #expect(quiz.phase == .asking(0) && quiz.answers == [1, 1])
    quiz.choose(3)
    quiz.choose(1)
    quiz.confirm()
    #expect(quiz.phase == .finished && quiz.results == [false, true])
    quiz.choose(1)
    quiz.back()
    #expect(quiz.phase == .finished && quiz.answers == [3, 1])
    quiz.redo()
    #expect(quiz.phase == .asking(0) && quiz.answers == [nil, nil])
  }
}
