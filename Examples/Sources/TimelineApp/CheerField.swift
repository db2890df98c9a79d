import CloudKit

/// The number of cheers in a field of the post.
///
/// Under the usual roles only the author may write the post, and everybody else's cheer is refused. It works where a
/// role lets all signed-in users write posts (`GRANT WRITE TO "_icloud"`), at a price: they may then write the text
/// too, and one person can cheer twice.
public struct CheerField: CheerStore {
  private let database: CKDatabase

  public init(container: CKContainer) { database = container.publicCloudDatabase }

  public func cheer(_ post: CKRecord.ID) async throws {
    try await database.update(post) { record in
      let count = record[RecordKeys.Post.cheerCount] as? Int ?? 0
      record[RecordKeys.Post.cheerCount] = count + 1
    }
  }

  public func counts(of posts: [CKRecord]) async throws -> [String: Int] {
    var counts: [String: Int] = [:]
    for post in posts {
      counts[post.recordID.recordName] = post[RecordKeys.Post.cheerCount] as? Int
    }
    return counts
  }
}
