import ChatCore
import ChatModel
import CloudModel
import CloudSync
import SyncRules
import TestSupport
import Testing

/// Problems that people report of sync engines over CloudKit, one by one, and that we do not have them.
///
/// Here: the problems of writes.
///
/// Source: research, sync engine, 2.
struct PainTests {
  func message(_ text: String, on device: Device, in chat: SharedChat) async throws -> MessageID {
    let all = try await device.messages(in: chat.id(on: device))
    return try #require(all.first { $0.text == text }, "\(text)").id
  }

  @Test func `pain 1: writes do not vanish after a transient or local error`() async throws {
    try await withPair { world, alice, bob, chat in
      let bobsChat = try await chat.id(on: bob)
      var texts: [String] = []
      func write(_ text: String) async throws {
        texts.append(text)
        try await bob.repository.send(text, to: bobsChat)
      }
      for number in 0..<8 {
        try await write("local error \(number)")
        let life = Lifeline(.failingTransaction(number))
        _ = await bob.engine(store: CrashingStore(bob.replica, life: life)).runOnce()
        #expect(life.transactions > number, "the error was met")
        #expect(try await bob.messages(in: bobsChat).map(\.text) == texts, "\(number)")
      }
      let transient: [Fault] = [
        .lostRequest, .lostAnswer, .incomplete, .doubled,
        .refused(CloudError(.internalError, "Broken.")),
        .refused(CloudError(.serviceUnavailable, "Busy.")),
        .refused(CloudError(.batchRequestFailed, "Another one.")),
        .partial(CloudError(.zoneBusy, "Busy.")),
      ]
      for fault in transient {
        try await write("\(fault)")
        bob.faults.order(fault, for: .modifyRecords)
        await bob.sync()
        #expect(try await bob.messages(in: bobsChat).map(\.text) == texts, "\(fault)")
      }
      // A record that the cloud does not know has not been deleted by anybody.
      try await write("unknown item")
      bob.faults.order(.refused(CloudError(.unknownItem, "No.")), for: .modifyRecords, times: 9)
      await bob.sync()
      bob.faults.end()
      #expect(try await bob.messages(in: bobsChat).map(\.text) == texts)
      try await bob.repository.retryAll(in: bobsChat)
      try await world.syncUntilQuiet([bob, alice])
      #expect(try await alice.lines(in: chat.ownerChat) == texts.map { "bob: \($0)" })
    }
  }

  @Test func `pain 2: nothing is lost between being written and being queued`() async throws {
    try await withPair { world, alice, bob, chat in
      let id = try await chat.id(on: bob)
      try await bob.repository.send("hello", to: id)
      // The process ends before any engine has seen it.
      bob.discard()
      let next = try world.device(of: "bob")
      #expect(try await next.lines(in: id) == ["bob: hello (queued 1)"])
      #expect(try await next.repository.outbox().compactMap(\.text) == ["hello"])
      try await world.syncUntilQuiet([next, alice])
      #expect(try await alice.lines(in: chat.ownerChat) == ["bob: hello"])
    }
  }

