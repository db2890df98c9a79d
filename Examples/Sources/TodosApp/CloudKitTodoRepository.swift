import CloudKit
import RecordPages

/// The to-dos in the private database of a container.
public struct CloudKitTodoRepository: TodoRepository {
  private let container: CKContainer

  public init(container: CKContainer) { self.container = container }

  private var database: CKDatabase { container.privateCloudDatabase }

  public func accountStatus() async throws(TodoError) -> CKAccountStatus {
    try await translating { try await container.accountStatus() }
  }

  public func all() async throws(TodoError) -> [TodoItem] {
    try await translating {
      // A query for everything would need an index on the records' names.
      let query = CKQuery(
        recordType: RecordKeys.type,
        predicate: NSPredicate(
          format: "%K > %@", RecordKeys.createdAt, Date(timeIntervalSince1970: 0) as NSDate))
      query.sortDescriptors = [NSSortDescriptor(key: RecordKeys.createdAt, ascending: true)]
      return try await database.allRecords(matching: query).compactMap(TodoMapper.item)
    }
  }

  public func add(_ item: TodoItem) async throws(TodoError) {
    try await translating { _ = try await database.save(TodoMapper.record(item)) }
  }

  public func delete(_ id: TodoItem.ID) async throws(TodoError) {
    try await translating {
      do {
        try await database.deleteRecord(withID: CKRecord.ID(recordName: id))
      } catch CKError.unknownItem {
        // Another device was faster.
      }
    }
  }

  private func translating<Result>(
    _ body: () async throws -> Result
  ) async throws(TodoError) -> Result {
    do {
      return try await body()
    } catch {
      throw TodoError(error)
    }
  }
}
