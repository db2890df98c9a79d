import ChatCore
import ChatModel
import CloudModel
import Foundation
import SyncRules
import TestSupport
import Testing

/// An intent that is taken back leaves everything as it was, also what it had stopped.
struct TakenBackTests {
  private static let bytes = Data((0..<100_000).map { UInt8(truncatingIfNeeded: $0 &* 17) })
  private let busy = Fault.refused(CloudError(.zoneBusy, "busy"))

  /// Writes a message of bob's with a file, which is sent as far as his faults let it.
  private func attach(by bob: Device, to chat: SharedChat) async throws -> MessageID {
    let file = bob.directory.appending(path: "photo.png")
    try Self.bytes.write(to: file)
    let id = try await bob.repository.send("look", attaching: file, to: chat.id(on: bob))
    await bob.sync()
    return id
  }

  private func expectWhole(
    _ id: MessageID, of bob: Device, on alice: Device, in chat: SharedChat
  ) async throws {
    let own = try await bob.repository.message(id)
    #expect(own.text == "look" && own.delivery == .sent)
    #expect(own.attachment?.isInCloud == true && own.attachment?.transfer == nil)
    let seen = try #require(try await alice.messages(in: chat.ownerChat).last)
    #expect(seen.text == "look" && seen.attachment?.isInCloud == true)
  }

  @Test func `a deletion that is dropped lets the file go up, also after an edit`() async throws {
    try await withPair { world, alice, bob, chat in
      bob.faults.order(busy, for: .beginUpload, times: 3)
      let id = try await attach(by: bob, to: chat)
      try await bob.repository.edit(id, to: "see")
      try await bob.repository.delete(id)
      #expect(try await bob.repository.message(id).delivery == .queued(place: 1))
      #expect(try await bob.repository.outbox().count == 1, "no file waits beside the deletion")
      try await bob.repository.drop(id)
      try await world.syncUntilQuiet([bob, alice])
      try await expectWhole(id, of: bob, on: alice, in: chat)
    }
  }

  @Test func `a deletion that overtakes its message's answer and is dropped lets the file go up`()
    async throws
  {
    try await withPair { world, alice, bob, chat in
      // The cloud has the message, and nobody tells bob, who takes it back meanwhile.
      bob.faults.ask { [faults = bob.faults] operation in
        guard operation == .modifyRecords else { return nil }
        let isFirst = faults.requests.count { $0 == .modifyRecords } == 1
        return isFirst ? .lostAnswer : .refused(CloudError(.zoneBusy, "busy"))
      }
      bob.faults.forgetRequests()
      let id = try await attach(by: bob, to: chat)
      try await bob.repository.delete(id)
      await bob.sync()
      #expect(try await bob.repository.outbox().map(\.subject) == [.message])
      bob.faults.ask(nil)
      try await bob.repository.drop(id)
      try await world.syncUntilQuiet([bob, alice])
      try await expectWhole(id, of: bob, on: alice, in: chat)
    }
  }

  @Test func `a file that was uploaded before a deletion that is dropped is attached`()
    async throws
  {
    try await withPair { world, alice, bob, chat in
      // The bytes go up, and every save that would attach them is refused.
      bob.faults.ask { [faults = bob.faults] operation in
        operation == .modifyRecords && faults.requests.contains(.upload)
          ? .refused(CloudError(.zoneBusy, "busy")) : nil
      }
      let id = try await attach(by: bob, to: chat)
      bob.faults.ask(nil)
      try await bob.repository.delete(id)
      try await bob.repository.drop(id)
      try await world.syncUntilQuiet([bob, alice])
      try await expectWhole(id, of: bob, on: alice, in: chat)
      #expect(bob.faults.requests.count { $0 == .upload } == 1, "the cloud has the bytes already")
    }
  }

  @Test(arguments: [false, true])
  func `a dropped change leaves a file in the cloud that the cloud has`(
    isDeletion: Bool
  ) async throws {
    try await withPair { world, alice, bob, chat in
      let id = try await attach(by: bob, to: chat)
      try await world.syncUntilQuiet([bob, alice])
      if isDeletion {
        try await bob.repository.delete(id)
      } else {
        try await bob.repository.edit(id, to: "see")
      }
      try await bob.repository.drop(id)
      #expect(try await bob.repository.message(id).attachment?.isInCloud == true)
      try await world.syncUntilQuiet([bob, alice])
      try await expectWhole(id, of: bob, on: alice, in: chat)
      #expect(bob.faults.requests.count { $0 == .upload } == 1)
    }
  }

