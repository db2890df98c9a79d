import ChatCore
import ChatModel
import CloudModel
import Foundation
import SyncRules
import TestSupport
import Testing

/// Files in sealed chats, and what the cloud can do to them.
struct SealedAttachmentTests {
  private static let large = Data((0..<200_000).map { UInt8(truncatingIfNeeded: $0 &* 31) })

  @discardableResult
  private func send(
    _ bytes: Data, named name: String = "plans.txt", by device: Device,
    to chat: SharedChat
  ) async throws -> MessageID {
    let file = device.directory.appending(path: name)
    try bytes.write(to: file)
    let id = try await device.repository.send("look", attaching: file, to: chat.id(on: device))
    try FileManager.default.removeItem(at: file)
    return id
  }

  private func contents(_ device: Device, _ id: MessageID) async throws -> Data? {
    try await device.repository.attachmentFile(of: id).map { try Data(contentsOf: $0) }
  }

  /// What is in the folder of files, by the ends of the names.
  private func copies(_ device: Device, _ end: String) throws -> [URL] {
    try FileManager.default.contentsOfDirectory(
      at: device.directory.appending(path: "assets"), includingPropertiesForKeys: nil
    ).filter { $0.pathExtension == end }
  }

  @Test func `files of any size come to all devices, also to one whose keys come later`()
    async throws
  {
    try await withSealedPair { world, alice, bob, chat in
      let (laptop, tablet) = (
        try world.device(of: "alice", named: "laptop"), try world.device(of: "bob", named: "tablet")
      )
      try laptop.takeKeys(of: alice)
      let files = [Data(), Data([7]), Self.large]
      for file in files { try await send(file, by: alice, to: chat) }
      let devices = [alice, bob, laptop, tablet]
      try await world.syncUntilQuiet(devices)
      #expect(try copies(alice, "sealed").isEmpty)
      // Who seals the text again has not seen the file.
      try await laptop.repository.edit(
        laptop.messages(in: chat.id(on: laptop))[2].id, to: "look again")
      try await world.syncUntilQuiet(devices)
      try tablet.takeKeys(of: bob)
      try await world.syncUntilQuiet([tablet])
      for device in [bob, laptop, tablet] {
        let messages = try await device.messages(in: chat.id(on: device))
        #expect(messages.map(\.text) == ["look", "look", "look again"])
        for message in messages { try await device.repository.requestAttachment(of: message.id) }
        await device.sync()
        for (message, file) in zip(messages, files) {
          let attachment = try #require(message.attachment)
          #expect(attachment.name == "plans.txt" && attachment.type == "text/plain")
          #expect(attachment.size == file.count && attachment.isInCloud)
          #expect(try await contents(device, message.id) == file)
        }
        #expect(try copies(device, "part").isEmpty)
      }
      let hands = try await SealedHands(bob, in: chat)
      let sent = try await alice.messages(in: chat.ownerChat)[2]
      #expect(try await hands.fields(of: sent.recordName)["fileKey"] != nil)
      try await alice.repository.delete(sent.id)
      try await world.syncUntilQuiet(devices)
      let fields = try await hands.fields(of: sent.recordName)
      #expect(fields["deletedAt"] != nil && fields["fileKey"] == nil && fields["fileName"] == nil)
      #expect(try await hands.record(sent.recordName)?["attachment"] == nil)
    }
  }

  @Test func `E19: an upload that breaks off goes on with the same bytes, also without its copy`()
    async throws
  {
    try await withSealedPair { world, alice, bob, chat in
      alice.faults.forgetRequests()
      alice.faults.order(.lostRequest, for: .upload, times: 3)
      let id = try await send(Self.large, by: alice, to: chat)
      await alice.sync()
      let copy = try #require(try copies(alice, "sealed").first)
      let bytes = try Data(contentsOf: copy)
      try FileManager.default.removeItem(at: copy)
      let again = try world.device(of: "alice", faults: alice.faults)
      alice.discard()
      again.faults.order(.lostRequest, for: .upload, times: 3)
      await again.sync()
      #expect(try Data(contentsOf: copy) == bytes)
      try await world.syncUntilQuiet([again, bob])
      #expect(again.faults.requests.count { $0 == .beginUpload } == 1, "not begun anew")
      let name = try await again.repository.message(id).recordName
      #expect(try await SealedHands(bob, in: chat).file(of: name) == bytes)
      #expect(bytes.range(of: Self.large.prefix(16)) == nil)
    }
  }

  @Test func `26, 27, 28: a file that was damaged, cut, made longer or exchanged is refused`()
    async throws
  {
    try await withSealedPair { world, alice, bob, chat in
      try await send(Self.large, by: alice, to: chat)
      try await send(Data(Self.large.reversed()), by: alice, to: chat)
      try await alice.repository.send("hello", to: chat.ownerChat)
      try await world.syncUntilQuiet([alice, bob])
      let hands = try await SealedHands(bob, in: chat)
      let bobs = try await chat.id(on: bob)
      let messages = try await bob.messages(in: bobs)
      let (id, name) = (messages[0].id, messages[0].recordName)
      let genuine = try await hands.file(of: name)
      func turned(_ index: Int) -> Data {
        var bytes = genuine
        bytes[index] ^= 1
        return bytes
      }
      let lies = [
        turned(0), turned(100), turned(genuine.count - 1),
        try await hands.file(of: messages[1].recordName), genuine + Data([0]),
        genuine.dropLast(), genuine.prefix(16 + 65_552),
      ]
      let refused = Message.Transfer.State.failed(
        reason: "The downloaded bytes are not the attached file. Ask its sender.")
      for lie in lies {
        try await hands.attach(lie, to: name)
        await bob.sync()
        try await bob.repository.requestAttachment(of: id)
        bob.faults.forgetRequests()
        await bob.sync()
        let message = try await bob.repository.message(id)
        #expect(message.attachment?.transfer?.state == refused)
        // The author has changed nothing.
        #expect(!message.isEdited && message.attachment?.isReplacement == false)
        #expect(bob.faults.requests.contains(.download) == (lie.count == genuine.count))
        #expect(try await contents(bob, id) == nil && copies(bob, "part").isEmpty)
      }
      try await hands.attach(genuine, to: name)
      // The cloud attaches a file to a message that has none.
      try await hands.attach(genuine, to: messages[2].recordName)
      await bob.sync()
      try await bob.repository.requestAttachment(of: id)
      try await world.syncUntilQuiet([alice, bob])
      #expect(try await contents(bob, id) == Self.large)
      #expect(try await bob.messages(in: bobs)[2].attachment == nil)
    }
  }

  @Test func `a file that the cloud does not take once it is sealed is not sent`() async throws {
    try await withSealedPair { world, alice, bob, chat in
      let file = alice.directory.appending(path: "film.mp4")
      try Data().write(to: file)
      #expect(truncate(file.path, (49 << 20) + 1) == 0)
      await #expect(throws: ChatError.sealing(.fileTooLarge(name: "film.mp4"))) {
        try await alice.repository.send("look", attaching: file, to: chat.ownerChat)
      }
      #expect(try await alice.lines(in: chat.ownerChat) == [])
    }
  }
}
