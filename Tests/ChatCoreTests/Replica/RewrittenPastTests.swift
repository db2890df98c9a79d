import ChatCore
import ChatModel
import CloudModel
import CloudSync
import Foundation
import SyncRules
import TestSupport
import Testing

/// The words of a message stay, whatever those who may write do with its records.
///
/// They save records again with other values, delete them, and put others in their place. A device that knew the
/// message shows what has changed.
struct RewrittenPastTests {
  private let foreign = ForeignChat()

  /// A message with a file whose bytes the cloud has.
  private func contract(
    _ text: String, _ bytes: String, name: String = "contract.txt", digest: Bool = true,
    tag: String = "1"
  ) -> Record {
    var record = foreign.message("m1", text, tag: tag)
    record["fileName"] = .string(name)
    record["fileType"] = .string("text/plain")
    record["fileSize"] = .int64(Int64(bytes.utf8.count))
    let known = AssetDigest(Data(repeating: bytes.utf8.first ?? 0, count: 32))
    if digest { record["fileDigest"] = .string(known.text) }
    record["attachment"] = .asset(
      Asset(fileChecksum: "sum of \(bytes)", size: Int64(bytes.utf8.count)))
    return record
  }

  private func bring(_ records: [Record], to device: Device, token: String = "e1") async throws {
    try await foreign.apply(foreign.page(records, token: token), to: device)
  }

  private func history(_ device: Device, _ chat: ChatID) async throws -> [String] {
    let message = try #require(try await device.messages(in: chat).first)
    return try await device.repository.editHistory(of: message.id).map { version in
      ([version.text] + (version.file.map { ["[\($0.name), \($0.size)]"] } ?? []))
        .filter { !$0.isEmpty }.joined(separator: " ")
    }
  }

  private func events(_ device: Device, _ chat: ChatID) async throws -> [String] {
    try await device.repository.events(in: chat, since: nil).map(\.sentence)
  }

  // MARK: - Saved again

  @Test
  func `another text is an edit, whatever its revision, and stays one if the first comes back`()
    async throws
  {
    try await withLoneDevice { alice in
      let chat = try await foreign.bring(to: alice, [foreign.message("m1", "I pay 10")])
      try await bring([foreign.message("m1", "you pay 10000", tag: "2")], to: alice)
      #expect(try await alice.lines(in: chat) == ["olga: you pay 10000 (edited)"])
      #expect(try await history(alice, chat) == ["I pay 10"])
      try await bring([foreign.message("m1", "I pay 10", tag: "3")], to: alice, token: "e2")
      #expect(try await alice.lines(in: chat) == ["olga: I pay 10 (edited)"])
      #expect(try await history(alice, chat) == ["I pay 10", "you pay 10000"])
      // A revision that goes back hides nothing either.
      var edited = foreign.message("m1", "well", tag: "4")
      edited["revision"] = .int64(3)
      try await bring([edited], to: alice, token: "e3")
      try await bring([foreign.message("m1", "I pay 1", tag: "5")], to: alice, token: "e4")
      #expect(try await alice.lines(in: chat) == ["olga: I pay 1 (edited)"])
      #expect(try await history(alice, chat).last == "well")
    }
  }

  @Test func `the same text in a newer version is no edit`() async throws {
    try await withLoneDevice { alice in
      let chat = try await foreign.bring(to: alice, [foreign.message("m1", "hi")])
      var again = foreign.message("m1", "hi", tag: "2")
      again["mood"] = .string("good")
      try await bring([again], to: alice)
      #expect(try await alice.lines(in: chat) == ["olga: hi"])
    }
  }

  @Test func `the first version stays in the history, however many follow`() async throws {
    try await withLoneDevice { alice in
      let chat = try await foreign.bring(to: alice, [foreign.message("m1", "the first")])
      for number in 2...40 {
        let text = String(repeating: "\(number) ", count: 2_000)
        try await bring(
          [foreign.message("m1", text, tag: "\(number)")], to: alice, token: "e\(number)")
      }
      #expect(try await history(alice, chat).first == "the first")
      #expect(try await history(alice, chat).count < 22)
    }
  }

