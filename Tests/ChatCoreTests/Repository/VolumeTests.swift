import ChatCore
import ChatModel
import CloudModel
import Foundation
import Testing
import TestSupport

/// Data that a participant can make grow does not make anybody's chat slow, or its pages long.
struct VolumeTests {
  /// Reactions to a message as they would have come, of `people` with one emoji and of one with many.
  private func flood(_ device: Device, _ message: String, people: Int, kinds: Int) async throws {
    for (count, user, emoji) in [
      (people, "'_u' || n", "'👍'"), (kinds, "'_owner'", "'kind ' || n"),
    ] {
      try await device.execute(
        """
        WITH RECURSIVE number(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM number WHERE n < \(count))
        INSERT INTO reaction (chatID, recordName, messageName, userID, emoji, changedAt, isRemoved,
          changeTag, epoch)
        SELECT 1, '\(message) ' || \(user) || ' ' || \(emoji), '\(message)', \(user), \(emoji), n, 0,
          '1', 1 FROM number
        """)
    }
  }

  @Test func `a message with 100,000 reactions is read like one with ten`() async throws {
    try await withLoneDevice { device in
      let chat = ForeignChat()
      let id = try await chat.bring(
        to: device, [chat.message("m1", "ten", at: 1_000), chat.message("m2", "many", at: 2_000)])
      try await flood(device, "m1", people: 5, kinds: 5)
      try await flood(device, "m2", people: 50_000, kinds: 50_000)
      let many = try #require(try await device.messages(in: id).last)
      #expect(many.reactions.count == Message.Reaction.kindLimit)
      #expect(many.moreReactions == Message.Reaction.countLimit)
      let first = try #require(many.reactions.first)
      #expect(first.emoji == "👍" && first.count == 50_000)
      #expect(first.names.count == Message.Reaction.nameLimit)
      let clock = ContinuousClock()
      var ratio = Double.infinity
      for _ in 0..<5 where ratio > 6 {
        var times: (few: [Duration], many: [Duration]) = ([], [])
        for _ in 0..<20 {
          times.few.append(
            try await clock.measure {
              _ = try await device.repository.page(in: id, before: many.cursor, limit: 1)
            })
          times.many.append(
            try await clock.measure {
              _ = try await device.repository.page(in: id, before: nil, limit: 1)
            })
        }
        ratio = min(ratio, times.many.sorted()[5] / times.few.sorted()[5])
      }
      #expect(ratio <= 6, "twenty kinds and twenty names against six and five")
    }
  }

  @Test func `kinds are counted as reactions come, change, are withdrawn and go`() async throws {
    try await withLoneDevice { device in
      let chat = ForeignChat()
      let id = try await chat.bring(to: device, [chat.message("m1", "hello")])
      func counts() async throws -> [String] {
        try await device.messages(in: id)[0].reactions.map { "\($0.emoji)\($0.count)" }
      }
      var token = 1
      func take(_ records: [Record], deleting names: [String] = []) async throws {
        token += 1
        let page = chat.page(records, deleting: names, token: "z\(token + 1)")
        try await chat.apply(page, to: device)
      }
      let people = (1...5).map { "_u\($0)" }
      try await take(people.map { chat.reaction("👍", to: "m1", by: $0) })
      try await take(people.prefix(3).map { chat.reaction("🎉", to: "m1", by: $0) })
      try await take([chat.reaction("👀", to: "m1", by: "_u1")])
      #expect(try await counts() == ["👍5", "🎉3", "👀1"])
      var withdrawn = chat.reaction("👍", to: "m1", by: "_u1", tag: "2")
      withdrawn["isRemoved"] = .int64(1)
      var foreign = chat.reaction("👍", to: "m1", by: "_u2", tag: "2")
      foreign.lastModifiedUserRecordName = "_u3"
      let unchanged = chat.reaction("👍", to: "m1", by: "_u3", tag: "2")
      let gone = chat.reaction("👍", to: "m1", by: "_u4").recordID.recordName
      let last = chat.reaction("👀", to: "m1", by: "_u1").recordID.recordName
      try await take([withdrawn, foreign, unchanged], deleting: [gone, last])
      #expect(try await counts() == ["🎉3", "👍2"])
      #expect(try await device.number("SELECT count(*) FROM reactionCount") == 2)
      try await take([chat.reaction("👍", to: "m1", by: "_u1", tag: "3")])
      #expect(try await counts() == ["🎉3", "👍3"], "as many: in the order of the emoji")
    }
  }

