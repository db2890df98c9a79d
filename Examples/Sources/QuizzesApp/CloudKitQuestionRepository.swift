import CloudKit
import RecordPages

/// The questions in the private database of a container.
public struct CloudKitQuestionRepository: QuestionRepository {
  private let container: CKContainer

  public init(container: CKContainer) { self.container = container }

  private var database: CKDatabase { container.privateCloudDatabase }

  public func owner() async throws(QuizError) -> String {
    try await translating { try await container.userRecordID().recordName }
  }

  public func all() async throws(QuizError) -> [QuestionSet] {
    try await translating {
      // A query for everything would need an index on the records' names.
      let query = CKQuery(
        recordType: RecordKeys.type,
        predicate: NSPredicate(
          format: "%K > %@", RecordKeys.createdAt, Date(timeIntervalSince1970: 0) as NSDate))
      query.sortDescriptors = [NSSortDescriptor(key: RecordKeys.createdAt, ascending: true)]
      return try await database.allRecords(matching: query).compactMap(QuestionMapper.set)
    }
  }

  public func save(_ set: QuestionSet) async throws(QuizError) {
    try await translating {
      let record = QuestionMapper.record(set)
      // The record has all fields and no change tag, and replaces what is there.
      let results = try await database.modifyRecords(
        saving: [record], deleting: [], savePolicy: .allKeys)
      _ = try results.saveResults[record.recordID]?.get()
    }
  }

  public func delete(_ id: QuestionSet.ID) async throws(QuizError) {
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
  ) async throws(QuizError) -> Result {
    do {
      return try await body()
    } catch {
      throw QuizError(error)
    }
  }
}