  @Test func `a message keeps its time and what it answers`() async throws {
    try await withLoneDevice { alice in
      var answer = foreign.message("m3", "yes, I do", at: 3_000)
      answer["replyTo"] = .string("m1")
      let chat = try await foreign.bring(
        to: alice,
        [
          foreign.message("m1", "do you come?", at: 1_000),
          foreign.message("m2", "do you pay?", at: 2_000), answer,
        ])
      answer = foreign.message("m3", "yes, I do", at: 1_500, tag: "2")
      answer["replyTo"] = .string("m2")
      var question = foreign.message("m2", "do you pay?", at: 500, tag: "2")
      question["replyTo"] = .string("m1")
      try await bring([answer, question], to: alice)
      let messages = try await alice.messages(in: chat)
      #expect(messages.map(\.text) == ["do you come?", "do you pay?", "yes, I do"])
      #expect(messages.map(\.timestamp.millisecondsSince1970) == [1_000, 2_000, 3_000])
      #expect(messages.map(\.replyTo?.recordName) == [nil, nil, "m1"])
      // A device that comes later can only take the record as it is.
      #expect(MessageRecord(answer).replyTo == "m2")
    }
  }

  @Test(arguments: [true, false])
  func `another file in the place of the first is said, and the first is named`(
    hasDigest: Bool
  ) async throws {
    try await withLoneDevice { alice in
      let chat = try await foreign.bring(to: alice, [contract("", "10", digest: hasDigest)])
      #expect(try await alice.messages(in: chat).first?.attachment?.isReplacement == false)
      try await bring([contract("", "99999", digest: hasDigest, tag: "2")], to: alice)
      let message = try #require(try await alice.messages(in: chat).first)
      #expect(message.isEdited && message.attachment?.isReplacement == true)
      #expect(message.attachment?.size == 5 && message.attachment?.isHere == false)
      #expect(try await history(alice, chat) == ["[contract.txt, 2]"])
    }
  }

  @Test func `another digest is another file, also where the cloud's bytes are the same`()
    async throws
  {
    try await withLoneDevice { alice in
      var record = contract("", "10")
      let chat = try await foreign.bring(to: alice, [record])
      record["fileDigest"] = .string(AssetDigest(Data(repeating: 7, count: 32)).text)
      record.recordChangeTag = "2"
      try await bring([record], to: alice)
      let message = try #require(try await alice.messages(in: chat).first)
      #expect(message.isEdited && message.attachment?.isReplacement == true)
      #expect(try await history(alice, chat) == ["[contract.txt, 2]"])
    }
  }

  @Test func `an earlier file stays in the history, however long the texts are that follow`()
    async throws
  {
    try await withLoneDevice { alice in
      let chat = try await foreign.bring(to: alice, [contract("one", "10")])
      try await bring([contract("two", "10", tag: "2")], to: alice)
      try await bring([contract("two", "99999", tag: "3")], to: alice, token: "e2")
      for number in 4...6 {
        let text = String(repeating: "\(number)", count: Message.textLimitBytes)
        try await bring(
          [contract(text, "99999", tag: "\(number)")], to: alice, token: "e\(number)")
      }
      #expect(try await history(alice, chat).prefix(2) == ["one", "two [contract.txt, 2]"])
      #expect(try await alice.messages(in: chat).first?.attachment?.isReplacement == true)
    }
  }

