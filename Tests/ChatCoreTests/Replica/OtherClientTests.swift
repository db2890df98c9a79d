import ChatCore
import ChatModel
import CloudModel
import CloudSync
import Foundation
import SyncRules
import TestSupport
import Testing

/// Chats that another client has made by `docs/chat-format.md`: its zones, its sessions, its names.
struct OtherClientTests {
  private let zoneName = "lounge"

  /// Saves records as another client of alice's would, in a zone of hers.
  private func save(
    _ records: [Record], by device: Device, makingZone: Bool = true
  ) async throws {
    let database = device.container.database(with: .private)
    let zoneID = zone(of: device)
    if makingZone {
      _ = try await database.modifyRecordZones(
        saving: [RecordZone(zoneID: zoneID)], deleting: [])
    }
    let saved = try await database.modifyRecords(
      saving: records, deleting: [], savePolicy: .changedKeys, atomically: true)
    for result in saved.saveResults.values { _ = try result.get() }
  }

  private func zone(of device: Device) -> RecordZoneID {
    RecordZoneID(zoneName: zoneName, ownerName: device.account.userRecordName)
  }

  private func session(
    _ recordName: String, _ name: String?, by device: Device
  ) -> Record {
    Record(
      recordType: "ChatSession",
      recordID: RecordID(recordName: recordName, zoneID: zone(of: device)),
      fields: ["name": name.map { .string($0) }].compactMapValues(\.self).merging([
        "createdAt": .date(Date(timeIntervalSince1970: 1_800_000_000)),
        "lastMessageAt": .date(Date(timeIntervalSince1970: 1_800_000_000)),
      ]) { $1 })
  }

  private func message(_ recordName: String, _ text: String, by device: Device) -> Record {
    Record(
      recordType: "Message", recordID: RecordID(recordName: recordName, zoneID: zone(of: device)),
      fields: [
        "text": .string(text), "senderID": .string(device.account.userRecordName),
        "timestamp": .date(Date(timeIntervalSince1970: 1_800_000_001)),
      ])
  }

  private func share(by device: Device) -> Record {
    Record(
      recordType: Share.recordType, recordID: .zoneWideShare(in: zone(of: device)), share: Share())
  }

  private func sessions(of device: Device) async throws -> [Record] {
    try await device.container.database(with: .private).recordZoneChanges(
      inZoneWith: zone(of: device), since: nil, desiredKeys: nil, resultsLimit: nil
    ).modifications.filter { $0.recordType == "ChatSession" }
  }