  @Test
  func `pain 3: too many changes go in several requests, and a text that is too large says so`()
    async throws
  {
    try await withPair { world, alice, bob, chat in
      let id = try await chat.id(on: bob)
      let texts = (0..<20).map { "text \($0)" }
      _ = try await bob.repository.send(texts, to: id)
      bob.faults.begin(rate: 0, batchLimit: 3)
      bob.faults.forgetRequests()
      #expect(await bob.sync() == .upToDate)
      #expect(bob.faults.requests.count { $0 == .modifyRecords } <= 40)
      bob.faults.end()
      try await world.syncUntilQuiet([bob, alice])
      #expect(try await alice.messages(in: chat.ownerChat).map(\.text) == texts)
      try await bob.repository.send("too large by itself", to: id)
      let tooLarge = CloudError(.limitExceeded, "The record is too large.")
      bob.faults.order(.refused(tooLarge), for: .modifyRecords, times: 20)
      bob.faults.forgetRequests()
      #expect(await bob.sync() == .upToDate)
      #expect(bob.faults.requests.count { $0 == .modifyRecords } == 1, "alone it has no halves")
      #expect(
        try await bob.lines(in: id).last
          == "bob: too large by itself (failed: It is too large for the cloud. Send it in smaller parts.)"
      )
      bob.faults.end()
    }
  }

  @Test
  func `pain 4: an owner is told that the full storage is their own, and which chat fills it`()
    async throws
  {
    try await withPair { world, alice, _, chat in
      let id = try await chat.id(on: alice)
      try await alice.repository.send("too much", to: id)
      alice.faults.ask { operation in
        operation == .modifyRecords ? .refused(CloudError(.quotaExceeded, "Quota exceeded")) : nil
      }
      // The chat takes some hundred bytes of five gigabytes, so it is not what fills them.
      #expect(
        await alice.sync()
          == .waiting(
            reason: "Your storage is full; ‘zonechat account status’ says which chats fill it"))
      alice.faults.ask(nil)
      world.setQuota(10, of: alice)
      let status = await alice.sync()
      #expect(status.state == .waiting)
      let reason = try #require(status.reason)
      let title = try await alice.summary(of: id).name
      #expect(reason.hasPrefix("Your storage is full: ‘\(title)’ has "), "\(reason)")
      #expect(reason.contains("Unsend files there or delete a chat; "), "\(reason)")
      world.setQuota(1_000_000, of: alice)
      try await world.syncUntilQuiet([alice])
    }
  }

  @Test func `pain 4: a full storage is said, and tried rarely`() async throws {
    try await withPair { world, alice, bob, chat in
      let id = try await chat.id(on: bob)
      try await bob.repository.send("too much", to: id)
      bob.faults.ask { operation in
        let full = CloudError(.quotaExceeded, "The storage of the chat's owner is full.")
        return operation == .modifyRecords ? .refused(full) : nil
      }
      bob.faults.forgetRequests()
      let reason = "The storage of the chat's owner is full. Ask the owner to make room"
      #expect(await bob.sync() == .waiting(reason: reason))
      #expect(bob.faults.requests.count { $0 == .modifyRecords } <= 4)
      #expect(try await bob.messages(in: id).last?.delivery.isPending == true)
      bob.faults.ask(nil)
      try await world.syncUntilQuiet([bob, alice])
      #expect(try await alice.lines(in: chat.ownerChat) == ["bob: too much"])
    }
  }

  @Test func `pain 5: expired tokens neither lose nor double anything`() async throws {
    try await withPair { world, alice, bob, chat in
      let id = try await chat.id(on: bob)
      _ = try await alice.repository.send(["one", "two"], to: chat.ownerChat)
      try await world.syncUntilQuiet([alice, bob])
      for round in 0..<3 {
        let text = "unsent \(round)"
        try await bob.repository.send(text, to: id)
        if round == 1 {
          try await alice.repository.delete(message("one", on: alice, in: chat))
        }
        try await alice.repository.send("new \(round)", to: chat.ownerChat)
        await alice.sync()
        // The token of either database, of the zone, and of the zone once more on the way.
        if round != 0 { bob.faults.order(.expiredToken, for: .databaseChanges, times: 2) }
        bob.faults.order(.expiredToken, for: .zoneChanges, times: round + 1)
        try await world.syncUntilQuiet([bob, alice])
      }
      let lines = try await alice.lines(in: chat.ownerChat)
      #expect(try await bob.lines(in: id) == lines)
      #expect(
        lines.sorted()
          == [
            "alice: (removed)", "alice: new 0", "alice: new 1", "alice: new 2", "alice: two",
            "bob: unsent 0", "bob: unsent 1", "bob: unsent 2",
          ])
    }
  }

  @Test func `pain 7: the last of several intents for one record wins, whatever was on its way`()
    async throws
  {
    for (removals, fault) in [
      (1, Fault.lostAnswer), (2, .lostAnswer), (1, .lostRequest), (2, .lostRequest), (2, .none),
    ] {
      try await withPair { world, alice, bob, chat in
        try await alice.repository.send("tea?", to: chat.ownerChat)
        try await world.syncUntilQuiet([alice, bob])
        let id = try await message("tea?", on: bob, in: chat)
        for round in 0..<removals {
          try await bob.repository.react("👍", to: id)
          if round == 0 {
            bob.faults.order(fault, for: .modifyRecords)
            await bob.sync()
          }
          try await bob.repository.react("👍", to: id, isRemoved: true)
        }
        let isOn = removals == 2
        if isOn { try await bob.repository.react("👍", to: id) }
        try await world.syncUntilQuiet([bob, alice])
        for device in [alice, bob] {
          #expect(
            try await device.lines(in: chat.id(on: device))
              == [isOn ? "alice: tea? 👍[\"bob\"]" : "alice: tea?"], "\(removals) \(fault)")
        }
      }
    }
  }

  @Test func `pain 10: records in one request with a bad record arrive`() async throws {
    try await withPair { world, alice, bob, chat in
      let id = try await chat.id(on: bob)
      let texts = ["one", "two", "three", "four"]
      _ = try await bob.repository.send(texts, to: id)
      let bad = Fault.refused(CloudError(.invalidArguments, "Bad."))
      bob.faults.order(bad, for: .modifyRecords, times: 3)
      #expect(await bob.sync() == .upToDate)
      let states = try await bob.messages(in: id).map(\.delivery)
      let words = FailureWords.reason(.invalidArguments, as: .participant)
      #expect(states == [.failed(reason: words), .sent, .sent, .sent])
      #expect(try await bob.repository.retryAll(in: id) == 1)
      try await world.syncUntilQuiet([bob, alice])
      #expect(try await alice.messages(in: chat.ownerChat).map(\.text) == texts)
    }
  }
}
