import ChatCore
import ChatModel
import ChatSecrets
import CloudModel
import Foundation
import TestSupport
import Testing

/// What members and the cloud can put into a sealed zone, and what becomes of it.
struct SealedLieTests {
  /// Runs `body` in a sealed chat with a message of alice's, with bob's keys in other hands.
  private func withMessage(
    _ body: (World, [Device], SharedChat, SealedHands, _ message: Record) async throws -> Void
  ) async throws {
    try await withTwo { world, alice, bob in
      let chat = try await SharedChat.make(isSealed: true, owner: alice, guests: [bob])
      try await alice.repository.send("hello", to: chat.ownerChat)
      try await world.syncUntilQuiet([alice, bob])
      let hands = try await SealedHands(bob, in: chat)
      let message = try #require(
        try await hands.records().first { $0.recordType == SealedType.message.rawValue })
      try await body(world, [alice, bob], chat, hands, message)
    }
  }

  private func time(of message: Record) -> Int64 {
    message["timestamp"]?.dateValue?.millisecondsSince1970 ?? 0
  }

  @Test(arguments: ["alice", "bob"])
  func `22: nobody edits in another's name, or puts a message of their own in its place`(
    sender: String
  ) async throws {
    try await withMessage { world, devices, chat, hands, message in
      let user = try world.account(of: sender).userRecordName
      let forged = try hands.message(
        message.recordID.recordName, "I owe bob a boat", by: user, time: time(of: message))
      try await hands.save([forged])
      try await world.syncUntilQuiet(devices)
      for device in devices {
        #expect(try await device.lines(in: chat.id(on: device)) == ["alice: hello"])
      }
    }
  }

  @Test func `23: nobody reacts or reads in another's name`() async throws {
    try await withMessage { world, devices, chat, hands, message in
      let (name, alice) = (message.recordID.recordName, devices[0].account.userRecordName)
      let hidden = try #require(
        hands.chat.reactionName(message: name, user: alice, emoji: "👍")?.hexadecimal)
      let forged = try hands.sealed(
        .reaction, "reaction_" + hidden,
        [
          "messageRef": .reference(name), "userID": .string(alice), "emoji": .string("👍"),
          "createdAt": .timestamp(time(of: message)), "isRemoved": .int64(0),
        ])
      try await hands.save([forged])
      try await world.syncUntilQuiet(devices)
      #expect(try await devices[1].lines(in: chat.id(on: devices[1])) == ["alice: hello"])
    }
  }

  @Test func `21, E8: earlier versions that the cloud shows again take nothing back`() async throws
  {
    try await withMessage { world, devices, chat, hands, message in
      let (alice, bob) = (devices[0], devices[1])
      let (name, bobs) = (message.recordID.recordName, try await chat.id(on: bob))
      let id = try await bob.messages(in: bobs)[0].id
      try await bob.repository.react("👍", to: id)
      try await bob.repository.setPinned(true, message: id)
      try await bob.repository.rename(bobs, to: "Boats")
      try await world.syncUntilQuiet(devices)
      let earlier = try await hands.records().filter { SealedType(rawValue: $0.recordType) != nil }
      #expect(earlier.count > 3)
      let own = try await alice.messages(in: chat.ownerChat)[0]
      try await alice.repository.edit(own.id, to: "hello, bob")
      try await alice.repository.setPinned(false, message: own.id)
      try await alice.repository.rename(chat.ownerChat, to: "Ships")
      await alice.sync()
      try await bob.repository.react("👍", to: id, isRemoved: true)
      try await world.syncUntilQuiet(devices)
      func pictures() async throws -> [[String]] {
        var pictures: [[String]] = []
        for device in [bob, alice] {
          await device.sync()
          pictures.append(
            try await device.picture()
              + device.repository.currentPinnedMessages(in: chat.id(on: device)).map(
                \.message.text))
        }
        return pictures
      }
      let before = try await pictures()
      #expect(before[0].contains("alice: hello, bob (edited)"), "\(before)")
      try await hands.save(earlier)
      #expect(try await pictures() == before)
      // Its author has sent the text again.
      #expect(try await hands.fields(of: name)["text"] == .string("hello, bob"))
      try await world.syncUntilQuiet(devices)
    }
  }

  @Test func `18, 19, 20: a record under another name, type or time is none`() async throws {
    try await withMessage { world, devices, chat, hands, message in
      let bob = devices[1].account.userRecordName
      let time = time(of: message) + 1000
      let genuine = try hands.message("genuine", "mine", by: bob, time: time)
      var renamed = genuine
      renamed.recordID.recordName = "renamed"
      var retimed = try hands.message("retimed", "mine", by: bob, time: time)
      retimed["timestamp"] = .date(Date(millisecondsSince1970: time + 1))
      var retyped = genuine
      (retyped.recordID.recordName, retyped.recordType) = ("retyped", SealedType.pin.rawValue)
      var changed = try hands.message("changed", "mine", by: bob, time: time)
      var bytes = try #require(changed[SealedType.contentKey]?.data)
      bytes[60] ^= 1
      changed[SealedType.contentKey] = .bytes(Data(bytes))
      var newer = try hands.message("newer", "mine", by: bob, time: time)
      var suite = try #require(newer[SealedType.contentKey]?.data)
      suite[1] += 1
      newer[SealedType.contentKey] = .bytes(Data(suite))
      try await hands.save([genuine, renamed, retimed, retyped, changed, newer])
      try await world.syncUntilQuiet(devices)
      let signs = try await devices[0].repository.chat(matching: chat.zoneID.zoneName).signs
      #expect(signs == [.notGenuine(4), .newer(1)])
      #expect(try await devices[0].lines(in: chat.ownerChat) == ["alice: hello", "bob: mine"])
    }
  }

  @Test func `36, E22: plain records in a sealed zone change nothing`() async throws {
    try await withMessage { world, devices, chat, hands, message in
      let picture = try await devices[0].picture()
      let at = FieldValue.date(Date(millisecondsSince1970: time(of: message) + 5000))
      func record(_ type: String, _ name: String, _ fields: [String: FieldValue]) -> Record {
        Record(
          recordType: type, recordID: RecordID(recordName: name, zoneID: chat.zoneID),
          fields: fields)
      }
      try await hands.save([
        record(
          "Message", "plain",
          ["text": .string("plain"), "senderID": .string("x"), "timestamp": at]),
        record(
          "ChatSession", "a-session",
          ["name": .string("Mallory's"), "createdAt": at, "lastMessageAt": at, "renamedAt": at]),
        record(
          "MessagePin", "pin_" + message.recordID.recordName,
          [
            "messageRef": .reference(
              Reference(recordName: message.recordID.recordName, action: .none)),
            "pinnedAt": at,
          ]),
      ])
      try await world.syncUntilQuiet(devices)
      #expect(try await devices[0].picture() == picture)
    }
  }

  @Test func `10, 37: statements of others count for nothing, and taking one away takes no key`()
    async throws
  {
    try await withMessage { world, devices, chat, hands, message in
      let (alice, bob) = (devices[0], devices[1])
      // Bob founds another chat of the same name, and puts its statement where alice's next one is expected.
      let (_, other) = try SealedChat.found(
        zone: chat.zoneName, secrets: hands.chat.secrets, time: 1)
      var forged = Record(
        recordType: StatementRecord.recordType,
        recordID: RecordID(recordName: "keys-2", zoneID: chat.zoneID))
      forged[StatementRecord.key] = .bytes(Data(other.encoded))
      try await hands.save([forged], deleting: ["keys-0"])
      try await bob.repository.send("still here", to: chat.id(on: bob))
      try await world.syncUntilQuiet(devices)
      #expect(
        try await alice.lines(in: chat.ownerChat) == ["alice: hello", "bob: still here"])
      try await alice.replica.beginResync(of: chat.zoneID)
      try await world.syncUntilQuiet(devices)
      #expect(
        try await alice.lines(in: chat.ownerChat) == ["alice: hello", "bob: still here"])
    }
  }

  @Test func `an old statement under another name takes no other's place`() async throws {
    try await withMessage { world, devices, chat, hands, message in
      var record = try #require(try await hands.record("keys-1"))
      record[StatementRecord.key] = .bytes(Data(hands.firstStatement))
      try await hands.save([record])
      try await world.syncUntilQuiet(devices)
      // A replica that is opened again has read its statements anew.
      let restarted = try world.device(of: "bob")
      try await restarted.repository.send("still here", to: chat.id(on: restarted))
      try await world.syncUntilQuiet([restarted, devices[0]])
      #expect(
        try await devices[0].lines(in: chat.ownerChat) == ["alice: hello", "bob: still here"])
    }
  }

  @Test func `nobody keeps the owner from removing them`() async throws {
    try await withMessage { world, devices, chat, hands, message in
      // Bob takes the name of the next statement: for what is no statement, for an old one, and for another type.
      let squatters: [(type: String, key: String, bytes: [UInt8])] = [
        (StatementRecord.recordType, StatementRecord.key, [4, 1, 0]),
        (StatementRecord.recordType, StatementRecord.key, hands.firstStatement),
        (SealedType.pin.rawValue, SealedType.contentKey, [5, 1, 0]),
      ]
      for squatter in squatters {
        let number = try await SealedHands(devices[0], in: chat).chat.newest.number + 1
        var record = Record(
          recordType: squatter.type,
          recordID: RecordID(recordName: StatementRecord.name(number), zoneID: chat.zoneID))
        record[squatter.key] = .bytes(Data(squatter.bytes))
        try await hands.save([record])
        for permission in [Participant.Permission.readOnly, .readWrite] {
          try await devices[0].sharing.setPermission(
            of: "bob", in: chat.ownerChat, to: permission)
        }
      }
      try await devices[0].sharing.remove("bob", from: chat.ownerChat)
      let newest = try await SealedHands(devices[0], in: chat).chat.newest
      #expect(newest.members.count == 1 && newest.epoch == newest.number)
      try await world.syncUntilQuiet(devices)
    }
  }

  @Test func `13: two lists of one number stop sending, also after a restart`() async throws {
    try await withMessage { world, devices, chat, hands, message in
      let (alice, bob) = (devices[0], devices[1])
      let own = try await SealedHands(alice, in: chat)
      let fork = try SealedChat.fork(of: own, time: 99)
      var record = try #require(try await own.record("keys-1"))
      record[StatementRecord.key] = .bytes(Data(fork))
      try await own.save([record])
      try await bob.repository.send("to whom?", to: chat.id(on: bob))
      await bob.sync()
      await bob.sync()
      let lines = try await bob.lines(in: chat.id(on: bob))
      #expect(lines.count == 2 && lines[1].contains("different lists"), "\(lines)")
      let restarted = try world.device(of: "bob")
      try await restarted.repository.send("and now?", to: chat.id(on: restarted))
      await restarted.sync()
      #expect(
        try await restarted.lines(in: chat.id(on: restarted)).filter {
          $0.contains("different lists")
        }.count == 2)
      try await alice.repository.send("hm", to: chat.ownerChat)
      await alice.sync()
      #expect(try await alice.lines(in: chat.ownerChat).last?.contains("different lists") == true)
    }
  }
}

extension SealedChat {
  /// Another statement of the newest number: a restored device of the owner signs it.
  fileprivate static func fork(of hands: SealedHands, time: Int64) throws -> [UInt8] {
    let statements = hands.chat.rosters.count
    precondition(statements == 2, "the chat has one invitation")
    var earlier = try SealedChat(
      founding: hands.firstStatement, zone: hands.zoneID.zoneName,
      owner: hands.chat.secrets.identity, secrets: hands.chat.secrets)
    let next = try earlier.next(admitting: [], time: time)
    try earlier.take(next.encoded)
    return next.encoded
  }
}
