import CloudKit

/// How cheers are kept.
public protocol CheerStore: Sendable {
  func cheer(_ post: CKRecord.ID) async throws

  /// How many cheers posts have, by the posts' record names.
  func counts(of posts: [CKRecord]) async throws -> [String: Int]
}