  @Test func `another name for the same bytes, and no file any more, are edits`() async throws {
    try await withLoneDevice { alice in
      let chat = try await foreign.bring(to: alice, [contract("look", "10")])
      try await bring([contract("look", "10", name: "harmless.sh", tag: "2")], to: alice)
      #expect(try await alice.lines(in: chat) == ["olga: look (edited)"])
      try await bring([foreign.message("m1", "look", tag: "3")], to: alice, token: "e2")
      #expect(try await alice.lines(in: chat) == ["olga: look (edited)"])
      #expect(
        try await history(alice, chat) == ["look [contract.txt, 2]", "look [harmless.sh, 2]"])
    }
  }

  @Test func `the bytes that follow their description are no edit`() async throws {
    try await withLoneDevice { alice in
      var described = contract("look", "10")
      described.fields["attachment"] = nil
      let chat = try await foreign.bring(to: alice, [described])
      try await bring([contract("look", "10", tag: "2")], to: alice)
      #expect(try await alice.lines(in: chat) == ["olga: look"])
      #expect(try await alice.messages(in: chat).first?.attachment?.isInCloud == true)
    }
  }

  @Test func `a message that was taken back does not come back with another text`() async throws {
    try await withLoneDevice { alice in
      let chat = try await foreign.bring(to: alice, [foreign.message("m1", "never mind")])
      var taken = foreign.message("m1", "", tag: "2")
      taken["deletedAt"] = .date(Date(millisecondsSince1970: 1_500))
      try await bring([taken], to: alice)
      try await bring([foreign.message("m1", "you owe me 10", tag: "3")], to: alice, token: "e2")
      #expect(try await alice.lines(in: chat) == ["olga: (removed)"])
    }
  }

  @Test func `a change that waits here does not let the rest of a message be changed`() async throws
  {
    try await withLoneDevice { alice in
      let user = alice.account.userRecordName
      let mine = foreign.message("m2", "mine", at: 2_000, from: user)
      let chat = try await foreign.bring(to: alice, [foreign.message("m1", "hi"), mine])
      let id = try #require(try await alice.messages(in: chat).last).id
      try await alice.repository.edit(id, to: "mine, better")
      var moved = foreign.message("m2", "forged", at: 500, from: user, tag: "2")
      moved["replyTo"] = .string("m1")
      moved.lastModifiedUserRecordName = "_owner"
      moved.modificationDate = Date(millisecondsSince1970: 3_000)
      try await bring([moved], to: alice)
      #expect(
        try await alice.lines(in: chat) == ["olga: hi", "alice: mine, better (edited) (queued 1)"])
      _ = try await alice.repository.drop(id)
      let message = try await alice.repository.message(id)
      #expect(message.timestamp.millisecondsSince1970 == 2_000 && message.replyTo == nil)
      #expect(message.text == "forged" && message.changedBy == "olga")
    }
  }

  @Test
  func `text that somebody has written over an own message is never saved as one's own words`()
    async throws
  {
    try await withLoneDevice { alice in
      let user = alice.account.userRecordName
      let chat = try await foreign.bring(
        to: alice, [foreign.message("m1", "mine", from: user)])
      var forged = foreign.message("m1", "forged", from: user, tag: "2")
      forged["revision"] = .int64(7)
      forged.lastModifiedUserRecordName = "_owner"
      try await bring([forged], to: alice)
      #expect(try await alice.lines(in: chat) == ["alice: forged (edited) (changed by olga)"])
      // Somebody deletes it too, and alice sends it again.
      try await foreign.apply(foreign.page([], deleting: ["m1"], token: "e2"), to: alice)
      let id = try #require(try await alice.messages(in: chat).first).id
      try await alice.repository.retry(id)
      let saved = try await foreign.batch(of: alice).first?.record
      #expect(saved?["text"] == .string("mine") && saved?["revision"] == .int64(8))
      try await alice.acknowledgeEverything(in: foreign.zoneID)
      #expect(try await alice.lines(in: chat) == ["alice: mine (edited)"])
      // What she writes now is hers at once.
      try await bring([forged], to: alice, token: "e3")
      try await alice.repository.edit(id, to: "mine, better")
      #expect(
        try await alice.lines(in: chat) == ["alice: mine, better (edited) (queued 1)"])
    }
  }

  /// The record of this name, as somebody else has saved it last.
  private func saved(_ text: String, by user: String, tag: String) -> Record {
    var record = foreign.message("m1", text, from: user, tag: tag)
    record["revision"] = .int64(7)
    record.lastModifiedUserRecordName = "_owner"
    return record
  }

  @Test func `one's own text stays one's own if somebody else saves it again as it is`()
    async throws
  {
    try await withLoneDevice { alice in
      let user = alice.account.userRecordName
      let chat = try await foreign.bring(to: alice, [foreign.message("m1", "mine", from: user)])
      try await bring([foreign.message("m1", "mine, better", from: user, tag: "2")], to: alice)
      try await bring([saved("mine, better", by: user, tag: "3")], to: alice, token: "e2")
      try await foreign.apply(foreign.page([], deleting: ["m1"], token: "e3"), to: alice)
      let id = try #require(try await alice.messages(in: chat).first).id
      try await alice.repository.retry(id)
      let batch = try await foreign.batch(of: alice)
      #expect(batch.first?.record?["text"] == .string("mine, better"))
    }
  }

  @Test func `a device that has only somebody else's words saves none as its own`() async throws {
    try await withLoneDevice { alice in
      let user = alice.account.userRecordName
      let chat = try await foreign.bring(to: alice, [saved("forged", by: user, tag: "2")])
      try await foreign.apply(foreign.page([], deleting: ["m1"], token: "e2"), to: alice)
      let id = try #require(try await alice.messages(in: chat).first).id
      try await alice.repository.retry(id)
      #expect(try await foreign.batch(of: alice).isEmpty)
      let line = try #require(try await alice.lines(in: chat).first)
      #expect(line.contains("(failed: Somebody else has changed this message"), "\(line)")
    }
  }

  @Test func `a kept message that is dropped is gone, also after a change that was waiting`()
    async throws
  {
    try await withLoneDevice { alice in
      let user = alice.account.userRecordName
      let chat = try await foreign.bring(to: alice, [foreign.message("m1", "mine", from: user)])
      let id = try #require(try await alice.messages(in: chat).first).id
      try await alice.repository.edit(id, to: "mine, better")
      try await foreign.apply(foreign.page([], deleting: ["m1"], token: "e2"), to: alice)
      #expect(try await alice.lines(in: chat).count == 1)
      #expect(try await alice.repository.drop(id) == "mine, better")
      #expect(try await alice.lines(in: chat) == [])
      #expect(try await alice.repository.outbox().isEmpty)
    }
  }

  @Test func `the chat's beginning stays`() async throws {
    try await withLoneDevice { alice in
      let chat = try await foreign.bring(to: alice)
      var session = foreign.session("Foreign", tag: "s2")
      session["createdAt"] = .date(Date(timeIntervalSince1970: 253_402_300_799))
      try await bring([session], to: alice)
      #expect(
        try await alice.summary(of: chat).createdAt == Date(millisecondsSince1970: 1))
    }
  }

  // MARK: - Deleted

  @Test func `an own message that somebody else deletes stays, and the chat says that it is gone`()
    async throws
  {
    try await withPair { world, alice, bob, chat in
      try await alice.repository.send("you owe me 10", to: chat.ownerChat)
      try await alice.repository.send("since May", to: chat.ownerChat)
      try await world.syncUntilQuiet([alice, bob])
      let names = try await alice.messages(in: chat.ownerChat).map(\.recordName)
      let database = bob.container.database(with: .shared)
      _ = try await database.modifyRecords(
        saving: [],
        deleting: names.map { RecordID(recordName: $0, zoneID: chat.zoneID) },
        savePolicy: .allKeys, atomically: false)
      try await world.syncUntilQuiet([alice, bob])
      let why =
        "(failed: Somebody has deleted this message in the cloud, which does not say who. "
        + "Send it again, or drop it.)"
      #expect(
        try await alice.lines(in: chat.ownerChat)
          == ["alice: you owe me 10 \(why)", "alice: since May \(why)"])
      #expect(try await bob.lines(in: chat.id(on: bob)).isEmpty)
      #expect(
        try await events(alice, chat.ownerChat).last
          == "2 messages of yours are not in the cloud any more")
      #expect(
        try await events(bob, chat.id(on: bob)).last
          == "2 messages of alice are not in the cloud any more")
      let told = try await alice.repository.journal(of: names[0]).last
      #expect(told?.kind == .failed && told?.detail?.hasPrefix("Somebody has deleted") == true)
      #expect(try await alice.repository.retryAll(in: chat.ownerChat) == 2)
      try await world.syncUntilQuiet([alice, bob])
      #expect(
        try await bob.lines(in: chat.id(on: bob)) == ["alice: you owe me 10", "alice: since May"])
      // The line of before is not true any more.
      #expect(
        try await events(alice, chat.ownerChat).allSatisfy { !$0.contains("not in the cloud") })
    }
  }

  @Test func `a text that waits stays when its record is deleted meanwhile`() async throws {
    try await withLoneDevice { alice in
      let user = alice.account.userRecordName
      let chat = try await foreign.bring(
        to: alice, [foreign.message("m1", "mine", from: user)])
      let id = try #require(try await alice.messages(in: chat).first).id
      try await alice.repository.edit(id, to: "mine, better")
      try await foreign.apply(foreign.page([], deleting: ["m1"], token: "e1"), to: alice)
      #expect(
        try await alice.lines(in: chat).first?.hasPrefix("alice: mine, better (edited) (failed:")
          == true)
    }
  }

  @Test func `another text of a message that somebody has deleted is an edit`() async throws {
    try await withLoneDevice { alice in
      let user = alice.account.userRecordName
      let chat = try await foreign.bring(to: alice, [foreign.message("m1", "mine", from: user)])
      try await foreign.apply(foreign.page([], deleting: ["m1"], token: "e1"), to: alice)
      let id = try #require(try await alice.messages(in: chat).first).id
      try await alice.repository.edit(id, to: "mine, better")
      let saved = try await foreign.batch(of: alice).first?.record
      #expect(saved?["text"] == .string("mine, better") && saved?["revision"] == .int64(1))
      #expect(try await history(alice, chat) == ["mine"])
    }
  }

  @Test func `the mark of a message that was taken back goes without a word`() async throws {
    try await withLoneDevice { alice in
      let user = alice.account.userRecordName
      var marks = [foreign.message("m1", "", from: user), foreign.message("m2", "")]
      for index in marks.indices {
        marks[index]["deletedAt"] = .date(Date(millisecondsSince1970: 1_500))
      }
      let chat = try await foreign.bring(to: alice, marks)
      let before = try await events(alice, chat)
      try await foreign.apply(foreign.page([], deleting: ["m1", "m2"], token: "e1"), to: alice)
      #expect(try await alice.lines(in: chat).isEmpty)
      #expect(try await events(alice, chat) == before)
    }
  }

  @Test func `another record under a message's name is another message`() async throws {
    try await withLoneDevice { alice in
      let user = alice.account.userRecordName
      let chat = try await foreign.bring(
        to: alice,
        [
          foreign.message("m1", "mine", at: 1_000, from: user),
          foreign.message("m2", "hers", at: 2_000),
        ])
      let before = try await alice.messages(in: chat).map(\.id)
      try await bring(
        [
          foreign.message("m1", "a trap", at: 1_000, from: "_eve", tag: "2"),
          foreign.message("m2", "a trap", at: 1_500, from: "_eve", tag: "2"),
        ], to: alice)
      #expect(
        try await alice.lines(in: chat) == [
          "alice: mine (failed: Another record has taken its place. Copy the text and send it again.)",
          "unknown _eve: a trap",
        ])
      #expect(try await alice.messages(in: chat).last?.id != before.last)
      #expect(
        try await events(alice, chat).suffix(2).sorted() == [
          "1 message of olga is not in the cloud any more",
          "1 message of yours is not in the cloud any more",
        ])
    }
  }

  @Test func `records that a feed from the beginning does not bring are reported`() async throws {
    try await withLoneDevice { alice in
      let user = alice.account.userRecordName
      let chat = try await foreign.bring(
        to: alice, [foreign.message("m1", "hers"), foreign.message("m2", "mine", from: user)])
      try await alice.replica.beginResync(of: foreign.zoneID)
      try await foreign.apply(
        foreign.page(
          [foreign.session("Foreign"), foreign.share(of: user, permission: .readWrite)],
          token: "y1"), to: alice)
      #expect(try await alice.lines(in: chat).count == 1)
      #expect(
        try await events(alice, chat).suffix(2).sorted() == [
          "1 message of olga is not in the cloud any more",
          "1 message of yours is not in the cloud any more",
        ])
    }
  }
}
