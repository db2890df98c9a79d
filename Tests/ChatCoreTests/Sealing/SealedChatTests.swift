import ChatCore
import ChatModel
import ChatSecrets
import CloudModel
import Foundation
import TestSupport
import Testing

/// Sealed chats through engine, replica and cloud.
struct SealedChatTests {
  @Test func `a chat of two begins sealed with its first message, of which the cloud sees nothing`()
    async throws
  {
    try await withTwo { world, alice, bob in
      try await alice.sharing.prepareKeys()
      func begin(_ kind: DirectChatKind) async throws -> ChatID {
        try await alice.repository.chat(with: "bob", asking: alice.sharing, kind: kind)
      }
      await #expect(throws: ChatError.sealing(.noCard("bob"))) { try await begin(.sealed) }
      try await bob.sharing.prepareKeys()
      let id = try await begin(.sealed)
      for kind in [DirectChatKind.sealedAlone, .plain] { #expect(try await begin(kind) == id) }
      try await alice.repository.send("canary", to: id)
      await alice.sync()
      try await alice.repository.send("another", to: id)
      await alice.sync()
      await bob.sync()
      let invitations = try await bob.repository.currentInvitations()
      #expect(invitations.map(\.firstWords) == [""])
      // Whoever answers accepts.
      let bobs = try await bob.repository.chat(with: "alice", asking: bob.sharing)
      try await world.syncUntilQuiet([alice, bob])
      #expect(try await bob.lines(in: bobs) == ["alice: canary", "alice: another"])
      #expect(try await bob.summary(of: bobs).isSealed)
      try await bob.repository.send("an answer", to: bobs)
      try await world.syncUntilQuiet([alice, bob])
      #expect(try await alice.lines(in: id).last == "bob: an answer")
    }
  }

  @Test func `two people write, edit, react, pin, take back, read and rename`() async throws {
    try await withSealedPair { world, alice, bob, chat in
      let bobs = try await chat.id(on: bob)
      _ = try await alice.repository.send(["hello", "old"], to: chat.ownerChat)
      try await world.syncUntilQuiet([alice, bob])
      let received = try await bob.messages(in: bobs)
      #expect(received.map(\.text) == ["hello", "old"])
      try await bob.repository.react("🎉", to: received[0].id)
      try await bob.repository.setPinned(true, message: received[0].id)
      try await bob.repository.markSeen(bobs, through: received[1].id)
      try await bob.repository.rename(bobs, to: "Boats")
      let own = try await alice.messages(in: chat.ownerChat)
      try await alice.repository.edit(own[0].id, to: "hello, bob")
      try await alice.repository.delete(own[1].id)
      try await bob.repository.send("an answer", to: bobs, replyingTo: received[0].recordName)
      try await world.syncUntilQuiet([alice, bob])
      let lines = try await alice.lines(in: chat.ownerChat)
      #expect(
        lines == [
          "alice: hello, bob (edited) 🎉[\"bob\"]", "alice: (removed)", "bob: an answer",
        ])
      #expect(try await bob.lines(in: bobs) == lines)
      #expect(try await alice.summary(of: chat.ownerChat).name == "Boats")
      #expect(
        try await alice.repository.currentPinnedMessages(in: chat.ownerChat).map(\.message.text)
          == ["hello, bob"])
      // The reaction is taken back, and an earlier read mark goes.
      try await bob.repository.react("🎉", to: received[0].id, isRemoved: true)
      let last = try #require(try await bob.messages(in: bobs).last)
      try await alice.repository.send("more", to: chat.ownerChat)
      try await world.syncUntilQuiet([alice, bob])
      let more = try #require(try await bob.messages(in: bobs).last)
      #expect(more.id != last.id)
      try await bob.repository.markSeen(bobs, through: more.id)
      try await world.syncUntilQuiet([alice, bob])
      #expect(try await alice.lines(in: chat.ownerChat)[0] == "alice: hello, bob (edited)")
      // The earlier mark of bob's is gone, also from alice's replica, which knows it by another name.
      let marks = try await SealedHands.records(chat.zoneID, alice)
        .filter { $0.recordType == SealedType.readMark.rawValue }
      #expect(marks.count == 1, "\(marks.map(\.recordID.recordName))")
      #expect(
        try await alice.strings("SELECT recordName FROM readMark")
          == ["read_\(more.recordName)_\(bob.account.userRecordName)"])
    }
  }

  @Test(arguments: [true, false])
  func `1: the file of the cloud has no text, title, answer or emoji of a sealed chat`(
    isSealed: Bool
  ) async throws {
    try await withWorld(keepsFile: true) { world in
      let (alice, bob) = (try world.device(of: "alice"), try world.device(of: "bob"))
      let chat = try await SharedChat.make(
        title: "canary title", isSealed: isSealed, owner: alice, guests: [bob])
      let bobs = try await chat.id(on: bob)
      try await alice.repository.send("canary text", to: chat.ownerChat)
      try await world.syncUntilQuiet([alice, bob])
      let message = try await bob.messages(in: bobs)[0]
      try await bob.repository.react("🐤", to: message.id)
      try await bob.repository.rename(bobs, to: "canary name")
      try await bob.repository.edit(
        bob.repository.send("canary draft", to: bobs), to: "canary answer")
      try await world.syncUntilQuiet([alice, bob])
      #expect(try await alice.messages(in: chat.ownerChat).map(\.text).contains("canary answer"))
      let file = try #require(world.storeFile)
      var stored = try Data(contentsOf: file)
      stored += (try? Data(contentsOf: URL(filePath: file.path + "-wal"))) ?? Data()
      #expect(stored.range(of: Data(chat.zoneName.utf8)) != nil)
      for canary in ["canary", "🐤", "f09f90a4"] {
        #expect((stored.range(of: Data(canary.utf8)) != nil) == !isSealed, "\(canary)")
      }
    }
  }

  @Test func `1: the share of a sealed chat shows neither its title nor its first words`() {
    let zoneID = RecordZoneID(
      zoneName: ChatZone.name(unique: "one", isSealed: true), ownerName: "alice")
    let guest = Participant(identity: UserIdentity(userRecordName: "bob", lookupName: "bob"))
    for title in ["", "canary"] {
      let shares = [
        ShareRecord.new(in: zoneID, title: title),
        ShareRecord.new(in: zoneID, title: title, with: guest, text: "canary"),
      ]
      #expect(shares.allSatisfy { $0[Share.titleKey] == nil })
    }
  }

  @Test func `a device without the keys shows nothing, and everything once it has them`()
    async throws
  {
    try await withSealedPair { world, alice, bob, chat in
      try await alice.repository.send("hello", to: chat.ownerChat)
      try await world.syncUntilQuiet([alice, bob])
      let tablet = try world.device(of: "alice", named: "tablet")
      try await world.syncUntilQuiet([tablet])
      let id = try await chat.id(on: tablet)
      #expect(try await tablet.lines(in: id) == [])
      await #expect(throws: ChatError.sealing(.keysElsewhere)) {
        try await tablet.sharing.prepareKeys()
      }
      try tablet.takeKeys(of: alice)
      try await tablet.sharing.prepareKeys()
      try await world.syncUntilQuiet([tablet])
      #expect(try await tablet.lines(in: id) == ["alice: hello"])
      #expect(try await tablet.summary(of: id).name == "Tea")
      try await tablet.repository.send("from the tablet", to: id)
      try await world.syncUntilQuiet([tablet, bob])
      #expect(
        try await bob.lines(in: chat.id(on: bob)) == ["alice: hello", "alice: from the tablet"])
    }
  }

  @Test func `who writes without keys is told so, and keeps the text`() async throws {
    try await withSealedPair { world, alice, bob, chat in
      let tablet = try world.device(of: "bob", named: "tablet")
      try await world.syncUntilQuiet([tablet])
      let id = try await chat.id(on: tablet)
      try await tablet.repository.send("secret", to: id)
      await tablet.sync()
      #expect(
        try await tablet.lines(in: id) == [
          "bob: secret (failed: \(SealingProblem.keysElsewhere.description))"
        ])
      let records = try await SealedHands.records(chat.zoneID, alice)
      #expect(records.allSatisfy { $0.recordType != MessageRecord.recordType })
      try tablet.takeKeys(of: bob)
      _ = try await tablet.repository.retry(try await tablet.messages(in: id)[0].id)
      try await world.syncUntilQuiet([tablet, alice])
      #expect(try await alice.lines(in: chat.ownerChat) == ["bob: secret"])
    }
  }

  @Test func `the keys of an account are made once`() async throws {
    try await withTwo { world, alice, bob in
      await #expect(throws: ChatError.sealing(.noKeys)) {
        try await alice.repository.createChat(title: "Tea", isSealed: true)
      }
      try await alice.sharing.prepareKeys()
      let made = try Data(contentsOf: alice.keyFile)
      try await alice.sharing.prepareKeys()
      #expect(try Data(contentsOf: alice.keyFile) == made)
      let attributes = try FileManager.default.attributesOfItem(atPath: alice.keyFile.path)
      #expect(attributes[.posixPermissions] as? Int == 0o600)
      // A device that makes its own meanwhile gives them up.
      let tablet = try world.device(of: "alice", named: "tablet")
      await #expect(throws: ChatError.sealing(.keysElsewhere)) {
        try await tablet.sharing.prepareKeys()
      }
      #expect(!FileManager.default.fileExists(atPath: tablet.keyFile.path))
      _ = try await alice.repository.createChat(title: "Tea", isSealed: true)
      await alice.sync()
      let chat = try await alice.repository.currentChatSummaries()[0]
      await #expect(throws: ChatError.sealing(.noCard("bob"))) {
        try await alice.sharing.invite(["bob"], to: chat.id, permission: .readWrite)
      }
      await #expect(throws: ChatError.sealing(.openLink(chat: "Tea"))) {
        try await alice.sharing.openLink(of: chat.id, permission: .readOnly)
      }
    }
  }

  @Test func `a chat that the cloud has lost goes back with its statements`() async throws {
    try await withSealedPair { world, alice, bob, chat in
      try await alice.repository.send("hello", to: chat.ownerChat)
      try await world.syncUntilQuiet([alice, bob])
      try world.end(chat.zoneID, .purged)
      await alice.sync()
      try await alice.repository.uploadAgain(chat.ownerChat)
      try await world.syncUntilQuiet([alice])
      let names = try await SealedHands.records(chat.zoneID, alice).map(\.recordID.recordName)
      #expect(Set(names).isSuperset(of: ["keys-0", "keys-1", "session"]), "\(names)")
      let link = try await alice.sharing.invite(
        ["bob"], to: chat.ownerChat, permission: .readWrite)
      let again = try await bob.sharing.join(link)
      try await alice.repository.send("again", to: chat.ownerChat)
      try await world.syncUntilQuiet([alice, bob])
      #expect(try await bob.lines(in: again) == ["alice: hello", "alice: again"])
    }
  }

  @Test func `E18: fields of later versions stay when their message is edited`() async throws {
    try await withSealedPair { world, alice, bob, chat in
      let hands = try await SealedHands(bob, in: chat)
      let time = world.time.now().millisecondsSince1970
      let fields: [String: SealedFields.Value] = [
        "text": .string("hello"), "senderID": .string(bob.account.userRecordName),
        "timestamp": .timestamp(time), "mood": .string("fine"),
        "shape": .unknown(type: 9, [1, 2]),
      ]
      try await hands.save([try hands.sealed(.message, "of-later", fields, time: time)])
      try await world.syncUntilQuiet([alice, bob])
      let bobs = try await chat.id(on: bob)
      try await bob.repository.edit(bob.messages(in: bobs)[0].id, to: "hello!")
      try await world.syncUntilQuiet([alice, bob])
      #expect(try await alice.lines(in: chat.ownerChat) == ["bob: hello! (edited)"])
      let values = try await hands.fields(of: "of-later")
      #expect(values["text"] == .string("hello!"))
      #expect(values["mood"] == .string("fine"))
      #expect(values["shape"] == .unknown(type: 9, [1, 2]))
    }
  }

  @Test func `pages of any size give the same chat`() async throws {
    try await withSealedPair { world, alice, bob, chat in
      for round in 1...3 {
        _ = try await alice.repository.send(["\(round).a", "\(round).b"], to: chat.ownerChat)
        try await world.syncUntilQuiet([alice, bob])
        if round == 1 {
          try await alice.sharing.setPermission(of: "bob", in: chat.ownerChat, to: .readOnly)
        }
        if round == 2 {
          try await alice.sharing.setPermission(of: "bob", in: chat.ownerChat, to: .readWrite)
        }
      }
      let lines = try await alice.lines(in: chat.ownerChat)
      let tablet = try world.device(of: "bob", named: "tablet", faults: FaultInjector(seed: 3))
      try tablet.takeKeys(of: bob)
      tablet.faults.begin(rate: 0, pageLimit: 1)
      try await world.syncUntilQuiet([tablet])
      #expect(try await tablet.lines(in: chat.id(on: tablet)) == lines)
    }
  }
}
