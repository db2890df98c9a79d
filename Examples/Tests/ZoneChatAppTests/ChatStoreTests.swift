import CloudKit
import CloudKitTesting
import Testing

@testable import ZoneChatApp

@MainActor @Suite(.timeLimit(.minutes(1))) struct ChatStoreTests {
  private static let identifier = "iCloud.net.zonechat"

  private func store(on device: TestDevice, file: URL? = nil) throws -> ChatStore {
    try device.run {
      try ChatStore(container: CKContainer(identifier: Self.identifier), file: file)
    }
  }

  /// Makes a chat of one person, in which the other one is.
  private func meet(_ owner: ChatStore, _ guest: ChatStore, in cloud: TestCloud) async throws {
    let id = owner.makeChat(named: "Lunch")
    await guest.refresh()
    let link = try await owner.invite("bob", to: #require(owner.chat(id)))
    _ = try await guest.accept(#require(link))
  }

  private func lines(_ store: ChatStore) throws -> [String] {
    try #require(store.chats.first).messages.map { "\($0.sender): \($0.text)" }
  }

  @Test func `two people share a chat`() async throws {
    try await TestCloud.with { cloud in
      let alice = try store(on: cloud.device(of: "alice"))
      let bob = try store(on: cloud.device(of: "bob"))
      try await meet(alice, bob, in: cloud)
      #expect(bob.chats.map(\.title) == ["Lunch"] && bob.chats[0].others == ["alice"])
      alice.write("Soup?", in: alice.chats[0])
      bob.write("Pizza!", in: bob.chats[0])
      try await cloud.quiesce()
      // Nobody has fetched: both have had a push.
      #expect(try lines(alice).sorted() == ["bob: Pizza!", "you: Soup?"])
      #expect(try lines(bob).sorted() == ["alice: Soup?", "you: Pizza!"])
      #expect(alice.chats[0].messages.allSatisfy(\.isSent) && alice.problem == nil)
    }
  }

  @Test func `a person has the same chats on all devices`() async throws {
    try await TestCloud.with { cloud in
      let phone = try store(on: cloud.device(of: "alice"))
      let laptop = try store(on: cloud.device(of: "alice"))
      phone.write("Soup?", in: try #require(phone.chat(phone.makeChat(named: "Lunch"))))
      try await cloud.quiesce()
      #expect(try lines(laptop) == ["you: Soup?"])
      laptop.write("Now.", in: laptop.chats[0])
      try await cloud.quiesce()
      #expect(try lines(phone) == ["you: Soup?", "you: Now."])
    }
  }

  @Test func `what is written without a connection waits in the file, and is sent later`()
    async throws
  {
    try await TestCloud.with { cloud in
      let file = URL.temporaryDirectory.appending(path: "zone-chat-\(UUID().uuidString).json")
      defer { try? FileManager.default.removeItem(at: file) }
      let device = cloud.device(of: nil)
      do {
        let offline = try store(on: device, file: file)
        let id = offline.makeChat(named: "Lunch")
        offline.write("Soup?", in: try #require(offline.chat(id)))
        await offline.refresh()
        #expect(offline.problem != nil)
        #expect(offline.chats[0].messages.map(\.isSent) == [false])
      }
      device.signIn("alice")
      let online = try store(on: device, file: file)
      try await cloud.quiesce()
      #expect(try lines(online) == ["you: Soup?"] && online.chats[0].messages[0].isSent)
      let laptop = try store(on: cloud.device(of: "alice"))
      try await cloud.quiesce()
      #expect(try lines(laptop) == ["you: Soup?"])
    }
  }

  @Test func `faults lose and repeat nothing`() async throws {
    try await TestCloud.with { cloud in
      let alice = try store(on: cloud.device(of: "alice"))
      let bob = try store(on: cloud.device(of: "bob"))
      try await meet(alice, bob, in: cloud)
      for fault in [TestFault.Effect.dropAfter, .dropBefore, .fail(code: "ZONE_BUSY")] {
        try await cloud.add(TestFault(fault, operation: "records/modify", count: 1))
        alice.write("\(fault)", in: alice.chats[0])
        await alice.refresh()
      }
      await alice.refresh()
      try await cloud.quiesce(within: .seconds(30))
      #expect(alice.chats[0].messages.count == 3 && alice.chats[0].messages.allSatisfy(\.isSent))
      #expect(bob.chats[0].messages.map(\.text) == alice.chats[0].messages.map(\.text))
    }
  }

  @Test func `everybody joins by an open link, and nobody by a closed one`() async throws {
    try await TestCloud.with { cloud in
      let alice = try store(on: cloud.device(of: "alice"))
      let carol = try store(on: cloud.device(of: "carol"))
      let chat = try #require(alice.chat(alice.makeChat(named: "Lunch")))
      await #expect(throws: CKError.self) { try await alice.invite("nobody", to: chat) }
      await (try store(on: cloud.device(of: "bob"))).refresh()
      let link = try #require(try await alice.invite("bob", to: chat))
      await #expect(throws: CKError.self) { try await carol.accept(link) }
      #expect(try await alice.invite(nil, to: chat) == link)
      _ = try await carol.accept(link)
      carol.write("Hi", in: carol.chats[0])
      try await cloud.quiesce()
      #expect(try lines(alice) == ["carol: Hi"])
    }
  }

  @Test func `who may only read is told so`() async throws {
    try await TestCloud.with { cloud in
      let alice = try store(on: cloud.device(of: "alice"))
      let bob = try store(on: cloud.device(of: "bob"))
      try await meet(alice, bob, in: cloud)
      // That bob has joined has changed the share.
      try await cloud.quiesce()
      let share = try #require(alice.chats[0].share?.copy() as? CKShare)
      share.participants.first { $0.role != .owner }?.permission = .readOnly
      try await alice.container.privateCloudDatabase.save(share)
      bob.write("Pizza!", in: bob.chats[0])
      await bob.refresh()
      let message = try #require(bob.chats[0].messages.first)
      #expect(!message.isSent && bob.refusals[message.id] != nil && bob.problem != nil)
    }
  }

  @Test func `an empty message is not sent, and the reason stays`() async throws {
    try await TestCloud.with { cloud in
      let alice = try store(on: cloud.device(of: "alice"))
      let id = alice.makeChat(named: "Lunch")
      for text in ["", String(repeating: "x", count: 65_537)] {
        alice.problem = nil
        alice.write(text, in: try #require(alice.chat(id)))
        await alice.refresh()
        #expect(alice.problem == "A message has 1 to 65,536 bytes.")
      }
      #expect(try lines(alice) == [])
    }
  }

  @Test func `fields and records of others stay as they are`() async throws {
    try await TestCloud.with { cloud in
      let alice = try store(on: cloud.device(of: "alice"))
      let id = alice.makeChat(named: "Lunch")
      await alice.refresh()
      let database = alice.container.privateCloudDatabase
      let sessionID = CKRecord.ID(recordName: "session", zoneID: id)
      let session = try await database.record(for: sessionID)
      session["colour"] = "blue"
      session["lastMessageAt"] = Date(timeIntervalSinceNow: -600)
      let pin = CKRecord(
        recordType: "MessagePin", recordID: CKRecord.ID(recordName: "pin_1", zoneID: id))
      pin["pinnedAt"] = Date.now
      _ = try await database.modifyRecords(saving: [session, pin], deleting: [])

      // The app does not know of the change yet: its own meets a newer version.
      alice.write("Soup?", in: try #require(alice.chat(id)))
      await alice.refresh()
      await alice.refresh()
      let saved = try await database.record(for: sessionID)
      #expect(saved["colour"] == "blue" && saved["name"] == "Lunch")
      #expect(saved["lastMessageAt"] as? Date == alice.chats[0].messages[0].timestamp.inWhole)
      #expect(try await database.record(for: pin.recordID).recordChangeTag == pin.recordChangeTag)

      // Within a minute the session is not saved again.
      alice.write("Now.", in: try #require(alice.chat(id)))
      await alice.refresh()
      let same = try await database.record(for: sessionID).recordChangeTag
      #expect(same == saved.recordChangeTag)
    }
  }

  @Test func `a record is what the format says`() async throws {
    try await TestCloud.with { cloud in
      let alice = try store(on: cloud.device(of: "alice"))
      let id = alice.makeChat(named: "Lunch")
      alice.write("Soup?", in: try #require(alice.chat(id)))
      await alice.refresh()
      let database = alice.container.privateCloudDatabase
      let message = try await database.record(for: alice.chats[0].messages[0].id)
      let me = try await alice.container.userRecordID().recordName
      #expect(Set(message.allKeys()) == ["text", "senderID", "timestamp"])
      #expect(message["text"] == "Soup?" && message["senderID"] == me)
      let session = try await database.record(
        for: CKRecord.ID(recordName: "session", zoneID: id))
      #expect(Set(session.allKeys()) == ["name", "renamedAt", "createdAt", "lastMessageAt"])
      #expect(session["renamedAt"] == Date(timeIntervalSince1970: 0.001))
      let shareID = CKRecord.ID(recordName: CKRecordNameZoneWideShare, zoneID: id)
      let share = try #require(try await database.record(for: shareID) as? CKShare)
      #expect(share.publicPermission == .none)
      #expect(share[CKShare.SystemFieldKey.title] == "Lunch")
    }
  }

  @Test func `a zone without a session is no chat, and of two sessions one counts`() async throws {
    try await TestCloud.with { cloud in
      let alice = try store(on: cloud.device(of: "alice"))
      let zoneID = CKRecordZone.ID(zoneName: "things")
      await alice.refresh()
      let database = alice.container.privateCloudDatabase
      try await database.save(CKRecordZone(zoneID: zoneID))
      func session(_ recordName: String, _ name: String) -> CKRecord {
        let record = CKRecord(
          recordType: "ChatSession", recordID: CKRecord.ID(recordName: recordName, zoneID: zoneID))
        record["name"] = name
        record["createdAt"] = Date.now
        return record
      }
      await alice.refresh()
      #expect(alice.chats.isEmpty)
      for (records, title) in [
        ([session("m", "M"), session("b", "B")], "B"), ([session("session", "Lunch")], "Lunch"),
      ] {
        _ = try await database.modifyRecords(saving: records, deleting: [])
        await alice.refresh()
        #expect(alice.chats.map(\.title) == [title])
      }
    }
  }

  @Test func `a chat that is gone is told, and what belongs to another account is not shown`()
    async throws
  {
    try await TestCloud.with { cloud in
      let device = cloud.device(of: "bob")
      let alice = try store(on: cloud.device(of: "alice"))
      let bob = try store(on: device)
      try await meet(alice, bob, in: cloud)
      _ = bob.makeChat(named: "Mine")
      try await cloud.quiesce()
      try await alice.container.privateCloudDatabase.deleteRecordZone(
        withID: alice.chats[0].id)
      try await until { bob.chats.map(\.title) == ["Mine"] }
      #expect(bob.problem?.hasPrefix("A chat is gone:") == true)
      device.signIn("carol")
      try await until { bob.chats.isEmpty }
      device.signIn("bob")
      try await until { bob.chats.map(\.title) == ["Mine"] }
    }
  }

  /// Waits until something is true of what the stores show.
  private func until(_ isTrue: @MainActor () -> Bool) async throws {
    while !isTrue() {
      try Task.checkCancellation()
      await Task.yield()
    }
  }
}

extension ChatStore {
  fileprivate func chat(_ id: Chat.ID) -> Chat? { chats.first { $0.id == id } }
}

extension Date {
  /// Whole milliseconds, as the cloud keeps times.
  fileprivate var inWhole: Date {
    Date(timeIntervalSince1970: (timeIntervalSince1970 * 1000).rounded(.down) / 1000)
  }
}
