import CloudKit
import TodosApp

/// A repository whose deletions are answered by the test.
actor HeldRepository: TodoRepository {
  private let status: CKAccountStatus
  private let items: [TodoItem]
  private var held: CheckedContinuation<TodoError?, Never>?
  private var waiting: CheckedContinuation<Void, Never>?

  init(status: CKAccountStatus = .available, items: [TodoItem] = []) {
    (self.status, self.items) = (status, items)
  }

  func accountStatus() -> CKAccountStatus { status }

  func all() -> [TodoItem] { items }

  func add(_ item: TodoItem) {}

  func delete(_ id: TodoItem.ID) async throws(TodoError) {
    let error = await withCheckedContinuation { continuation in
      held = continuation
      waiting?.resume()
      waiting = nil
    }
    if let error { throw error }
  }

  /// Waits until a deletion has begun.
  func deletionBegan() async {
    guard held == nil else { return }
    await withCheckedContinuation { waiting = $0 }
  }

  /// Answers the deletion: it is refused with an error, or done.
  func answer(_ error: TodoError?) {
    held?.resume(returning: error)
    held = nil
  }
}
