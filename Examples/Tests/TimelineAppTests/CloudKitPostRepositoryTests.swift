import CloudKit
import CloudKitTesting
import Testing
import TimelineApp

/// The timeline's repository at a cloud in this process.
@Suite struct CloudKitPostRepositoryTests {
  static let container = "iCloud.com.example.Timeline"

  /// A schema in which every signed-in user may write every post.
  static let openPosts = """
    [[container]]
    id = "\(container)"

    [container.development]
    schema = \"""
    DEFINE SCHEMA
      RECORD TYPE Post (author STRING, text STRING, postedAt TIMESTAMP QUERYABLE SORTABLE,
        timeZone STRING, isDeleted INT64 QUERYABLE, cheerCount INT64,
        GRANT READ TO "_world", GRANT CREATE TO "_icloud", GRANT WRITE TO "_icloud");
    \"""
    """

  /// The repository on a new device of a person; nil for nobody.
  private func repository(
    of person: String?, at cloud: TestCloud, cheers: ((CKContainer) -> any CheerStore)? = nil
  ) -> CloudKitPostRepository {
    cloud.device(of: person).run {
      let container = CKContainer(identifier: Self.container)
      return CloudKitPostRepository(container: container, cheers: cheers?(container))
    }
  }

  private func draft(_ text: String, by author: String = "alice", at seconds: Double = 0)
    -> PostDraft
  {
    PostDraft(
      author: author, text: text, postedAt: Date(timeIntervalSince1970: seconds),
      timeZone: TimeZone(identifier: "Asia/Tokyo") ?? .gmt)
  }

  @Test func `the latest posts come first, and no more than were asked for`() async throws {
    try await TestCloud.with { cloud in
      let (alice, bob) = (repository(of: "alice", at: cloud), repository(of: "bob", at: cloud))
      #expect(try await alice.latest(10) == [])
      for index in 1...5 { try await alice.add(draft("post \(index)", at: Double(index))) }
      let seen = try await bob.latest(3)
      #expect(seen.map(\.text) == ["post 5", "post 4", "post 3"])
      #expect(seen[0].author == "alice" && seen[0].postedAt == Date(timeIntervalSince1970: 5))
      #expect(seen[0].timeZone.identifier == "Asia/Tokyo" && !seen[0].isMine)
      #expect(try await alice.latest(1)[0].isMine)
    }
  }

  @Test func `what was written comes back as the cloud has it`() async throws {
    try await TestCloud.with { cloud in
      let alice = repository(of: "alice", at: cloud)
      let post = try await alice.add(draft("hello", at: 5))
      #expect(try await alice.latest(1) == [post])
      #expect(post.text == "hello" && post.isMine && post.cheers == 0)
      #expect(Set([post, post]).count == 1)
    }
  }

  @Test func `two people of one name are two`() async throws {
    try await TestCloud.with { cloud in
      let people = ["ann1", "ann2"].map { repository(of: $0, at: cloud) }
      for person in people { try await person.add(draft("hello", by: "Ann")) }
      let posts = try await repository(of: "bob", at: cloud).latest(10)
      #expect(posts.map(\.author) == ["Ann", "Ann"])
      #expect(Set(posts.map(\.authorID)).count == 2)
    }
  }

  @Test func `an error that has no sentence of its own is kept as it is`() async throws {
    try await TestCloud.with { cloud in
      let alice = repository(of: "alice", at: cloud)
      try await cloud.add(TestFault(.fail(code: "BAD_REQUEST"), count: 1))
      do throws(TimelineError) {
        try await alice.add(draft("hello"))
        Issue.record("Nothing was thrown.")
      } catch {
        guard case .unexpected(let cause) = error else { throw error }
        #expect((cause as? CKError)?.code == .invalidArguments)
      }
    }
  }

  @Test func `everybody reads, and who is not signed in does not write`() async throws {
    try await TestCloud.with { cloud in
      let alice = repository(of: "alice", at: cloud)
      try await alice.add(draft("hello"))
      let nobody = repository(of: nil, at: cloud)
      let posts = try await nobody.latest(10)
      #expect(posts.map(\.text) == ["hello"])
      await #expect(throws: TimelineError.notSignedIn) { try await nobody.add(draft("no")) }
      await #expect(throws: TimelineError.notSignedIn) { try await nobody.cheer(posts[0].id) }
    }
  }

  @Test func `people write and cheer at once, and nothing is lost`() async throws {
    try await TestCloud.with { cloud in
      let people = (1...6).map { repository(of: "person\($0)", at: cloud) }
      try await together(people) { try await $0.add(draft("hello", by: "somebody")) }
      let posts = try await people[0].latest(10)
      #expect(posts.count == 6)
      try await together(people) { try await $0.cheer(posts[0].id) }
      // Once more is not twice as many.
      try await people[1].cheer(posts[0].id)
      let counts = try await people[0].latest(10).map { $0.id == posts[0].id ? $0.cheers : 0 }
      #expect(counts.reduce(0, +) == 6)
    }
  }

