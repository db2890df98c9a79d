import CloudKit

/// Where the to-dos are, and whose they are.
public protocol TodoRepository: Sendable {
  func accountStatus() async throws(TodoError) -> CKAccountStatus

  /// All to-dos, oldest first.
  func all() async throws(TodoError) -> [TodoItem]

  func add(_ item: TodoItem) async throws(TodoError)

  /// Deletes a to-do; one that is not there any more counts as deleted.
  func delete(_ id: TodoItem.ID) async throws(TodoError)
}
