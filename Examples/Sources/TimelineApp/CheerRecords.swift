import CloudKit
import RecordPages

/// A record for each cheer: everybody creates one of their own, so the usual roles are enough and nothing is
/// overwritten.
public struct CheerRecords: CheerStore {
  private let container: CKContainer

  public init(container: CKContainer) { self.container = container }

  private var database: CKDatabase { container.publicCloudDatabase }

  public func cheer(_ post: CKRecord.ID) async throws {
    let user = try await container.userRecordID()
    // The name makes a second cheer of one person the same record.
    let cheer = CKRecord(
      recordType: RecordKeys.Cheer.type,
      recordID: CKRecord.ID(recordName: "cheer_\(post.recordName)_\(user.recordName)"))
    cheer[RecordKeys.Cheer.post] = CKRecord.Reference(recordID: post, action: .deleteSelf)
    do {
      try await database.save(cheer)
    } catch CKError.serverRecordChanged {
      // It is there already.
    }
  }

  public func counts(of posts: [CKRecord]) async throws -> [String: Int] {
    guard !posts.isEmpty else { return [:] }
    let references = posts.map { CKRecord.Reference(record: $0, action: .none) }
    let query = CKQuery(
      recordType: RecordKeys.Cheer.type,
      predicate: NSPredicate(format: "%K IN %@", RecordKeys.Cheer.post, references))
    // Who counts is who has made the record, whatever its name says.
    var people: [String: Set<String>] = [:]
    for cheer in try await database.allRecords(
      matching: query, desiredKeys: [RecordKeys.Cheer.post])
    {
      guard let post = cheer[RecordKeys.Cheer.post] as? CKRecord.Reference,
        let person = cheer.creatorUserRecordID
      else { continue }
      people[post.recordID.recordName, default: []].insert(person.recordName)
    }
    return people.mapValues(\.count)
  }
}
