import CloudKit
import CloudKitTesting
import Foundation
import Testing

/// Code as apps have it on Apple's systems compiles with this module, and does here what it does there.
///
/// These files are compiled twice: in the language modes of Swift 5 and of Swift 6, with a compiler's usual settings.
@Suite struct AppCodeTests {
  @Test func `public texts: written, the latest first, cheered and hidden`() async throws {
    try await TestCloud.with { cloud in
      let repository = cloud.device(of: "alice").run { CloudShoutRepository() }
      for number in 1...4 { _ = try await repository.shout("shout \(number)", as: "Alice") }
      let latest = try await repository.latest(3)
      #expect(latest.map(\.words) == ["shout 4", "shout 3", "shout 2"])
      #expect(Set(latest).count == 3 && Set(latest.map(\.writerID)).count == 1)
      #expect(try await repository.cheer(latest[0]).cheers == 1)
      #expect(try await repository.latest(1)[0].cheers == 1)
      try await repository.hide(latest[0])
      #expect(try await repository.latest(1)[0].words == "shout 3")
    }
  }

  @Test func `public texts: what is refused has the app's own error`() async throws {
    try await TestCloud.with { cloud in
      let alice = cloud.device(of: "alice").run { CloudShoutRepository() }
      let shout = try await alice.shout("hello", as: "Alice")
      func expect(_ person: String?, _ call: (CloudShoutRepository) async throws -> Void)
        async throws -> ShoutError?
      {
        let repository = cloud.device(of: person).run { CloudShoutRepository() }
        do {
          try await call(repository)
          return nil
        } catch {
          return error as? ShoutError
        }
      }
      // Only who has created a record writes it.
      let cheered = try await expect("bob") { _ = try await $0.cheer(shout) }
      guard case .notAllowed? = cheered else { throw MissingError() }
      let nobody = try await expect(nil) { _ = try await $0.shout("no", as: "nobody") }
      guard case .noAccount? = nobody else { throw MissingError() }
      let lost = Shout(
        id: "lost", writerID: "", writer: "", words: "", shoutedAt: Date(), zone: .current,
        cheers: 0, isHidden: false)
      let gone = try await expect("alice") { try await $0.hide(lost) }
      guard case .somethingElse(let cause)? = gone else { throw MissingError() }
      #expect((cause as? CKError)?.code == .unknownItem)
      try await cloud.withAccount("mallory") {
        let record = CKRecord(recordType: ShoutKey.recordType)
        record["isHidden"] = false
        record["shoutedAt"] = Date()
        _ = try await CKContainer.default().publicCloudDatabase.save(record)
      }
      let broken = try await expect("alice") { _ = try await $0.latest(5) }
      guard case .malformed? = broken else { throw MissingError() }
    }
  }

  private struct MissingError: Error {}

  private static let chores = """
    [[container]]
    id = "iCloud.com.example.Chores"

    [container.development]
    schema = \"""
    DEFINE SCHEMA
      RECORD TYPE Chore ("___recordID" REFERENCE QUERYABLE, "___createTime" TIMESTAMP SORTABLE,
        title STRING, isDone INT64,
        GRANT READ TO "_world", GRANT CREATE TO "_icloud", GRANT WRITE TO "_creator");
    \"""
    """

  @MainActor private func list(on device: TestDevice) -> ChoreListViewModel {
    device.run {
      ChoreListViewModel(service: ChoreService(identifier: "iCloud.com.example.Chores"))
    }
  }

  @MainActor @Test func `to-dos: a removal is seen at once, and undone where it is refused`()
    async throws
  {
    try await TestCloud.with(containers: Self.chores) { cloud in
      let list = list(on: cloud.device(of: "alice"))
      await list.start()
      #expect(list.isCloudUsable && list.chores.isEmpty && list.alert == nil)
      for title in ["milk", "bread", "tea"] { await list.add(title) }
      await list.refresh()
      #expect(list.chores.map(\.title) == ["milk", "bread", "tea"] && !list.isLoading)
      try await cloud.add(
        TestFault(.fail(code: "ZONE_BUSY"), operation: "records/modify", count: 1))
      await list.remove(at: IndexSet([0, 2]))
      #expect(list.chores.count == 3 && list.alert != nil)
      await list.remove(at: IndexSet([0, 2]))
      #expect(list.chores.map(\.title) == ["bread"])
      await list.refresh()
      #expect(list.chores.map(\.title) == ["bread"])
    }
  }