  @Test func `a zone of any name with a session of any name is a chat, for owner and participant`()
    async throws
  {
    try await withTwo { world, alice, bob in
      try await save(
        [
          share(by: alice), session("info", "Lounge", by: alice),
          message("m-1", "hi", by: alice),
        ], by: alice)
      await alice.sync()
      let chat = try await alice.chat(zoneName: zoneName)
      #expect(try await alice.picture() == ["lounge ‘Lounge’ owner", "alice: hi"])
      let link = try await alice.sharing.invite(["bob"], to: chat, permission: .readWrite)
      _ = try await bob.sharing.join(link)
      try await world.syncUntilQuiet([alice, bob])
      let bobs = try await bob.chat(zoneName: zoneName)
      try await bob.repository.send("hello", to: bobs)
      try await bob.repository.rename(bobs, to: "Salon")
      try await world.syncUntilQuiet([bob, alice])
      #expect(
        try await alice.picture() == ["lounge ‘Salon’ owner", "alice: hi", "bob: hello"])
      let found = try await sessions(of: alice)
      #expect(found.map(\.recordID.recordName) == ["info"], "a second session is never made")
      #expect(found.first?["name"] == .string("Salon"))
    }
  }

  @Test
  func `a record with the name of a session but another type is none, and makes no second one`()
    async throws
  {
    try await withWorld { world in
      let alice = try world.device(of: "alice")
      try await save([message("session", "hi", by: alice)], by: alice)
      // More than a page of the feed is before the session.
      for half in [0..<150, 150..<300] {
        try await save(
          half.map { message("m-\($0)", "\($0)", by: alice) }, by: alice, makingZone: false)
      }
      try await save(
        [share(by: alice), session("info", "Lounge", by: alice)], by: alice, makingZone: false)
      try await world.syncUntilQuiet([alice])
      let names = ["info", "session-2"].map { RecordID(recordName: $0, zoneID: zone(of: alice)) }
      let found = try await alice.container.database(with: .private).records(
        for: names, desiredKeys: nil)
      #expect(found.filter { (try? $0.value.get()) != nil }.map(\.key) == [names[0]])
      #expect(try await alice.summary(of: alice.chat(zoneName: zoneName)).name == "Lounge")
    }
  }

  @Test func `a zone without a session is no chat, and is read on, not anew`() async throws {
    try await withWorld { world in
      let alice = try world.device(of: "alice")
      try await save((0..<150).map { message("m-\($0)", "\($0)", by: alice) }, by: alice)
      await alice.sync()
      #expect(try await alice.picture().isEmpty)
      #expect(try await alice.repository.search("1").isEmpty, "nothing of it is kept")
      let before = try await alice.replica.position(in: zone(of: alice))
      #expect(before?.changeToken != nil, "it goes on where it was")
      alice.faults.forgetRequests()
      try await save([message("m-150", "150", by: alice)], by: alice, makingZone: false)
      await alice.sync()
      #expect(alice.faults.requests.count { $0 == .zoneChanges } <= 2, "the page, and its end")
      let position = try await alice.replica.position(in: zone(of: alice))
      #expect(position?.changeToken != before?.changeToken)
      #expect(try await alice.picture().isEmpty)
      // A session makes it a chat, with everything that was there before.
      try await save([session("s", "Late", by: alice)], by: alice, makingZone: false)
      await alice.sync()
      let chat = try await alice.chat(zoneName: zoneName)
      #expect(try await alice.messages(in: chat).count == 151)
      #expect(try await alice.summary(of: chat).unreadCount == 0)
    }
  }

  @Test func `a zone that is only named as a chat is none`() async throws {
    try await withWorld { world in
      let alice = try world.device(of: "alice")
      let zoneID = RecordZoneID(
        zoneName: "chat-of-somebody", ownerName: alice.account.userRecordName)
      let database = alice.container.database(with: .private)
      _ = try await database.modifyRecordZones(
        saving: [RecordZone(zoneID: zoneID)], deleting: [])
      await alice.sync()
      #expect(try await alice.picture().isEmpty)
      _ = try await database.modifyRecordZones(saving: [], deleting: [zoneID])
      await alice.sync()
      #expect(try await alice.picture().isEmpty)
    }
  }

  @Test(arguments: [nil, "", " \u{200B}"])
  func `a chat without a name is called by its members`(name: String?) async throws {
    try await withTwo { world, alice, bob in
      try await save([share(by: alice), session("session", name, by: alice)], by: alice)
      await alice.sync()
      let chat = try await alice.chat(zoneName: zoneName)
      #expect(try await alice.summary(of: chat).name == "(no title)")
      let link = try await alice.sharing.invite(["bob"], to: chat, permission: .readWrite)
      await bob.sync()
      #expect(try await bob.repository.currentInvitations().map(\.title) == ["a chat of alice"])
      _ = try await bob.sharing.join(link)
      try await world.syncUntilQuiet([bob, alice])
      #expect(try await alice.summary(of: chat).name == "bob")
      try await alice.execute("UPDATE member SET name = 'carol, dave' WHERE name = 'bob'")
      let start = bob.account.userRecordName.prefix(7)
      #expect(try await alice.summary(of: chat).name == "unknown \(start)")
      try await alice.execute("UPDATE member SET name = 'bob' WHERE name = 'carol, dave'")
      let bobs = try await bob.repository.chat(matching: "alice")
      #expect(bobs.name == "alice")
      try await bob.repository.send("hi", to: bobs.id)
      #expect(try await bob.repository.outbox().map(\.chatName).contains("alice"))
      try await world.syncUntilQuiet([bob, alice])
      let session = try #require(try await sessions(of: alice).first)
      #expect(session["name"]?.stringValue ?? "" == name ?? "", "nobody gives it a name")
      #expect(session["lastMessageAt"] != .date(Date(timeIntervalSince1970: 1_800_000_000)))
    }
  }

  @Test func `a chat of two that bears the reader's name is called by the other's`() async throws {
    try await withTwo { world, alice, bob in
      let carol = try world.device(of: "carol")
      try await save([share(by: alice), session("session", " Bob", by: alice)], by: alice)
      await alice.sync()
      let chat = try await alice.chat(zoneName: zoneName)
      let link = try await alice.sharing.invite(["bob"], to: chat, permission: .readWrite)
      let bobs = try await bob.sharing.join(link)
      try await world.syncUntilQuiet([bob, alice])
      #expect(try await alice.summary(of: chat).name == " Bob")
      #expect(try await bob.summary(of: bobs).name == "alice")
      // Among three the name says something else.
      _ = try await alice.sharing.invite(["carol"], to: chat, permission: .readWrite)
      try await world.syncUntilQuiet([bob, alice, carol])
      #expect(try await bob.summary(of: bobs).name == " Bob")
    }
  }

  @Test(arguments: [(1_000_000_000.0, "Lounge"), (1_900_000_000.0, "(no title)")])
  func `a name stays where the session is made again without one, unless that is later`(
    createdAt: Double, shown: String
  ) async throws {
    try await withWorld { world in
      let alice = try world.device(of: "alice")
      try await save([share(by: alice), session("session", "Lounge", by: alice)], by: alice)
      await alice.sync()
      var again = session("session", nil, by: alice)
      again["createdAt"] = .date(Date(timeIntervalSince1970: createdAt))
      _ = try await alice.container.database(with: .private).modifyRecords(
        saving: [], deleting: [again.recordID], savePolicy: .changedKeys, atomically: true)
      try await save([again], by: alice, makingZone: false)
      try await world.syncUntilQuiet([alice])
      #expect(try await alice.summary(of: alice.chat(zoneName: zoneName)).name == shown)
      let session = try #require(try await sessions(of: alice).first)
      #expect(session["name"] == (shown == "Lounge" ? .string("Lounge") : nil))
      let tablet = try world.device(of: "alice", named: "tablet")
      try await world.syncUntilQuiet([alice, tablet])
      #expect(try await tablet.picture() == alice.picture())
    }
  }

  @Test func `of several sessions all devices take the same, also when it goes`() async throws {
    try await withWorld { world in
      let alice = try world.device(of: "alice")
      let tablet = try world.device(of: "alice", named: "tablet")
      try await save([share(by: alice), session("b", "B", by: alice)], by: alice)
      await alice.sync()
      let chat = try await alice.chat(zoneName: zoneName)
      for (name, shown) in [("c", "B"), ("a", "A"), ("session", "SESSION")] {
        try await save([session(name, name.uppercased(), by: alice)], by: alice)
        await alice.sync()
        #expect(try await alice.summary(of: chat).name == shown)
      }
      await tablet.sync()
      #expect(try await tablet.picture() == alice.picture())
      for (name, shown) in [("session", "A"), ("b", "A"), ("a", "C")] {
        let gone = RecordID(recordName: name, zoneID: zone(of: alice))
        _ = try await alice.container.database(with: .private).modifyRecords(
          saving: [], deleting: [gone], savePolicy: .changedKeys, atomically: true)
        for device in [alice, tablet] {
          await device.sync()
          #expect(try await device.picture() == ["lounge ‘\(shown)’ owner"], "without \(name)")
        }
      }
      #expect(try await sessions(of: alice).count == 1)
    }
  }

  @Test func `a session that somebody has deleted is there again after one sync of its owner`()
    async throws
  {
    try await withPair { _, alice, bob, chat in
      let session = RecordID(recordName: "session", zoneID: chat.zoneID)
      _ = try await bob.container.database(with: .shared).modifyRecords(
        saving: [], deleting: [session], savePolicy: .changedKeys, atomically: true)
      #expect(await alice.sync() == .upToDate)
      #expect(try await alice.repository.outbox().isEmpty)
      let found = try await alice.container.database(with: .private)
        .records(for: [session], desiredKeys: nil)
      #expect(try found[session]?.get()["name"] == .string("Tea"))
      await bob.sync()
    }
  }
}