  @Test func `the journal says so where a file that is to go up again is in the cloud`()
    async throws
  {
    try await withPair { world, alice, bob, chat in
      bob.faults.ask { [faults = bob.faults] operation in
        operation == .modifyRecords && faults.requests.contains(.upload) ? .lostAnswer : nil
      }
      let id = try await attach(by: bob, to: chat)
      try await bob.repository.drop(id)
      try await bob.repository.retry(id)
      bob.faults.ask(nil)
      try await world.syncUntilQuiet([bob, alice])
      try await expectWhole(id, of: bob, on: alice, in: chat)
      let name = try await bob.repository.message(id).recordName
      let told = try await bob.repository.journal(of: name).map(\.kind)
      #expect(told.last == .superseded && told.contains(.retried), "\(told)")
    }
  }

  @Test func `a deletion that is dropped lets a file come that was asked for`() async throws {
    try await withPair { world, alice, bob, chat in
      let id = try await attach(by: bob, to: chat)
      try await world.syncUntilQuiet([bob, alice])
      let tablet = try world.device(of: "bob", named: "tablet")
      await tablet.sync()
      let own = try #require(try await tablet.messages(in: chat.id(on: tablet)).last).id
      tablet.faults.order(busy, for: .download, times: 3)
      try await tablet.repository.requestAttachment(of: own)
      await tablet.sync()
      try await tablet.repository.delete(own)
      try await tablet.repository.drop(own)
      try await world.syncUntilQuiet([tablet, bob, alice])
      #expect(try await tablet.repository.message(own).attachment?.isHere == true)
      try await expectWhole(id, of: bob, on: alice, in: chat)
    }
  }

  @Test func `an upload that has failed says so again after a deletion that is dropped`()
    async throws
  {
    try await withPair { world, alice, bob, chat in
      let no = Fault.refused(CloudError(.serverRejectedRequest, "No."))
      bob.faults.order(no, for: .beginUpload)
      let id = try await attach(by: bob, to: chat)
      try await bob.repository.delete(id)
      #expect(try await bob.repository.message(id).delivery == .queued(place: 1))
      try await bob.repository.drop(id)
      let words = FailureWords.reason(.serverRejectedRequest, as: .participant)
      #expect(try await bob.repository.message(id).delivery == .failed(reason: words))
      try await bob.repository.retry(id)
      try await world.syncUntilQuiet([bob, alice])
      try await expectWhole(id, of: bob, on: alice, in: chat)
    }
  }

  @Test func `the bytes of a file stay while its message's deletion may be taken back`()
    async throws
  {
    try await withPair { world, _, bob, chat in
      bob.faults.order(busy, for: .beginUpload, times: 3)
      let id = try await attach(by: bob, to: chat)
      try await bob.repository.delete(id)
      // Every download tidies the folder of files.
      let needed = try await bob.replica.neededFiles()
      #expect(needed.count == 1)
      try await bob.repository.drop(id)
      #expect(try await bob.replica.neededFiles() == needed)
      try await world.syncUntilQuiet([bob])
    }
  }

  @Test func `a chat whose end the cloud refuses sends what had waited`() async throws {
    try await withPair { world, alice, bob, chat in
      let id = try await bob.repository.send("still here", to: chat.id(on: bob))
      try await bob.repository.leave(chat.id(on: bob))
      bob.faults.order(
        .refused(CloudError(.serverRejectedRequest, "No.")), for: .modifyZones)
      try await alice.repository.send("where are you?", to: chat.ownerChat)
      try await world.syncUntilQuiet([alice, bob])
      #expect(
        try await alice.lines(in: chat.ownerChat).sorted()
          == ["alice: where are you?", "bob: still here"])
      #expect(try await bob.lines(in: chat.id(on: bob)).count == 2, "nothing is missed")
      #expect(try await bob.repository.message(id).delivery == .sent)
    }
  }
}
