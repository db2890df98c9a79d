import CloudKitTesting
import Foundation
import QuizzesApp
import Testing

@MainActor @Suite struct EditorModelTests {
  /// Runs a test with the form, and with the questions that are in the cloud.
  private func withEditor(
    _ numbers: ClosedRange<Int>?,
    _ body: (EditorModel, CloudKitQuestionRepository) async throws -> Void
  ) async throws {
    try await TestCloud.with { cloud in
      let questions = cloud.questions(of: "alice")
      if let numbers { for number in numbers { try await questions.save(.sample(number)) } }
      try await withFile { file in
        let editor = EditorModel(
          library: try QuestionLibrary(file: file, repository: cloud.questions(of: "alice")),
          now: { Date(timeIntervalSince1970: 100) })
        await editor.refresh()
        try await body(editor, questions)
      }
    }
  }

  @Test func `without questions there is nothing but a new one`() async throws {
    try await withEditor(nil) { editor, questions in
      #expect(editor.place == .empty && editor.draft == nil && !editor.isEdited)
      editor.next()
      editor.back()
      editor.cancel()
      await editor.delete()
      #expect(editor.place == .empty && editor.messages == [])
      await editor.save()
      #expect(editor.messages == ["There is nothing to save. Edit a question, or begin a new one."])
      editor.new()
      #expect(editor.place == .new && editor.messages == [])
      editor.cancel()
      #expect(editor.place == .empty)
      editor.new()
      await editor.save()
      #expect(editor.messages.count == 7 && editor.place == .new)
      fill(editor, "first")
      let before = try await questions.all()
      #expect(before == [])
      await editor.save()
      #expect(editor.place == .saved(0) && editor.messages == [] && !editor.isEdited)
      #expect(editor.mode == .saved)
      editor.next()
      #expect(editor.mode == .reading)
      let stored = try await questions.all()
      #expect(stored.map(\.question) == ["first"])
    }
  }

  @Test func `moving on and cancelling restore what was saved`() async throws {
    try await withEditor(1...3) { editor, questions in
      #expect(editor.place == .saved(0))
      edit(editor, "edited")
      #expect(editor.isEdited && editor.mode == .editing)
      editor.cancel()
      #expect(editor.draft?.question == "question 1" && !editor.isEdited)
      #expect(editor.mode == .reading)
      edit(editor, "edited")
      editor.next()
      #expect(editor.place == .saved(1) && editor.draft?.question == "question 2")
      editor.back()
      #expect(editor.place == .saved(0) && editor.draft?.question == "question 1")
      editor.back()
      #expect(editor.place == .saved(0))
      for _ in 1...5 { editor.next() }
      #expect(editor.place == .saved(2))
      editor.new()
      fill(editor, "never saved")
      editor.back()
      #expect(editor.place == .saved(2) && editor.draft?.question == "question 3")
      let stored = try await questions.all()
      #expect(stored.map(\.question) == (1...3).map { "question \($0)" })
    }
  }

  @Test func `the last question can be edited and saved, and all can be deleted`() async throws {
    try await withEditor(1...2) { editor, questions in
      editor.next()
      editor.edit()
      editor.change { $0.explanation = " " }
      await editor.save()
      #expect(editor.messages == ["Write the explanation."] && editor.isEdited)
      #expect(editor.mode == .editing)
      editor.change { $0.explanation = "other" }
      await editor.save()
      #expect(editor.place == .saved(1) && editor.messages == [] && editor.mode == .saved)
      let edited = try await questions.all()
      #expect(edited.map(\.explanation) == ["because 1", "other"])
      await editor.delete()
      #expect(editor.place == .saved(0) && editor.draft?.question == "question 1")
      await editor.delete()
      #expect(editor.place == .empty && editor.draft == nil)
      let left = try await questions.all()
      #expect(left == [])
    }
  }

  @Test func `an edit survives what another device does`() async throws {
    try await withEditor(1...2) { editor, questions in
      edit(editor, "edited")
      let id = try #require(editor.draft?.id)
      try await questions.save(.sample(3))
      await editor.refresh()
      #expect(editor.sets.count == 3 && editor.place == .saved(0) && editor.isEdited)
      try await questions.delete(id)
      await editor.refresh()
      #expect(editor.sets.count == 2 && editor.draft?.question == "edited")
      await editor.save()
      let stored = try await questions.all()
      #expect(stored.map(\.question) == ["edited", "question 2", "question 3"])
      // Without an edit the form follows.
      try await questions.delete(id)
      await editor.refresh()
      #expect(editor.place == .saved(0) && editor.draft?.question == "question 2")
    }
  }

  @Test func `without a connection everything works, and a sentence says where it is`()
    async throws
  {
    try await withFile { file in
      let editor = EditorModel(
        library: try QuestionLibrary(file: file, repository: UnreachableRepository()))
      await editor.refresh()
      #expect(editor.messages == [QuizError.cloudOutOfReach.message])
      editor.new()
      fill(editor, "offline")
      await editor.save()
      #expect(editor.place == .saved(0) && !editor.isEdited)
      #expect(editor.messages == [QuizError.cloudOutOfReach.message])
      var quiz = try #require(Quiz(editor.sets))
      quiz.choose(1)
      quiz.confirm()
      #expect(quiz.results == [true])
      await editor.delete()
      #expect(editor.place == .empty)
    }
  }

  @Test func `a question that is only shown takes no changes`() async throws {
    try await withEditor(1...2) { editor, questions in
      #expect(editor.mode == .reading)
      fill(editor, "changed")
      #expect(editor.draft?.question == "question 1" && !editor.isEdited)
      #expect(editor.messages == ["This question is only shown. Begin to edit it."])
      await editor.save()
      #expect(editor.mode == .reading)
      editor.edit()
      #expect(editor.messages == [] && editor.mode == .editing)
      fill(editor, "changed")
      await editor.save()
      #expect(editor.mode == .saved)
      fill(editor, "changed again")
      #expect(editor.draft?.question == "changed")
      let stored = try await questions.all()
      #expect(stored.map(\.question) == ["changed", "question 2"])
    }
  }

  private func edit(_ editor: EditorModel, _ question: String) {
    editor.edit()
    editor.change { $0.question = question }
  }

  private func fill(_ editor: EditorModel, _ question: String) {
    editor.change {
      $0.question = question
      $0.choices = ["a", "b", "c", "d"]
      $0.answer = 1
      $0.explanation = "because"
    }
  }
}
