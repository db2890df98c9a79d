import ChatCore
import ChatModel
import CloudModel
import CloudSync
import Foundation
import SyncRules
import TestSupport
import Testing

struct FetchTests {
  private let foreign = ForeignChat()

  @Test func `I9: a page and its token are one`() async throws {
    try await withLoneDevice { alice in
      let chat = try await foreign.bring(to: alice, [foreign.message("m1", "one")])
      #expect(
        try await alice.replica.position(in: foreign.zoneID)?.changeToken
          == ServerChangeToken(rawValue: "z1"))
      #expect(try await alice.replica.pendingWork().zonesToFetch == [])
      try await foreign.apply(
        foreign.page([foreign.message("m2", "two", at: 2_000)], token: "z2", moreComing: true),
        to: alice)
      #expect(try await alice.lines(in: chat) == ["olga: one", "olga: two"])
    }
  }

  @Test func `I10: the same page again changes nothing`() async throws {
    try await withLoneDevice { alice in
      let records = [foreign.message("m1", "one"), foreign.message("m2", "two", at: 2_000)]
      _ = try await foreign.bring(to: alice, records)
      let before = try await alice.picture()
      let unread = try await alice.repository.currentChatSummaries().map(\.unreadCount)
      try await foreign.apply(foreign.page(records, deleting: ["m0"], token: "z1"), to: alice)
      #expect(try await alice.picture() == before)
      #expect(try await alice.repository.currentChatSummaries().map(\.unreadCount) == unread)
    }
  }

  @Test func `a mark made while a page is on its way stays`() async throws {
    try await withLoneDevice { alice in
      _ = try await foreign.bring(to: alice)
      try await alice.replica.apply(.naming(foreign.zoneID, token: "d2"), in: .shared)
      let position = try #require(try await alice.replica.position(in: foreign.zoneID))
      try await alice.replica.apply(.naming(foreign.zoneID, token: "d3"), in: .shared)
      let page = foreign.page([foreign.message("m1", "one")], token: "z2")
      #expect(try await alice.replica.apply(page, in: foreign.zoneID, from: position))
      #expect(
        try await alice.replica.pendingWork().zonesToFetch == [foreign.zoneID],
        "the database's token has passed what d3 told of")
    }
  }

  @Test func `I26: a page of an earlier life changes nothing`() async throws {
    try await withLoneDevice { alice in
      let chat = try await foreign.bring(to: alice, [foreign.message("m1", "one")])
      let position = try #require(try await alice.replica.position(in: foreign.zoneID))
      try await alice.replica.apply(.deleting(foreign.zoneID, token: "d2"), in: .shared)
      let late = foreign.page([], deleting: ["m1"], token: "z2")
      #expect(try await !alice.replica.apply(late, in: foreign.zoneID, from: position))
      try await alice.replica.apply(.naming(foreign.zoneID, token: "d3"), in: .shared)
      #expect(try await !alice.replica.apply(late, in: foreign.zoneID, from: position))
      #expect(try await alice.lines(in: chat) == ["olga: one"])
      #expect(try await alice.replica.position(in: foreign.zoneID)?.changeToken == nil)
    }
  }

  @Test func `I13 and I14: fetching anew sweeps what is gone and keeps what is unsent`()
    async throws
  {
    try await withLoneDevice { alice in
      let chat = try await foreign.bring(
        to: alice, [foreign.message("m1", "one"), foreign.message("m2", "two", at: 2_000)])
      let ids = try await alice.repository.send(["queued", "failed"], to: chat)
      let entries = try await foreign.batch(of: alice)
      _ = try await alice.replica.apply(
        [
          OutboxOutcome(id: entries[0].id, result: .undecided(mayBeStored: true)),
          OutboxOutcome(id: entries[1].id, result: .failed(reason: "no")),
        ], in: foreign.zoneID)
      try await alice.replica.beginResync(of: foreign.zoneID)
      try await foreign.apply(
        foreign.page([foreign.session("Foreign")], token: "y1", moreComing: true), to: alice)
      // Expired again, in the middle.
      try await alice.replica.beginResync(of: foreign.zoneID)
      #expect(try await alice.messages(in: chat).count == 4, "nothing goes before the end")
      try await foreign.apply(
        foreign.page([foreign.message("m2", "two", at: 2_000)], token: "x1"), to: alice)
      #expect(
        try await alice.lines(in: chat) == [
          "olga: two", "alice: queued (queued 1)", "alice: failed (failed: no)",
        ])
      #expect(try await alice.repository.message(ids[0]).text == "queued")
    }
  }

  @Test func `I1: an answer while fetching anew does not confirm what the new feed lacks`()
    async throws
  {
    try await withLoneDevice { alice in
      let chat = try await foreign.bring(to: alice, [foreign.message("m1", "one")])
      try await alice.replica.beginResync(of: foreign.zoneID)
      let id = try await alice.repository.send("mine", to: chat)
      try await alice.repository.react("👍", to: alice.messages(in: chat)[0].id)
      let user = alice.account.userRecordName
      try await alice.replica.apply(
        foreign.batch(of: alice).acknowledged(by: user), in: foreign.zoneID)
      #expect(try await alice.lines(in: chat) == ["olga: one 👍[\"alice\"]", "alice: mine"])
      // The zone was deleted and made again before the feed was read.
      try await foreign.apply(
        foreign.page([foreign.session("Foreign"), foreign.message("m1", "one")], token: "y1"),
        to: alice)
      let lost = "The cloud has lost this message. Send it again, or drop it."
      #expect(
        try await alice.lines(in: chat) == ["olga: one", "alice: mine (failed: \(lost))"])
      try await alice.repository.retry(id)
      #expect(try await foreign.batch(of: alice).map(\.record?.recordChangeTag) == [nil])
    }
  }

  @Test func `I1: an own message that the cloud has lost stays when it is edited`() async throws {
    try await withLoneDevice { alice in
      let chat = try await foreign.bring(to: alice)
      let id = try await alice.repository.send("mine", to: chat)
      let user = alice.account.userRecordName
      try await alice.replica.apply(
        foreign.batch(of: alice).acknowledged(by: user), in: foreign.zoneID)
      try await alice.repository.edit(id, to: "mine, better")
      try await alice.replica.apply(
        foreign.batch(of: alice).map {
          OutboxOutcome(id: $0.id, result: .gone(reason: "There is no such record."))
        }, in: foreign.zoneID)
      let lost = "The cloud has lost this message. Send it again, or drop it."
      #expect(try await alice.lines(in: chat) == ["alice: mine, better (edited) (failed: \(lost))"])
      try await alice.repository.retry(id)
      #expect(try await foreign.batch(of: alice).map(\.record?.recordChangeTag) == [nil])
    }
  }

  @Test func `I1: the first feed of an own chat confirms what was sent before it`() async throws {
    try await withLoneDevice { alice in
      let chat = try await alice.repository.createChat(title: "Tea")
      _ = try await alice.repository.send(["one", "two"], to: chat)
      let zoneID = try #require(try await alice.replica.pendingWork().zonesToSend.first)
      let message = try await alice.acknowledgeEverything(in: zoneID).first { $0["text"] != nil }
      #expect(try await alice.lines(in: chat) == ["alice: one", "alice: two"])
      // The zone was deleted and made again, and the first message went into the new one.
      let position = try #require(try await alice.replica.position(in: zoneID))
      let page = foreign.page([try #require(message)], token: "y1")
      #expect(try await alice.replica.apply(page, in: zoneID, from: position))
      let lost = "The cloud has lost this message. Send it again, or drop it."
      #expect(
        try await alice.lines(in: chat) == ["alice: one", "alice: two (failed: \(lost))"])
    }
  }

  @Test func `I16: an own zone that was made again with nothing in it becomes the chat again`()
    async throws
  {
    try await withLoneDevice { alice in
      _ = try await alice.repository.createChat(title: "Tea")
      let zoneID = try #require(try await alice.replica.pendingWork().zonesToSend.first)
      try await alice.acknowledgeEverything(in: zoneID)
      let position = try #require(try await alice.replica.position(in: zoneID))
      #expect(
        try await alice.replica.apply(
          foreign.page([], token: "y1"), in: zoneID, from: position))
      let batch = try await alice.replica.nextBatch(in: zoneID, limit: 200)
      #expect(
        batch?.entries.map(\.record?.recordID.recordName)
          == [RecordID.zoneWideShareName, "session"])
      #expect(batch?.entries[1].record?["name"] == .string("Tea"))
      #expect(batch?.entries[1].record?.recordChangeTag == nil)
    }
  }

  @Test func `I26: a deletion that was told before a zone's new life does not end it`() async throws
  {
    try await withLoneDevice { alice in
      let chat = try await alice.repository.createChat(title: "Tea")
      let zoneID = try #require(try await alice.replica.pendingWork().zonesToSend.first)
      try await alice.acknowledgeEverything(in: zoneID)
      let before = try #require(try await alice.replica.position(in: zoneID))
      let asked = try await alice.replica.position(in: .private)
      try await alice.replica.seal(zoneID, reason: .encryptedDataReset)
      // The new zone has not reached the cloud yet, and then it has.
      let late = DatabaseChanges.deleting(zoneID, token: "d1")
      try await alice.replica.apply(late, in: .private)
      #expect(try await alice.summary(of: chat).access == .owner)
      try await alice.acknowledgeEverything(in: zoneID)
      #expect(try await alice.replica.apply(late, in: .private, from: asked))
      #expect(try await alice.summary(of: chat).access == .owner)
      #expect(
        try await alice.replica.pendingWork().zonesToFetch == [zoneID], "fetching it will tell")
      #expect(try await !alice.replica.seal(zoneID, in: before.epoch, reason: .deleted))
      #expect(try await alice.summary(of: chat).access == .owner)
      // Reports about the new incarnation count.
      try await alice.replica.apply(late, in: .private)
      #expect(
        try await alice.summary(of: chat).access
          == .sealed(
            reason: "This chat is not in the cloud any more. You may have deleted it elsewhere."))
    }
  }

  @Test func `I26: a chat that was left and is joined again begins another life`() async throws {
    try await withLoneDevice { alice in
      _ = try await foreign.bring(to: alice, [foreign.message("m1", "one")])
      let before = try #require(try await alice.replica.position(in: foreign.zoneID))
      try await alice.repository.leave(alice.chat(zoneName: foreign.zoneID.zoneName))
      try await alice.acknowledgeEverything(in: foreign.zoneID)
      #expect(try await alice.replica.position(in: foreign.zoneID) == nil)
      try await alice.replica.apply(.naming(foreign.zoneID, token: "d2"), in: .shared)
      let after = try #require(try await alice.replica.position(in: foreign.zoneID))
      #expect(after.epoch > before.epoch)
    }
  }

  @Test func `I25: sealing fails what waits and keeps the texts`() async throws {
    try await withLoneDevice { alice in
      let chat = try await foreign.bring(to: alice, [foreign.message("m1", "one")])
      let id = try await alice.repository.send("mine", to: chat)
      try await alice.repository.rename(chat, to: "Ours")
      try await alice.replica.seal(foreign.zoneID)
      let gone = "This chat is no longer shared with you."
      #expect(
        try await alice.picture() == [
          "chat-foreign ‘Foreign’ sealed(reason: \"\(gone) Its owner olga has probably removed you or "
            + "deleted it.\")", "olga: one",
          "alice: mine (failed: \(gone))",
        ])
      #expect(try await alice.replica.pendingWork() == .init(zonesToSend: [], zonesToFetch: []))
      #expect(try await foreign.batch(of: alice) == [])
      await #expect(throws: ChatError.sealed(chat: "Foreign", reason: gone)) {
        try await alice.repository.send("more", to: chat)
      }
      await #expect(throws: ChatError.sealed(chat: "Foreign", reason: gone)) {
        try await alice.repository.retry(id)
      }
    }
  }

  @Test func `I1: an answer that comes after the end of a chat does not begin its upload again`()
    async throws
  {
    try await withLoneDevice { alice in
      let chat = try await foreign.bring(to: alice)
      let file = alice.directory.appending(path: "notes.txt")
      try Data("notes".utf8).write(to: file)
      let id = try await alice.repository.send("look", attaching: file, to: chat)
      let batch = try #require(try await alice.replica.nextBatch(in: foreign.zoneID, limit: 200))
      try await alice.replica.seal(foreign.zoneID)
      let user = alice.account.userRecordName
      _ = try await alice.replica.apply(batch.acknowledged(by: user), of: batch)
      let reason = "This chat is no longer shared with you."
      #expect(
        try await alice.repository.message(id).attachment?.transfer?.state
          == .failed(reason: reason))
    }
  }

  @Test func `an owner whose zone is gone is told that it was deleted`() async throws {
    try await withLoneDevice { alice in
      let chat = try await alice.repository.createChat(title: "Tea")
      let zoneID = try #require(try await alice.replica.pendingWork().zonesToSend.first)
      try await alice.replica.seal(zoneID)
      #expect(try await alice.summary(of: chat).access == .owner, "it was never made")
      let zone = try #require(
        try await alice.replica.nextBatch(in: zoneID, limit: 1)?.ids.first)
      try await alice.replica.apply(
        [OutboxOutcome(id: zone, result: .acknowledged(nil))], in: zoneID)
      try await alice.replica.seal(zoneID)
      #expect(
        try await alice.summary(of: chat).access
          == .sealed(
            reason: "This chat is not in the cloud any more. You may have deleted it elsewhere."))
    }
  }

  @Test func `a right to write that is taken away fails what waits`() async throws {
    try await withLoneDevice { alice in
      let chat = try await foreign.bring(to: alice)
      try await alice.repository.send("mine", to: chat)
      let share = foreign.share(of: alice.account.userRecordName, permission: .readOnly)
      try await foreign.apply(foreign.page([share], token: "z2"), to: alice)
      #expect(try await foreign.batch(of: alice) == [], "I24")
      #expect(
        try await alice.lines(in: chat) == [
          "alice: mine (failed: You may only read in this chat. Ask its owner for the right to write.)"
        ])
    }
  }

  @Test func `zones that a full listing does not name are looked at`() async throws {
    try await withLoneDevice { alice in
      _ = try await foreign.bring(to: alice)
      let other = RecordZoneID(zoneName: "chat-other", ownerName: "_owner")
      try await alice.replica.forgetChangeToken(for: .shared)
      try await alice.replica.apply(.naming(other, token: "l1", moreComing: true), in: .shared)
      #expect(try await alice.replica.pendingWork().zonesToFetch == [other])
      try await alice.replica.apply(.naming(token: "l2"), in: .shared)
      #expect(try await Set(alice.replica.pendingWork().zonesToFetch) == [other, foreign.zoneID])
    }
  }

  @Test func `a chat that has not reached the cloud is not missed in a listing`() async throws {
    try await withLoneDevice { alice in
      _ = try await alice.repository.createChat(title: "New")
      try await alice.replica.forgetChangeToken(for: .private)
      try await alice.replica.apply(.naming(token: "l1"), in: .private)
      #expect(try await alice.replica.pendingWork().zonesToFetch == [])
    }
  }

  @Test func `zones of other applications are not shown, and of the wrong database not followed`()
    async throws
  {
    try await withLoneDevice { alice in
      let notes = RecordZoneID(zoneName: "notes", ownerName: alice.account.userRecordName)
      let wrong = RecordZoneID(zoneName: "chat-x", ownerName: "_owner")
      try await alice.replica.apply(.naming(notes, wrong, token: "d1"), in: .private)
      #expect(try await alice.picture() == [])
      let position = try #require(try await alice.replica.position(in: notes))
      #expect(position.desiredKeys == ["name"], "whether it has a session is all that is asked")
      #expect(try await alice.replica.position(in: wrong) == nil)
    }
  }

  @Test func `messages of a first fetch are unread when it is over, and later ones at once`()
    async throws
  {
    try await withLoneDevice { alice in
      try await alice.replica.apply(.naming(foreign.zoneID, token: "d1"), in: .shared)
      try await foreign.apply(
        foreign.page(
          [foreign.session("Foreign"), foreign.message("m1", "one")], token: "z1", moreComing: true),
        to: alice)
      let chat = try await alice.chat(zoneName: foreign.zoneID.zoneName)
      #expect(try await alice.summary(of: chat).unreadCount == 0)
      try await foreign.apply(foreign.page([foreign.message("m2", "two")], token: "z2"), to: alice)
      #expect(try await alice.summary(of: chat).unreadCount == 2, "nobody has read them anywhere")
      _ = try await alice.repository.markRead(chat)
      try await foreign.apply(
        foreign.page([foreign.message("m3", "three"), foreign.message("m4", "four")], token: "z3"),
        to: alice)
      #expect(try await alice.summary(of: chat).unreadCount == 2)
      let seen = try #require(try await alice.messages(in: chat).first { $0.text == "three" })
      try await alice.repository.markSeen(chat, through: seen.id)
      #expect(try await alice.summary(of: chat).unreadCount == 1)
      try await alice.repository.markSeen(chat, through: MessageID(rawValue: 1))
      #expect(try await alice.summary(of: chat).unreadCount == 1, "never back")
    }
  }

  @Test func `in a chat that was made here everything of others is unread`() async throws {
    try await withTwo { world, alice, bob in
      let chat = try await alice.repository.createChat(title: "Tea")
      await alice.sync()
      let link = try await alice.sharing.invite(["bob"], to: chat, permission: .readWrite)
      let joined = try await bob.sharing.join(link)
      await bob.sync()
      try await bob.repository.send("hello", to: joined)
      await bob.sync()
      try await world.syncUntilQuiet([alice, bob])
      #expect(try await alice.summary(of: chat).unreadCount == 1)
    }
  }

  @Test func `records of unknown types and fields do no harm`() async throws {
    try await withLoneDevice { alice in
      let odd = Record(
        recordType: "Poll", recordID: RecordID(recordName: "p", zoneID: foreign.zoneID),
        fields: ["x": .double(1)], recordChangeTag: "1")
      var bare = foreign.message("m1", "")
      bare.fields = [:]
      bare.creationDate = nil
      bare.creatorUserRecordName = nil
      let chat = try await foreign.bring(to: alice, [odd, bare])
      #expect(try await alice.messages(in: chat).map(\.text) == [""])
    }
  }
}
