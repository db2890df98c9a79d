import CloudKit
import RecordPages

/// The posts in the public database of a container.
public struct CloudKitPostRepository: PostRepository {
  /// How many pages are read at most to find enough posts among what others have saved.
  private static let pageLimit = 10

  private let database: CKDatabase
  private let cheers: any CheerStore

  /// `cheers` is how cheers are kept; a record for each is right for the usual roles.
  public init(container: CKContainer, cheers: (any CheerStore)? = nil) {
    database = container.publicCloudDatabase
    self.cheers = cheers ?? CheerRecords(container: container)
  }

  public func latest(_ count: Int) async throws(TimelineError) -> [Post] {
    try await translating {
      let query = CKQuery(
        recordType: RecordKeys.Post.type,
        predicate: NSPredicate(format: "%K == 0", RecordKeys.Post.isDeleted))
      query.sortDescriptors = [
        NSSortDescriptor(key: RecordKeys.Post.postedAt, ascending: false)
      ]
      // Anybody may save a record of this type: one that is no post does not take the place of one.
      let records = try await database.allRecords(
        matching: query, limit: count, pages: Self.pageLimit
      ) { (try? PostMapper.post($0, cheers: 0)) != nil }
      let cheers = try await cheers.counts(of: records)
      return try records.map {
        try PostMapper.post($0, cheers: cheers[$0.recordID.recordName] ?? 0)
      }
    }
  }

  @discardableResult
  public func add(_ draft: PostDraft) async throws(TimelineError) -> Post {
    try await translating {
      try PostMapper.post(try await database.save(PostMapper.record(draft)), cheers: 0)
    }
  }

  public func cheer(_ post: Post.ID) async throws(TimelineError) {
    try await translating { try await cheers.cheer(CKRecord.ID(recordName: post)) }
  }

  public func delete(_ post: Post.ID) async throws(TimelineError) {
    try await translating {
      try await database.update(CKRecord.ID(recordName: post)) { record in
        // The cloud refuses it too, unless a role lets everybody write posts.
        guard record.creatorUserRecordID?.recordName == CKCurrentUserDefaultName else {
          throw TimelineError.notYours
        }
        record[RecordKeys.Post.isDeleted] = true
      }
    }
  }

  private func translating<Result>(
    _ body: () async throws -> Result
  ) async throws(TimelineError) -> Result {
    do {
      return try await body()
    } catch {
      throw TimelineError(error)
    }
  }
}
