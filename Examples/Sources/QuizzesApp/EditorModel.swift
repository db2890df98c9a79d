import Foundation
import Observation

/// The form that shows one question at a time: back and forth, edit and save, delete, new.
@MainActor @Observable public final class EditorModel {
  public enum Place: Equatable, Sendable {
    /// There are no questions.
    case empty
    /// A question that was saved; counted from 0.
    case saved(Int)
    case new
  }

  public enum Mode: Equatable, Sendable {
    /// The form shows a question, and takes no changes.
    case reading
    /// The form takes changes, and nothing saves by itself.
    case editing
    /// What was changed is saved.
    case saved
  }

  public private(set) var sets: [QuestionSet] = []
  /// What the form shows; nil if there are no questions.
  public private(set) var draft: QuestionSet?
  public private(set) var mode = Mode.reading
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

  public func new() {
    (draft, messages, mode) = (QuestionSet(createdAt: now()), [], .editing)
  }

  /// Lets the form take changes.
  public func edit() {
    if draft != nil { (messages, mode) = ([], .editing) }
  }

  /// Changes what the form shows, while it is edited.
  public func change(_ change: (inout QuestionSet) -> Void) {
    guard mode == .editing, var set = draft else {
      messages = ["This question is only shown. Begin to edit it."]
      return
    }
    change(&set)
    draft = set
  }

  public func save() async {
    guard mode == .editing, let set = draft else {
      messages = ["There is nothing to save. Edit a question, or begin a new one."]
      return
    }
    messages = set.missing
    guard messages.isEmpty else { return }
    await change(.saved) { library async throws(QuizError) in try await library.save(set) }
  }

  public func delete() async {
    guard let index else { return cancel() }
    let id = sets[index].id
    await change(.reading) { library async throws(QuizError) in try await library.delete(id) }
  }

  /// Changes the library, shows the question in the form or the one in its place, and sends the change.
  private func change(
    _ newMode: Mode, _ body: (QuestionLibrary) async throws(QuizError) -> Void
  ) async {
    let old = index
    do throws(QuizError) {
      try await body(library)
    } catch {
      messages = [error.message]
      return
    }
    sets = await library.sets
    show(index ?? old ?? sets.count)
    mode = newMode
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
    (messages, mode) = ([], .reading)
    place(at: index)
  }

  /// Shows the question at this place, or the one nearest to it.
  private func place(at index: Int) {
    draft = sets.isEmpty ? nil : sets[min(max(0, index), sets.count - 1)]
  }
}
