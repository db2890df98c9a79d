import ChatCore
import ChatModel
import CloudModel
import CloudSync
import Foundation
import SyncRules
import TestSupport
import Testing

/// Files that go with messages, between two people over a real cloud.
struct AttachmentTests {
  private static let bytes = Data((0..<300_000).map { UInt8(truncatingIfNeeded: $0 &* 31) })

  /// Two people in a chat, of whose requests only those from here on are counted.
  private func withPair(
    _ body: (World, Device, Device, SharedChat) async throws -> Void
  ) async throws {
    try await TestSupport.withPair { world, alice, bob, chat in
      for device in [alice, bob] { device.faults.forgetRequests() }
      try await body(world, alice, bob, chat)
    }
  }

  /// Uploads bob's file, and loses every request that would attach it until what it brings is too old.
  private func loseSavesUntilTooLate(of bob: Device, in world: World) async {
    bob.faults.ask { [faults = bob.faults] operation in
      let isUploaded = faults.requests.contains(.upload)
      return operation == .modifyRecords && isUploaded ? .lostRequest : nil
    }
    await bob.sync()
    bob.faults.ask(nil)
    world.time.advance(by: 2 * 3600)
  }

  /// Writes a message of bob's with a file.
  @discardableResult
  private func attach(
    _ text: String = "look", by bob: Device, to chat: SharedChat
  ) async throws -> MessageID {
    let file = bob.directory.appending(path: "photo.png")
    try Self.bytes.write(to: file)
    let id = try await bob.repository.send(
      text, attaching: file, to: chat.id(on: bob))
    // What becomes of the original does not matter.
    try FileManager.default.removeItem(at: file)
    return id
  }

  /// Two devices of alice, who has sent a file from the first one; everything is synced.
  private func withFileOnOneOfTwoDevices(
    _ body: (World, _ first: Device, _ other: Device, SharedChat, MessageID) async throws -> Void
  ) async throws {
    try await withPair { world, alice, _, chat in
      let file = alice.directory.appending(path: "notes.txt")
      try Self.bytes.write(to: file)
      let id = try await alice.repository.send("", attaching: file, to: chat.ownerChat)
      let other = try world.device(of: "alice", named: "alice's other")
      try await world.syncUntilQuiet([alice, other])
      try await body(world, alice, other, chat, id)
    }
  }

  private func newest(_ device: Device, _ chat: SharedChat) async throws -> Message {
    try #require(try await device.messages(in: chat.id(on: device)).last)
  }

  private func contents(_ device: Device, _ id: MessageID) async throws -> Data? {
    try await device.repository.attachmentFile(of: id).map { try Data(contentsOf: $0) }
  }

  private func record(_ chat: SharedChat, _ message: Message) async throws -> Record {
    let id = RecordID(recordName: message.recordName, zoneID: chat.zoneID)
    let database = chat.owner.container.database(with: .private)
    return try #require(try await database.records(for: [id], desiredKeys: nil)[id]).get()
  }

  @Test func `a file goes up by itself, and comes only when somebody asks`() async throws {
    try await withPair { world, alice, bob, chat in
      try await attach(by: bob, to: chat)
      try await world.syncUntilQuiet([bob, alice])
      let sent = try await newest(bob, chat)
      #expect(sent.delivery == .sent)
      #expect(sent.attachment?.isHere == true && sent.attachment?.transfer == nil)
      let message = try await newest(alice, chat)
      let attachment = try #require(message.attachment)
      #expect(attachment.name == "photo.png" && attachment.type == "image/png")
      #expect(attachment.size == 300_000 && attachment.isInCloud && !attachment.isHere)
      #expect(!alice.faults.requests.contains(.download))

      var files = alice.repository.attachment(of: message.id).makeAsyncIterator()
      #expect(try await files.next()??.isHere == false)
      try await alice.repository.requestAttachment(of: message.id)
      #expect(try await files.next()??.transfer?.state == .queued)
      await alice.sync()
      #expect(try await files.next()??.isHere == true)
      #expect(try await contents(alice, message.id) == Self.bytes)
      #expect(try await newest(alice, chat).attachment?.isHere == true)
      try await alice.repository.requestAttachment(of: message.id)
      await alice.sync()
      #expect(alice.faults.requests.count { $0 == .download } == 1, "fetched once")
    }
  }