  @Test func `a cheer in a field of somebody else's post is refused under the usual roles`()
    async throws
  {
    try await TestCloud.with { cloud in
      let alice = repository(of: "alice", at: cloud) { CheerField(container: $0) }
      let bob = repository(of: "bob", at: cloud) { CheerField(container: $0) }
      try await alice.add(draft("hello"))
      let post = try await bob.latest(1)[0]
      await #expect(throws: TimelineError.notYours) { try await bob.cheer(post.id) }
      #expect(try await alice.latest(1)[0].cheers == 0)
      // A record of one's own is allowed.
      try await repository(of: "bob", at: cloud).cheer(post.id)
      #expect(try await repository(of: "alice", at: cloud).latest(1)[0].cheers == 1)
    }
  }

  @Test func `with a role a field counts every cheer, also of people at once`() async throws {
    try await TestCloud.with(containers: Self.openPosts) { cloud in
      let people = (1...6).map {
        repository(of: "person\($0)", at: cloud) { CheerField(container: $0) }
      }
      try await people[0].add(draft("hello"))
      let post = try await people[1].latest(1)[0]
      try await together(people) { try await $0.cheer(post.id) }
      #expect(try await people[0].latest(1)[0].cheers == 6)
      // The role allows more than cheers: here the app itself must refuse.
      await #expect(throws: TimelineError.notYours) { try await people[1].delete(post.id) }
    }
  }

  @Test func `a deleted post is gone for everybody, and only its author can delete it`()
    async throws
  {
    try await TestCloud.with { cloud in
      let (alice, bob) = (repository(of: "alice", at: cloud), repository(of: "bob", at: cloud))
      try await alice.add(draft("hello"))
      let post = try await bob.latest(1)[0]
      await #expect(throws: TimelineError.notYours) { try await bob.delete(post.id) }
      try await alice.delete(post.id)
      #expect(try await bob.latest(10) == [])
      // The record is still there, with its flag.
      let record = try await cloud.withAccount("bob") {
        try await CKContainer(identifier: Self.container).publicCloudDatabase
          .record(for: CKRecord.ID(recordName: post.id))
      }
      #expect(record["isDeleted"] == true)
      await #expect(throws: TimelineError.postGone) { try await alice.delete("unknown") }
    }
  }

  @Test func `records of strangers do no harm`() async throws {
    try await TestCloud.with { cloud in
      let alice = repository(of: "alice", at: cloud)
      try await alice.add(draft("hello"))
      let post = try await alice.latest(1)[0]
      try await cloud.withAccount("mallory") {
        let database = CKContainer(identifier: Self.container).publicCloudDatabase
        let bare = CKRecord(recordType: "Post")
        bare["isDeleted"] = false
        bare["postedAt"] = Date()
        let long = CKRecord(recordType: "Post")
        long["isDeleted"] = false
        long["postedAt"] = Date()
        long["author"] = "mallory"
        long["text"] = String(repeating: "x", count: 5_000)
        long["timeZone"] = "Nowhere/Land"
        // Two cheers of one person, under names that say something else.
        let cheers = (1...2).map { index in
          let cheer = CKRecord(
            recordType: "Cheer", recordID: CKRecord.ID(recordName: "cheer_other\(index)"))
          cheer["post"] = CKRecord.Reference(
            recordID: CKRecord.ID(recordName: post.id), action: .none)
          return cheer
        }
        _ = try await database.modifyRecords(saving: [bare, long] + cheers, deleting: [])
      }
      let posts = try await alice.latest(10)
      #expect(posts.map(\.author) == ["mallory", "alice"])
      #expect(posts.first?.text.count == Post.textLimit && posts.first?.timeZone == .gmt)
      #expect(posts.last?.cheers == 1)
    }
  }

  @Test(arguments: [(20, 3), (205, 3), (2_000, 0)])
  func `records that are no posts do not take the place of posts, unless there are thousands`(
    strange: Int, found: Int
  ) async throws {
    try await TestCloud.with { cloud in
      let alice = repository(of: "alice", at: cloud)
      for index in 1...5 { try await alice.add(draft("post \(index)", at: Double(index))) }
      try await cloud.withAccount("mallory") {
        let database = CKContainer(identifier: Self.container).publicCloudDatabase
        let records = (1...strange).map { _ in
          let record = CKRecord(recordType: "Post")
          record["isDeleted"] = false
          record["postedAt"] = Date(timeIntervalSince1970: 1e10)
          return record
        }
        for start in stride(from: 0, to: strange, by: 200) {
          let results = try await database.modifyRecords(
            saving: Array(records[start..<min(start + 200, strange)]), deleting: [])
          for result in results.saveResults.values { _ = try result.get() }
        }
      }
      let posts = try await alice.latest(3)
      #expect(posts.map(\.text) == Array(["post 5", "post 4", "post 3"].prefix(found)))
    }
  }

  private func together(
    _ people: [CloudKitPostRepository],
    _ action: @escaping @Sendable (CloudKitPostRepository) async throws -> Void
  ) async throws {
    try await withThrowingTaskGroup { group in
      for person in people { group.addTask { try await action(person) } }
      try await group.waitForAll()
    }
  }
}
