import Foundation
import Observation

/// What the list shows, and what a person can do with it.
@MainActor @Observable public final class TodoListModel {
  public enum Phase: Equatable, Sendable {
    /// A placeholder is shown in place of the list.
    case loading
    case ready
    /// Why the cloud cannot be used; nothing else is shown.
    case unavailable(String)
  }

  public private(set) var phase = Phase.loading
  /// What went wrong last; nil after something that went well.
  public private(set) var message: String?

  /// The to-dos on the screen, oldest first.
  public var items: [TodoItem] { stored.filter { !hidden.contains($0.id) } }

  private var stored: [TodoItem] = []
  /// What was deleted here and not refused: a list that was fetched earlier may still have it.
  private var hidden: Set<TodoItem.ID> = []
  private let repository: any TodoRepository
  private let now: () -> Date

  public init(repository: any TodoRepository, now: @escaping () -> Date = { Date() }) {
    (self.repository, self.now) = (repository, now)
  }

  /// Checks the account and reads the list.
  public func refresh() async {
    phase = .loading
    do throws(TodoError) {
      switch AccountGate(try await repository.accountStatus()) {
      case .closed(let sentence):
        // The next person at this device must not see the list of the last one.
        stored = []
        message = nil
        phase = .unavailable(sentence)
      case .open:
        stored = try await repository.all()
        message = nil
        phase = .ready
      }
    } catch {
      // A list that was read earlier stays on the screen.
      (phase, message) =
        stored.isEmpty ? (.unavailable(error.message), nil) : (.ready, error.message)
    }
  }

  public func add(_ title: String) async {
    let item = TodoItem(title: title, createdAt: now())
    do throws(TodoError) {
      try await repository.add(item)
      if !stored.contains(where: { $0.id == item.id }) { stored.append(item) }
      message = nil
    } catch {
      message = error.message
    }
  }

  /// Takes a to-do off the screen at once; it comes back to its place if the cloud refuses.
  public func delete(_ item: TodoItem) async {
    hidden.insert(item.id)
    do throws(TodoError) {
      try await repository.delete(item.id)
      message = nil
    } catch {
      hidden.remove(item.id)
      message = "‘\(item.title)’ was not deleted. \(error.message)"
    }
  }
}