  @MainActor @Test func `to-dos: the account is the gate`() async throws {
    try await TestCloud.with(containers: Self.chores) { cloud in
      let nobody = list(on: cloud.device(of: nil))
      await nobody.start()
      #expect(!nobody.isCloudUsable && nobody.alert == "Sign in to iCloud.")
      let phone = cloud.device(of: "alice")
      phone.setAccountState(.restricted)
      let restricted = list(on: phone)
      await restricted.start()
      #expect(!restricted.isCloudUsable)
      #expect(restricted.alert == "iCloud is restricted on this device.")
    }
  }

  @Test func `to-dos: without the index that the query needs, the cloud says which`() async throws {
    try await TestCloud.with { cloud in
      let list = await list(on: cloud.device(of: "alice"))
      await list.add("milk")
      await list.refresh()
      #expect(await list.alert?.contains("Field 'recordName' is not marked queryable") == true)
    }
  }

  @Test func `rooms: a zone for each, shared as a whole, read by the difference`() async throws {
    try await TestCloud.with { cloud in
      let (phone, laptop) = (cloud.device(of: "alice"), cloud.device(of: "bob"))
      let alice = phone.run { RoomStore(container: .default()) }
      let bob = laptop.run { RoomStore(container: .default()) }
      try await cloud.setEmailAddress("bob@example.com", of: "bob")
      try await alice.subscribe()
      try await bob.subscribe()
      let pushes = try await laptop.pushes()

      let (zoneID, share) = try await alice.makeRoom(titled: "Trip")
      let url = try #require(try await alice.invite("bob@example.com", to: share))
      try await bob.accept(url)
      try await bob.pull()
      let shared = try #require(await bob.titles.keys.first)
      #expect(shared.zoneName == zoneID.zoneName && shared.ownerName != CKCurrentUserDefaultName)
      #expect(await bob.titles[shared] == "Trip")

      // Seven messages are three pages of three.
      for number in 1...7 { try await alice.say("message \(number)", in: zoneID) }
      for await userInfo in pushes {
        let notification = CKNotification(fromRemoteNotificationDictionary: userInfo)
        if notification?.subscriptionID == "shared-changes" { break }
      }
      let before = await bob.pages
      try await bob.pull()
      #expect(await bob.talks[shared]?.count == 7)
      #expect(await bob.pages - before >= 3)

      // Both write in the same zone; only the difference is read.
      try await bob.say("answer", in: shared)
      let file = URL.temporaryDirectory.appending(path: "picture-\(UUID().uuidString)")
      defer { try? FileManager.default.removeItem(at: file) }
      try Data("picture".utf8).write(to: file)
      try await bob.say("look", picture: file, in: shared)
      try await alice.pull()
      let heard = try #require(await alice.talks[zoneID])
      #expect(heard.count == 9 && heard.values.allSatisfy { !$0.hasPicture })
      let look = try #require(heard.first { $0.value.words == "look" })
      #expect(try await alice.picture(of: look.key) == Data("picture".utf8))

      // An expired token begins the zone anew.
      try await cloud.add(TestFault(.expireTokens, operation: "changes/zone", count: 1))
      try await bob.say("again", in: shared)
      try await alice.pull()
      #expect(await alice.talks[zoneID]?.count == 10)

      // The end of a zone is told too.
      _ = try await phone.run {
        try await CKContainer.default().privateCloudDatabase.modifyRecordZones(
          saving: [], deleting: [zoneID])
      }
      try await bob.pull()
      #expect(await bob.titles.isEmpty)
      #expect(await bob.talks.isEmpty)
    }
  }
}