  @Test func `taking in reactions costs the same however many are there`() async throws {
    try await withLoneDevice { device in
      let chat = ForeignChat()
      _ = try await chat.bring(to: device, [chat.message("m1", "hello")])
      let clock = ContinuousClock()
      var times: [Duration] = []
      for page in 0..<16 {
        let records = (0..<200).map { chat.reaction("👍", to: "m1", by: "_u\(page)-\($0)") }
        times.append(
          try await clock.measure {
            try await chat.apply(chat.page(records, token: "page \(page)"), to: device)
          })
        if page == 7 { try await flood(device, "m1", people: 50_000, kinds: 10_000) }
      }
      let (few, many) = (times[1..<8].min(), times[8...].min())
      #expect(try #require(many) / #require(few) <= 3, "\(times)")
    }
  }

  @Test func `of somebody's read marks the newest few are kept`() async throws {
    try await withLoneDevice { device in
      let chat = ForeignChat()
      let me = device.account.userRecordName
      let messages = (1...60).map { chat.message("m\($0)", "\($0)", at: Int64($0), from: me) }
      let id = try await chat.bring(to: device, messages)
      let marks = (1...60).map { chat.readMark("m\($0)", by: "_owner") }
      let elsewhere = (1...60).map { chat.readMark("none\($0)", by: "_stranger") }
      try await chat.apply(chat.page(elsewhere + marks, token: "z2"), to: device)
      #expect(try await device.number("SELECT count(*) FROM readMark") == 32)
      #expect(
        try await device.messages(in: id).allSatisfy { $0.delivery == .read(by: 1, of: 1) })
    }
  }

  @Test func `a person who comes and goes is remembered once`() async throws {
    try await withLoneDevice { device in
      let chat = ForeignChat()
      let id = try await chat.bring(to: device)
      for time in 0..<50 {
        var share = chat.share(of: device.account.userRecordName, permission: .readWrite)
        if time % 2 == 0 {
          share.share?.participants.append(
            Participant(
              participantID: "p\(time)",
              identity: UserIdentity(userRecordName: "_bob", accountName: "bob"),
              acceptanceStatus: .accepted))
        }
        try await chat.apply(chat.page([share], token: "share \(time)"), to: device)
      }
      #expect(try await device.number("SELECT count(*) FROM member") == 3)
      #expect(try await device.repository.currentMembers(of: id).count == 2)
    }
  }

  @Test func `nobody's invitations bury those of others`() async throws {
    try await withLoneDevice { device in
      func invitation(_ number: Int, from name: String) -> ShareMetadata {
        ShareMetadata(
          shortGUID: "\(name)-\(number)", containerIdentifier: "c",
          zoneID: RecordZoneID(zoneName: "chat-\(number)", ownerName: "_" + name),
          title: String(repeating: "a", count: 5_000),
          ownerIdentity: UserIdentity(userRecordName: "_" + name, accountName: name),
          participantRole: .privateUser, participantStatus: .pending,
          participantPermission: .readWrite)
      }
      let many = (0..<2_000).map { invitation($0, from: "mallory") }
      try await device.replica.apply(invitations: many + [invitation(1, from: "bob")])
      let found = try await device.repository.currentInvitations()
      #expect(found.count == 21 && found.contains { $0.ownerName == "bob" })
      #expect(found.allSatisfy { $0.chatName.count <= 100 })
    }
  }

  @Test func `a list of chats holds the beginning of a long text`() async throws {
    try await withLoneDevice { device in
      let chat = ForeignChat()
      let text = String(repeating: "long ", count: 13_000)
      let id = try await chat.bring(to: device, [chat.message("m1", text)])
      #expect(try await device.summary(of: id).lastMessage?.text.count == 1_000)
      #expect(try await device.messages(in: id).first?.text == text)
    }
  }
}
