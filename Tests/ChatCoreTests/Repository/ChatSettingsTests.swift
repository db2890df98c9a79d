import ChatCore
import ChatModel
import CloudModel
import CloudSync
import Foundation
import Testing
import TestSupport

/// Pins, mutes and the archive: an account's own, on all of its devices.
struct ChatSettingsTests {
  /// The chats of a device as words, in the order of its list.
  private func list(_ device: Device) async throws -> [String] {
    try await device.repository.currentChatSummaries().map { chat in
      var words = [chat.name]
      if chat.isPinned { words.append("pinned") }
      if chat.isArchived { words.append("archived") }
      if chat.notifications != .all { words.append(chat.notifications.rawValue) }
      return words.joined(separator: " ")
    }
  }

  private func settle(_ world: World, _ devices: Device...) async throws {
    // The pictures do not show settings: once more than until they are quiet.
    for _ in 0..<2 { try await world.syncUntilQuiet(devices) }
  }

  @Test func `settings reach the account's other devices, and nobody else`() async throws {
    try await withPair { world, alice, bob, chat in
      let phone = try world.device(of: "bob", named: "phone")
      let other = try await bob.repository.createChat(title: "Other")
      let bobs = try await chat.id(on: bob)
      try await alice.repository.send("newest", to: chat.ownerChat)
      try await settle(world, alice, bob, phone)
      #expect(try await list(phone) == ["Tea", "Other"])
      try await bob.repository.setPinned(true, of: other)
      try await bob.repository.setNotifications(.mentions, of: bobs)
      #expect(try await list(bob) == ["Other pinned", "Tea mentions"])
      try await settle(world, bob, phone, alice)
      #expect(try await list(phone) == ["Other pinned", "Tea mentions"])
      #expect(try await list(alice) == ["Tea"])
      try await phone.repository.setPinned(true, of: chat.id(on: phone))
      try await settle(world, phone, bob)
      #expect(
        try await list(bob) == ["Tea pinned mentions", "Other pinned"], "the last pin comes first")
      try await phone.repository.setArchived(true, of: chat.id(on: phone))
      try await settle(world, phone, bob)
      #expect(try await list(bob) == ["Other pinned", "Tea pinned archived mentions"])
      try await bob.repository.setArchived(false, of: bobs)
      try await bob.repository.setPinned(false, of: bobs)
      try await bob.repository.setNotifications(.all, of: bobs)
      try await settle(world, bob, phone)
      #expect(try await list(phone) == ["Other pinned", "Tea"])
      let fresh = try world.device(of: "bob", named: "fresh")
      try await settle(world, fresh)
      #expect(try await list(fresh) == ["Other pinned", "Tea"])
      #expect(try await bob.repository.outbox().isEmpty)
    }
  }

  @Test func `of two devices that disagree the later wins, setting by setting`() async throws {
    try await withPair { world, _, bob, chat in
      let phone = try world.device(of: "bob", named: "phone")
      try await settle(world, bob, phone)
      for device in [bob, phone] { device.faults.ask { _ in .lostRequest } }
      try await bob.repository.setPinned(true, of: chat.id(on: bob))
      try await bob.repository.setNotifications(.none, of: chat.id(on: bob))
      world.time.advance(by: 1)
      try await phone.repository.setNotifications(.mentions, of: chat.id(on: phone))
      try await phone.repository.setArchived(true, of: chat.id(on: phone))
      _ = await bob.sync()
      for device in [bob, phone] { device.faults.ask(nil) }
      try await settle(world, phone, bob)
      for device in [bob, phone] {
        #expect(try await list(device) == ["Tea pinned archived mentions"])
      }
    }
  }

  @Test func `a mute is on all devices and ends by the clock, without a write`() async throws {
    try await withPair { world, _, bob, chat in
      let phone = try world.device(of: "bob", named: "phone")
      try await settle(world, bob, phone)
      let id = try await chat.id(on: bob)
      try await bob.repository.setNotifications(.mentions, of: id)
      try await bob.repository.mute(until: world.time.now().addingTimeInterval(3600), id)
      try await settle(world, bob, phone)
      for device in [bob, phone] { #expect(try await list(device) == ["Tea none"]) }
      world.time.advance(by: 3500)
      #expect(try await list(phone) == ["Tea none"])
      world.time.advance(by: 100)
      for device in [bob, phone] {
        #expect(try await list(device) == ["Tea mentions"])
        #expect(try await device.repository.outbox().isEmpty)
      }
      // A choice for good ends a mute before its time.
      try await bob.repository.mute(until: world.time.now().addingTimeInterval(3600), id)
      try await settle(world, bob, phone)
      try await phone.repository.setNotifications(.all, of: chat.id(on: phone))
      try await settle(world, phone, bob)
      for device in [bob, phone] { #expect(try await list(device) == ["Tea"]) }
    }
  }

  @Test func `a newer message brings a chat out of the archive, a muted one only by name`()
    async throws
  {
    try await withPair { world, alice, bob, chat in
      let id = try await chat.id(on: bob)
      try await alice.repository.send("before", to: chat.ownerChat)
      try await settle(world, alice, bob)
      try await bob.repository.setArchived(true, of: id)
      #expect(try await list(bob) == ["Tea archived"])
      world.time.advance(by: 1)
      try await alice.repository.send("after", to: chat.ownerChat)
      try await settle(world, alice, bob)
      #expect(try await list(bob) == ["Tea"])
      try await bob.repository.setNotifications(.none, of: id)
      try await bob.repository.setArchived(true, of: id)
      world.time.advance(by: 1)
      try await alice.repository.send("not for you", to: chat.ownerChat)
      try await settle(world, alice, bob)
      #expect(try await list(bob) == ["Tea archived none"])
      try await alice.repository.send("@bob look", to: chat.ownerChat)
      try await alice.repository.send("and more", to: chat.ownerChat)
      try await settle(world, alice, bob)
      #expect(try await list(bob) == ["Tea none"])
    }
  }

  @Test func `the zone of settings is never a chat, and another's zone of that name may be one`()
    async throws
  {
    try await withLoneDevice { alice in
      let own = ForeignChat(zoneID: SettingsZone.id(of: alice.account.userRecordName))
      try await alice.replica.apply(.naming(own.zoneID, token: "d1"), in: .private)
      try await own.apply(
        own.page([own.session("Trap"), own.message("m1", "hello")], token: "z1"), to: alice)
      #expect(try await list(alice) == [])
      #expect(try await alice.repository.search("hello").isEmpty)
      let foreign = ForeignChat(
        zoneID: RecordZoneID(zoneName: SettingsZone.name, ownerName: "_owner"))
      try await alice.replica.apply(.naming(foreign.zoneID, token: "d2"), in: .shared)
      for token in ["z1", "z2"] {
        try await foreign.apply(foreign.page([foreign.session("Real")], token: token), to: alice)
      }
      #expect(try await list(alice) == ["Real"])
    }
  }

  @Test func `settings survive a resync and a reset of encrypted data`() async throws {
    try await withPair { world, _, bob, chat in
      try await bob.repository.setPinned(true, of: chat.id(on: bob))
      try await settle(world, bob)
      let zoneID = SettingsZone.id(of: bob.account.userRecordName)
      try await bob.replica.beginResync(of: zoneID)
      try await settle(world, bob)
      #expect(try await list(bob) == ["Tea pinned"])
      try world.end(zoneID, .encryptedDataReset)
      try await settle(world, bob)
      #expect(try await list(bob) == ["Tea pinned"])
      let phone = try world.device(of: "bob", named: "phone")
      try await settle(world, phone)
      #expect(try await list(phone) == ["Tea pinned"])
      try world.end(zoneID, .purged)
      try await settle(world, bob)
      #expect(try await list(bob) == ["Tea"], "the account has removed all of its data")
      try await bob.repository.setNotifications(.none, of: chat.id(on: bob))
      try await settle(world, bob, phone)
      #expect(try await list(bob) == ["Tea none"])
    }
  }

  @Test func `settings that the cloud has lost are sent again`() async throws {
    try await withLoneDevice { alice in
      let chat = try await alice.repository.createChat(title: "Tea")
      let zone = ForeignChat(zoneID: SettingsZone.id(of: alice.account.userRecordName))
      try await alice.repository.setPinned(true, of: chat)
      try await alice.acknowledgeEverything(in: zone.zoneID)
      try await alice.replica.beginResync(of: zone.zoneID)
      try await zone.apply(zone.page([], token: "z1"), to: alice)
      #expect(try await list(alice) == ["Tea pinned"])
      let sent = try #require(try await zone.batch(of: alice).first?.record)
      #expect(sent["isPinned"] == .int64(1) && sent.recordChangeTag == nil)
    }
  }

  private func settings(of device: Device) async throws -> [Record] {
    try await device.container.database(with: .private).recordZoneChanges(
      inZoneWith: SettingsZone.id(of: device.account.userRecordName), since: nil, desiredKeys: nil,
      resultsLimit: nil
    ).modifications
  }

  @Test func `to want every message is a choice, on all devices, until the chat is left`()
    async throws
  {
    try await withPair { world, alice, bob, chat in
      let phone = try world.device(of: "bob", named: "phone")
      let bobs = try await chat.id(on: bob)
      func chosen() async throws -> [ChatNotifications?] {
        try await settle(world, bob, phone)
        return [
          try await bob.summary(of: bobs).chosenNotifications,
          try await phone.summary(of: chat.id(on: phone)).chosenNotifications,
        ]
      }
      // Earlier versions have stored ‘all’ where nothing was chosen.
      try await bob.repository.setPinned(true, of: bobs)
      try await bob.execute("UPDATE chatSettings SET notifications = 'all'")
      #expect(try await chosen() == [nil, nil])
      try await bob.repository.setNotifications(.all, of: bobs)
      #expect(try await chosen() == [.all, .all])
      try await bob.repository.leave(bobs)
      try await settle(world, bob, phone)
      let left = try await settings(of: bob)
      #expect(left.map { $0["notifications"] } == [.string(ChatNotifications.unchosen)])
    }
  }

  @Test func `of a chat that was left only that is kept, and the other devices say so`()
    async throws
  {
    try await withPair { world, alice, bob, chat in
      let phone = try world.device(of: "bob", named: "phone")
      try await bob.repository.setPinned(true, of: chat.id(on: bob))
      try await settle(world, bob, phone)
      let there = try await chat.id(on: phone)
      try await bob.repository.leave(chat.id(on: bob))
      try await settle(world, bob, phone)
      #expect(
        try await phone.summary(of: there).access
          == .sealed(reason: "You have left this chat on another device."))
      #expect(try await list(phone) == ["Tea"])
      // Back again, and removed this time.
      let link = try await alice.sharing.invite(
        ["bob"], to: chat.ownerChat, permission: .readWrite)
      _ = try await bob.sharing.join(link)
      try await settle(world, bob, phone)
      #expect(try await phone.summary(of: there).access == .readWrite)
      try await alice.sharing.remove("bob", from: chat.ownerChat)
      try await settle(world, alice, bob, phone)
      #expect(
        try await phone.summary(of: there).access
          == .sealed(
            reason: "This chat is no longer shared with you. "
              + "Its owner alice has probably removed you or deleted it."))
      #expect(try await settings(of: bob).map { $0["isLeft"] } == [.int64(0)])
    }
  }

  @Test func `the settings of a chat that was deleted go with it`() async throws {
    try await withPair { world, alice, _, chat in
      try await alice.repository.setPinned(true, of: chat.ownerChat)
      try await settle(world, alice)
      #expect(try await settings(of: alice).count == 1)
      try await alice.repository.deleteChat(chat.ownerChat)
      try await settle(world, alice)
      #expect(try await settings(of: alice).isEmpty)
    }
  }

  @Test func `a change that the cloud refuses is undone, and the next change tries again`()
    async throws
  {
    try await withLoneDevice { alice in
      let chat = try await alice.repository.createChat(title: "Tea")
      let zoneID = SettingsZone.id(of: alice.account.userRecordName)
      try await alice.repository.setPinned(true, of: chat)
      let batch = try #require(try await alice.replica.nextBatch(in: zoneID, limit: 9))
      #expect(batch.contents == .saveZone(batch.ids[0]))
      _ = try await alice.replica.apply(
        [OutboxOutcome(id: batch.ids[0], result: .failed(reason: "no"))], of: batch)
      #expect(try await list(alice) == ["Tea"])
      let subjects = try await alice.repository.outbox().map(\.subject)
      #expect(!subjects.contains(.settings))
    }
  }

  @Test func `a record of another name is none, and a later version's word stays`() throws {
    let user = "_me"
    let chat = RecordZoneID(zoneName: "chat-a", ownerName: "_olga")
    var settings = ChatSettingsRecord(of: chat)
    settings.notifications.set("replies", at: Date(millisecondsSince1970: 1_000))
    let record = settings.record(in: SettingsZone.id(of: user))
    #expect(record.recordID.recordName.utf8.count == 69)
    var read = try #require(ChatSettingsRecord(record))
    #expect(ChatNotifications(stored: read.notifications.value) == nil)
    read.pinned.set(1, at: Date(millisecondsSince1970: 2_000))
    #expect(read.record(in: SettingsZone.id(of: user))["notifications"] == .string("replies"))
    var moved = record
    moved["chatOwner"] = .string("_eve")
    #expect(ChatSettingsRecord(moved) == nil)
  }
}
