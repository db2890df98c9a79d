import Foundation
import Observation

/// The form that shows one question at a time: back and forth, edit, save, delete, new.
@MainActor @Observable public final class EditorModel {
  public enum Place: Equatable, Sendable {
    /// There are no questions.
    case empty
    /// A question that was saved; counted from 0.
    case saved(Int)
    case new
  }

  public private(set) var sets: [QuestionSet] = []
  /// What the form shows, and nothing saves by itself; nil if there are no questions.
  public var draft: QuestionSet?
  /// What is missing in the form, or what went wrong.
  public private(set) var messages: [String] = []

  private let library: QuestionLibrary
  private let now: () -> Date

  public init(library: QuestionLibrary, now: @escaping () -> Date = { Date() }) {
    (self.library, self.now) = (library, now)
  }

  public var place: Place { draft == nil ? .empty : index.map(Place.saved) ?? .new }

  /// Whether the form shows something else than what was saved.
  public var isEdited: Bool { draft != nil && draft != index.map { sets[$0] } }

  private var index: Int? { sets.firstIndex { $0.id == draft?.id } }

  /// Shows what is on this device at once, and then what the cloud has.
  public func refresh() async {
    take(await library.sets)
    await sync()
  }

  /// Shows the next question; an edit that was not saved is given up.
  public func next() { show(index.map { $0 + 1 } ?? sets.count) }

  /// Shows the question before; an edit that was not saved is given up.
  public func back() { show(index.map { $0 - 1 } ?? sets.count) }

  /// Gives an edit up: the form shows what was saved.
  public func cancel() { show(index ?? sets.count) }

  public func new() { (draft, messages) = (QuestionSet(createdAt: now()), []) }

  public func save() async {
    guard let set = draft else {
      messages = ["There is nothing to save. Begin a new question."]
      return
    }
    messages = set.missing
    guard messages.isEmpty else { return }
    await change { library async throws(QuizError) in try await library.save(set) }
  }

  public func delete() async {
    guard let index else { return cancel() }
    let id = sets[index].id
    await change { library async throws(QuizError) in try await library.delete(id) }
  }

  /// Changes the library, shows the question in the form or the one in its place, and sends the change.
  private func change(_ body: (QuestionLibrary) async throws(QuizError) -> Void) async {
    let old = index
    do throws(QuizError) {
      try await body(library)
    } catch {
      messages = [error.message]
      return
    }
    sets = await library.sets
    show(index ?? old ?? sets.count)
    await sync()
  }

  private func sync() async {
    do throws(QuizError) {
      try await library.sync()
      messages = []
    } catch {
      messages = [error.message]
    }
    take(await library.sets)
  }

  /// Takes over the library's questions; an edit stays, also if its question was deleted elsewhere.
  private func take(_ new: [QuestionSet]) {
    let (old, stays) = (index, isEdited)
    sets = new
    if !stays { place(at: index ?? old ?? 0) }
  }

  private func show(_ index: Int) {
    messages = []
    place(at: index)
  }

  /// Shows the question at this place, or the one nearest to it.
  private func place(at index: Int) {
    draft = sets.isEmpty ? nil : sets[min(max(0, index), sets.count - 1)]
  }
}