  @Test func `the text does not wait for the file`() async throws {
    try await withPair { world, alice, bob, chat in
      bob.faults.order(.refused(CloudError(.zoneBusy, "busy")), for: .beginUpload, times: 3)
      try await attach(by: bob, to: chat)
      try await bob.repository.send("after", to: chat.id(on: bob))
      await bob.sync()
      await alice.sync()
      #expect(try await alice.lines(in: chat.ownerChat) == ["bob: look", "bob: after"])
      #expect(try await alice.messages(in: chat.ownerChat)[0].attachment?.isInCloud == false)
      let own = try await bob.messages(in: chat.id(on: bob))[0]
      #expect(own.delivery == .sending)
      #expect(own.attachment?.transfer?.state == .waiting(reason: "busy"))
      await #expect(throws: ChatError.self) {
        try await alice.repository.requestAttachment(
          of: alice.messages(in: chat.ownerChat)[0].id)
      }
      try await world.syncUntilQuiet([bob, alice])
      #expect(try await alice.messages(in: chat.ownerChat)[0].attachment?.isInCloud == true)
    }
  }

  @Test(arguments: [Fault.lostRequest, .lostAnswer])
  func `an upload that breaks off goes on where it was, also after a restart`(
    fault: Fault
  ) async throws {
    try await withPair { world, alice, bob, chat in
      bob.faults.order(fault, for: .upload, times: 3)
      try await attach(by: bob, to: chat)
      await bob.sync()
      let again = try world.device(of: "bob", faults: bob.faults)
      await again.sync()
      #expect(bob.faults.requests.count { $0 == .beginUpload } == 1, "not begun anew")
      try await world.syncUntilQuiet([again, alice])
      #expect(try await newest(alice, chat).attachment?.isInCloud == true)
      bob.discard()
    }
  }

  @Test func `a link that has become too old is replaced`() async throws {
    try await withPair { world, alice, bob, chat in
      bob.faults.order(.lostRequest, for: .upload, times: 3)
      try await attach(by: bob, to: chat)
      await bob.sync()
      world.time.advance(by: 16 * 60)
      try await world.syncUntilQuiet([bob, alice])
      #expect(bob.faults.requests.count { $0 == .beginUpload } == 2)
      #expect(try await newest(alice, chat).attachment?.isInCloud == true)
    }
  }

  @Test func `a link that expires before the bytes are asked for is replaced at once`() async throws
  {
    try await withPair { world, alice, bob, chat in
      try await attach(by: bob, to: chat)
      try await world.syncUntilQuiet([bob, alice])
      let message = try await newest(alice, chat)
      try await alice.repository.requestAttachment(of: message.id)
      alice.faults.forgetRequests()
      alice.faults.ask { [faults = alice.faults, time = world.time] operation in
        let isFirst = faults.requests.filter { $0 == .download }.count == 1
        if operation == .download, isFirst { time.advance(by: 11 * 60) }
        return nil
      }
      await alice.sync()
      alice.faults.ask(nil)
      #expect(alice.faults.requests.count { $0 == .download } == 2)
      #expect(try await contents(alice, message.id) == Self.bytes)
    }
  }

  @Test func `a file that was uploaded too long ago is uploaded again, and the text is not lost`()
    async throws
  {
    try await withPair { world, alice, bob, chat in
      try await attach(by: bob, to: chat)
      await loseSavesUntilTooLate(of: bob, in: world)
      try await bob.repository.edit(newest(bob, chat).id, to: "look!")
      try await world.syncUntilQuiet([bob, alice])
      #expect(bob.faults.requests.count { $0 == .beginUpload } == 2)
      let message = try await newest(alice, chat)
      #expect(message.text == "look!" && message.attachment?.isInCloud == true)
    }
  }

  @Test func `a refused file costs no save without it`() async throws {
    try await withPair { world, alice, bob, chat in
      try await attach(by: bob, to: chat)
      await loseSavesUntilTooLate(of: bob, in: world)
      bob.faults.forgetRequests()
      try await world.syncUntilQuiet([bob, alice])
      // One is refused, and one attaches what was uploaded again.
      #expect(bob.faults.requests.count { $0 == .modifyRecords } == 2)
      #expect(try await newest(alice, chat).attachment?.isInCloud == true)
    }
  }

  @Test(arguments: [Fault.lostAnswer, .doubled])
  func `a file is attached once, whatever becomes of the answer`(fault: Fault) async throws {
    try await withPair { world, alice, bob, chat in
      try await attach(by: bob, to: chat)
      bob.faults.ask { [faults = bob.faults] operation in
        let uploads = faults.requests.count { $0 == .upload }
        let saves = faults.requests.count { $0 == .modifyRecords }
        return operation == .modifyRecords && uploads == 1 && saves == 2 ? fault : nil
      }
      await bob.sync()
      bob.faults.ask(nil)
      try await world.syncUntilQuiet([bob, alice])
      #expect(bob.faults.requests.count { $0 == .beginUpload } == 1)
      #expect(try await newest(alice, chat).attachment?.isInCloud == true)
      #expect(try await alice.messages(in: chat.ownerChat).count == 1)
    }
  }

  @Test func `an edit on another device and the file both arrive`() async throws {
    try await withPair { world, alice, bob, chat in
      bob.faults.order(.refused(CloudError(.zoneBusy, "busy")), for: .beginUpload, times: 3)
      try await attach(by: bob, to: chat)
      await bob.sync()
      let other = try world.device(of: "bob", named: "bob's other")
      await other.sync()
      try await other.repository.edit(newest(other, chat).id, to: "look!")
      await other.sync()
      try await world.syncUntilQuiet([bob, other, alice])
      let message = try await newest(alice, chat)
      #expect(message.text == "look!" && message.isEdited)
      #expect(message.attachment?.isInCloud == true)
      #expect(try await newest(bob, chat).text == "look!")
    }
  }

  @Test func `a message that is taken back takes its file along`() async throws {
    try await withPair { world, alice, bob, chat in
      let id = try await attach(by: bob, to: chat)
      try await world.syncUntilQuiet([bob, alice])
      #expect(try await record(chat, newest(bob, chat))["attachment"] != nil)
      try await bob.repository.delete(id)
      try await world.syncUntilQuiet([bob, alice])
      #expect(try await newest(alice, chat).attachment == nil)
      #expect(try await record(chat, newest(bob, chat))["attachment"] == nil)
    }
  }

  @Test func `a message that is taken back before its upload leaves nothing to upload`()
    async throws
  {
    try await withPair { world, alice, bob, chat in
      bob.faults.order(.refused(CloudError(.zoneBusy, "busy")), for: .beginUpload, times: 3)
      let id = try await attach(by: bob, to: chat)
      await bob.sync()
      try await bob.repository.delete(id)
      bob.faults.forgetRequests()
      try await world.syncUntilQuiet([bob, alice])
      #expect(!bob.faults.requests.contains(.upload))
      #expect(try await bob.repository.outbox().isEmpty)
    }
  }

  @Test func `bytes that are not what was promised are not shown`() async throws {
    try await withPair { world, alice, bob, chat in
      try await attach(by: bob, to: chat)
      try await world.syncUntilQuiet([bob, alice])
      var forged = try await record(chat, newest(bob, chat))
      forged.fields = ["fileDigest": .string(String(repeating: "0", count: 64))]
      _ = try await bob.container.database(with: .shared).modifyRecords(
        saving: [forged], deleting: [], savePolicy: .changedKeys, atomically: true)
      await alice.sync()
      let message = try await newest(alice, chat)
      try await alice.repository.requestAttachment(of: message.id)
      await alice.sync()
      #expect(try await contents(alice, message.id) == nil)
      let state = try await newest(alice, chat).attachment?.transfer?.state
      #expect(
        state
          == .failed(reason: "The downloaded bytes are not the attached file. Ask its sender."))
      await bob.sync()
    }
  }

  @Test func `a member who loses the right to write keeps text and file, and learns the reason`()
    async throws
  {
    try await withPair { world, alice, bob, chat in
      bob.faults.order(.refused(CloudError(.zoneBusy, "busy")), for: .beginUpload, times: 3)
      let id = try await attach(by: bob, to: chat)
      await bob.sync()
      try await alice.sharing.setPermission(of: "bob", in: chat.ownerChat, to: .readOnly)
      try await world.syncUntilQuiet([bob, alice])
      guard case .failed = try await bob.repository.message(id).delivery else {
        Issue.record("is \(try await bob.repository.message(id).delivery)")
        return
      }
      #expect(try await contents(bob, id) == Self.bytes)
      try await alice.sharing.setPermission(of: "bob", in: chat.ownerChat, to: .readWrite)
      try await world.syncUntilQuiet([bob, alice])
      try await bob.repository.retry(id)
      try await world.syncUntilQuiet([bob, alice])
      #expect(try await newest(alice, chat).attachment?.isInCloud == true)
    }
  }

  @Test func `after a purge the owner's files go up again`() async throws {
    try await withPair { world, alice, _, chat in
      let file = alice.directory.appending(path: "notes.txt")
      try Self.bytes.write(to: file)
      let id = try await alice.repository.send(
        "", attaching: file, to: chat.ownerChat)
      try await world.syncUntilQuiet([alice])
      try world.end(chat.zoneID, .purged)
      await alice.sync()
      try await alice.repository.uploadAgain(chat.ownerChat)
      try await world.syncUntilQuiet([alice])
      #expect(try await record(chat, alice.repository.message(id))["attachment"] != nil)
    }
  }

  @Test
  func `a chat that a device without the file has made again gets it from the one that has it`()
    async throws
  {
    try await withFileOnOneOfTwoDevices { world, alice, other, chat, id in
      try world.end(chat.zoneID, .encryptedDataReset)
      await other.sync()
      let message = try await alice.repository.message(id)
      #expect(try await record(chat, message)["attachment"] == nil, "it has only the words")
      try await world.syncUntilQuiet([alice, other])
      #expect(try await record(chat, message)["attachment"] != nil)
      for device in [alice, other] {
        let attachment = try await newest(device, chat).attachment
        #expect(attachment?.isInCloud == true && attachment?.transfer == nil)
      }
    }
  }

  @Test
  func `a message that one device drops and another sends gets its file from the first one`()
    async throws
  {
    try await withFileOnOneOfTwoDevices { world, alice, other, chat, id in
      try world.end(chat.zoneID, .encryptedDataReset)
      // It cannot make the zone yet, so it does not send the message either.
      alice.faults.ask { $0 == .modifyZones ? .lostRequest : nil }
      await alice.sync()
      try await alice.repository.drop(id)
      await other.sync()
      alice.faults.ask(nil)
      try await world.syncUntilQuiet([alice, other])
      let back = try await newest(alice, chat)
      #expect(back.id != id && back.attachment?.isInCloud == true)
      #expect(try await record(chat, back)["attachment"] != nil)
      for device in [alice, other] {
        #expect(try await newest(device, chat).attachment?.transfer == nil)
      }
    }
  }

  @Test(arguments: [false, true])
  func `a requested file arrives, although the chat is made again in between`(
    fails: Bool
  ) async throws {
    try await withFileOnOneOfTwoDevices { world, alice, other, chat, _ in
      let wanted = try await newest(other, chat).id
      try await other.repository.requestAttachment(of: wanted)
      try world.end(chat.zoneID, .encryptedDataReset)
      if fails {
        // The file fails only after the zone is there again, so one sync may not be enough.
        try await world.syncUntilQuiet([other])
      } else {
        other.faults.ask { $0 == .lookUp ? .lostRequest : nil }
        await other.sync()
      }
      let attachment = try #require(try await newest(other, chat).attachment)
      #expect(!attachment.isInCloud && attachment.transfer?.isUpload == false)
      if fails, case .failed = attachment.transfer?.state {} else { #expect(!fails) }
      other.faults.ask(nil)
      try await world.syncUntilQuiet([alice, other])
      #expect(try await contents(other, wanted) == Self.bytes)
      #expect(try await newest(other, chat).attachment?.transfer == nil)
    }
  }

  @Test func `a file that cannot be attached leaves no message`() async throws {
    try await withWorld { world in
      let alice = try world.device(of: "alice")
      let chat = try await alice.repository.createChat(title: "Tea")
      let large = alice.directory.appending(path: "large")
      #expect(FileManager.default.createFile(atPath: large.path, contents: nil))
      try FileHandle(forWritingTo: large).truncate(atOffset: 51 * 1024 * 1024)
      for place in [large, alice.directory, alice.directory.appending(path: "missing")] {
        await #expect(throws: ChatError.self) {
          _ = try await alice.repository.send("", attaching: place, to: chat)
        }
      }
      #expect(try await alice.messages(in: chat).isEmpty)
      await alice.sync()
    }
  }
}
