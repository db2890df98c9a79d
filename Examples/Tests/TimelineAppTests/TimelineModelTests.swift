import CloudKit
import CloudKitTesting
import Testing
import TimelineApp

@MainActor @Suite struct TimelineModelTests {
  private func model(of person: String?, at cloud: TestCloud) -> TimelineModel {
    cloud.device(of: person).run {
      TimelineModel(
        repository: CloudKitPostRepository(
          container: CKContainer(identifier: CloudKitPostRepositoryTests.container)),
        author: person ?? "nobody")
    }
  }

  @Test func `two people see each other's posts and cheers`() async throws {
    try await TestCloud.with { cloud in
      let (alice, bob) = (model(of: "alice", at: cloud), model(of: "bob", at: cloud))
      await alice.write("  hello  ")
      #expect(alice.posts.map(\.text) == ["hello"] && alice.message == nil)
      await bob.refresh()
      let post = try #require(bob.posts.first)
      async let cheered: Void = bob.cheer(post)
      async let wrote: Void = alice.write("again")
      _ = await (cheered, wrote)
      await alice.refresh()
      #expect(alice.posts.map(\.text) == ["again", "hello"])
      #expect(alice.posts.map(\.cheers) == [0, 1])
      await alice.delete(try #require(alice.posts.first))
      #expect(alice.posts.map(\.text) == ["hello"] && !alice.isLoading)
    }
  }

  @Test func `what is refused has a sentence, and the screen stays`() async throws {
    try await TestCloud.with { cloud in
      let (alice, nobody) = (model(of: "alice", at: cloud), model(of: nil, at: cloud))
      await alice.write(" ")
      #expect(alice.message == TimelineError.emptyText.message)
      await alice.write(String(repeating: "x", count: Post.textLimit + 2))
      #expect(alice.message == TimelineError.textTooLong(by: 2).message)
      await alice.write("hello")
      await nobody.refresh()
      #expect(nobody.posts.map(\.text) == ["hello"] && nobody.message == nil)
      await nobody.write("me too")
      #expect(nobody.message == TimelineError.notSignedIn.message)
      try await cloud.add(TestFault(.dropBefore, count: 1))
      await alice.refresh()
      #expect(alice.message == TimelineError.cloudOutOfReach.message)
      #expect(alice.posts.map(\.text) == ["hello"])
      await alice.refresh()
      #expect(alice.message == nil)
    }
  }
}
