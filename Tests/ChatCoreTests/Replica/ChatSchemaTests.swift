import ChatCore
import ChatModel
import ChatSecrets
import CloudModel
import CloudRules
import Foundation
import Testing
import TestSupport

struct ChatSchemaTests {
  @Test func `the schema has the fields that a chat's records have, and no others`() async throws {
    let schema = try Schema(text: ChatSchema.text)
    try await withPair { world, alice, bob, chat in
      let id = try await live(in: chat, alice, bob)
      try await world.syncUntilQuiet([alice, bob])
      #expect(try await alice.messages(in: id).count == 4)
      let other = try await SharedChat.make(title: "Other", owner: alice, guests: [bob])
      try await bob.repository.leave(other.id(on: bob))
      try await liveSealed(alice, bob)
      try await world.syncUntilQuiet([alice, bob])
      let learned = try world.administration.schema()
      for (name, type) in schema.recordTypes {
        let fields = try #require(learned[name]).fields
        #expect(fields.mapValues(\.type) == type.fields.mapValues(\.type), "\(name)")
        #expect(learned[name]?.grants == type.grants)
      }
      #expect(Set(learned.recordTypes.keys) == Set(schema.recordTypes.keys))
    }
  }

  @Test func `a new device finds the newest messages by the one index that there is`() async throws
  {
    try await withWorld { world in
      try world.administration.importSchema(text: ChatSchema.text)
      let alice = try world.device(of: "alice")
      let chat = try await alice.repository.createChat(title: "Tea")
      _ = try await alice.repository.send(["one", "two", "three"], to: chat)
      await alice.sync()
      let phone = try world.device(of: "alice", named: "phone")
      await phone.sync()
      let previews = try await phone.repository.journal().filter { $0.kind == .previewed }
      #expect(previews.map(\.detail) == ["3 messages"])
    }
  }

  /// Does everything that writes a field.
  private func live(in chat: SharedChat, _ alice: Device, _ bob: Device) async throws -> ChatID {
    let repository = alice.repository
    let id = chat.ownerChat
    try await repository.rename(id, to: "Coffee")
    try await repository.setPinned(true, of: id)
    try await repository.setArchived(true, of: id)
    try await repository.setNotifications(.mentions, of: id)
    try await repository.mute(until: Date(timeIntervalSince1970: 4_000_000_000), id)
    for isBlocked in [true, false] { try await repository.setBlocked(isBlocked, named: "bob") }
    let sent = try await repository.send(["one", "two"], to: id)
    try await sendFile(alice, to: id, replyingTo: try await repository.message(sent[0]).recordName)
    let imported = try importedMessage(of: alice)
    // Written twice, it is there once.
    #expect(try await repository.write(imported: [imported], to: id) == 1)
    #expect(try await repository.write(imported: [imported], to: id) == 0)
    await alice.sync()
    await bob.sync()
    try await repository.edit(sent[0], to: "one more")
    try await repository.delete(sent[1])
    let seen = try await bob.messages(in: chat.id(on: bob))
    try await bob.repository.setPinned(true, message: try #require(seen.first).id)
    try await bob.repository.react("👍", to: try #require(seen.first).id)
    try await bob.repository.markSeen(chat.id(on: bob), through: try #require(seen.last).id)
    return id
  }

  private func sendFile(
    _ alice: Device, to chat: ChatID, replyingTo answered: String? = nil
  ) async throws {
    try await withTemporaryDirectory { directory in
      let file = directory.appending(path: "photo.png")
      try Data("not really".utf8).write(to: file)
      try await alice.repository.send("look", attaching: file, to: chat, replyingTo: answered)
    }
  }

  /// The same in a sealed chat, which has fewer fields.
  private func liveSealed(_ alice: Device, _ bob: Device) async throws {
    let chat = try await SharedChat.make(isSealed: true, owner: alice, guests: [bob])
    for lock in KeyringLock.allCases {
      try await alice.sharing.sealKeys(under: .random(), lock)
    }
    let open = try await SharedChat.make(isSealed: true, owner: alice, guests: [])
    let link = try await alice.sharing.openLink(of: open.ownerChat, permission: .readWrite)
    _ = try await bob.sharing.join(link)
    try await alice.repository.send("hello", to: chat.ownerChat)
    try await alice.repository.setCompared(true, named: "bob", in: chat.ownerChat)
    await alice.sync()
    await bob.sync()
    let id = try await chat.id(on: bob)
    let message = try #require(try await bob.messages(in: id).first)
    try await bob.repository.setPinned(true, message: message.id)
    try await bob.repository.react("👍", to: message.id)
    try await bob.repository.markSeen(id, through: message.id)
    try await sendFile(alice, to: chat.ownerChat)
  }

  /// A message that somebody else had written before alice has imported it.
  private func importedMessage(of alice: Device) throws -> ImportedMessage {
    var origin = MessageOrigin()
    (origin.sender, origin.senderID) = ("dave", "_dave")
    var message = MessageRecord(
      recordName: "m1", senderID: alice.repository.account.userRecordName,
      text: origin.headed("long ago"), timestamp: Date(timeIntervalSince1970: 1000))
    message.unknownFields.values[MessageOrigin.key] = try origin.field()
    #expect(message.text == "dave (imported): long ago" && message.origin == origin)
    return ImportedMessage(message: message, reactions: [], pin: nil)
  }
}
