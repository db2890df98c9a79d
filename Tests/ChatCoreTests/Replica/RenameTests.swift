import ChatCore
import ChatModel
import CloudModel
import CloudSync
import Foundation
import Testing
import TestSupport

struct RenameTests {
  private let foreign = ForeignChat()

  private func answer(_ alice: Device, _ result: OutboxOutcome.Result) async throws {
    let entry = try #require(try await foreign.batch(of: alice).first)
    _ = try await alice.replica.apply(
      [OutboxOutcome(id: entry.id, result: result)], in: foreign.zoneID)
  }

  @Test func `ours, the younger, wins over theirs and keeps what we do not know`() async throws {
    try await withLoneDevice { alice in
      let chat = try await foreign.bring(to: alice)
      try await alice.repository.rename(chat, to: "Ours")
      let theirs = foreign.session("Theirs", tag: "s2", more: ["mood": .string("calm")])
      try await answer(alice, .conflict(server: theirs))
      let next = try #require(try await foreign.batch(of: alice).first?.record)
      #expect(next["name"] == .string("Ours"))
      #expect(next["mood"] == nil, "I21: what is left out stays as it is in the cloud")
      #expect(next.recordChangeTag == "s2")
    }
  }

  @Test func `a side that changed nothing loses`() async throws {
    try await withLoneDevice { alice in
      let chat = try await foreign.bring(to: alice)
      try await alice.repository.rename(chat, to: "Ours")
      try await alice.repository.rename(chat, to: "Foreign")
      #expect(try await foreign.batch(of: alice) == [], "there and back is nothing")
      try await foreign.apply(
        foreign.page([foreign.session("Theirs", tag: "s2")], token: "z2"), to: alice)
      #expect(try await alice.summary(of: chat).name == "Theirs")
    }
  }

  @Test func `the same change on both sides is done`() async throws {
    try await withLoneDevice { alice in
      let chat = try await foreign.bring(to: alice)
      try await alice.repository.rename(chat, to: "Same")
      try await foreign.apply(
        foreign.page(
          [foreign.session("Same", tag: "s2", more: ["renamedAt": .date(.distantFuture)])],
          token: "z2"), to: alice)
      #expect(try await foreign.batch(of: alice) == [])
    }
  }

  @Test func `a refused title stays refused when the feed brings the one that the cloud has`()
    async throws
  {
    try await withLoneDevice { alice in
      let chat = try await foreign.bring(to: alice)
      try await alice.repository.rename(chat, to: "Ours")
      try await answer(alice, .failed(reason: "No right.", cloudWords: nil))
      try await foreign.apply(
        foreign.page([foreign.session("Foreign", tag: "s2")], token: "z2"), to: alice)
      #expect(try await alice.summary(of: chat).name == "Foreign")
      let told = try await alice.repository.journal().map(\.kind)
      #expect(told.contains(.failed) && !told.contains(.sent), "\(told)")
      let waiting = try await alice.repository.outbox()
      #expect(waiting.count == 1 && "\(waiting)".contains("No right."), "\(waiting)")
      // Another title replaces it, and is sent on the version that the cloud has now.
      try await alice.repository.rename(chat, to: "Again")
      let next = try #require(try await foreign.batch(of: alice).first?.record)
      #expect(next["name"] == .string("Again") && next.recordChangeTag == "s2")
    }
  }

  @Test func `a rename wins over the first name, also if the creator's clock was ahead`()
    async throws
  {
    try await withWorld { world in
      let alice = try world.device(of: "alice", clockSkew: 830)
      let other = try world.device(of: "alice", named: "alice's other")
      let chat = try await alice.repository.createChat(title: "First")
      try await world.syncUntilQuiet([alice])
      // The other device knows the zone, and nothing of what is in it.
      other.faults.ask { [.zoneChanges, .query].contains($0) ? .lostRequest : nil }
      await other.sync()
      let found = try #require(try await other.repository.currentChatSummaries().first).id
      try await other.repository.rename(found, to: "Second")
      other.faults.ask(nil)
      try await world.syncUntilQuiet([other, alice])
      #expect(try await alice.summary(of: chat).name == "Second")
      #expect(try await other.summary(of: found).name == "Second")
    }
  }

  @Test func `a rename waits through what the feed brings`() async throws {
    try await withLoneDevice { alice in
      let chat = try await foreign.bring(to: alice)
      try await alice.repository.rename(chat, to: "Ours")
      for round in 2...3 {
        try await foreign.apply(
          foreign.page([foreign.session("Theirs \(round)", tag: "s\(round)")], token: "z\(round)"),
          to: alice)
        #expect(try await alice.summary(of: chat).name == "Ours")
      }
      // Refused in the end: the name is what everyone else sees.
      try await answer(alice, .failed(reason: "no"))
      #expect(try await alice.summary(of: chat).name == "Theirs 3", "I16")
      try await foreign.apply(
        foreign.page([foreign.session("Theirs 4", tag: "s4")], token: "z4"), to: alice)
      #expect(try await alice.summary(of: chat).name == "Theirs 4")
      try await alice.repository.rename(chat, to: "Again")
      #expect(try await foreign.batch(of: alice).count == 1)
    }
  }

  @Test func `a rename of a chat whose creation was answered by nobody is not lost`()
    async throws
  {
    try await withWorld { world in
      let alice = try world.device(of: "alice")
      let chat = try await alice.repository.createChat(title: "Old")
      alice.faults.order(.lostAnswer, for: .modifyRecords)
      _ = await alice.sync()
      try await alice.repository.rename(chat, to: "New")
      try await world.syncUntilQuiet([alice])
      #expect(try await alice.summary(of: chat).name == "New", "I1")
      let tablet = try world.device(of: "alice", named: "tablet")
      try await world.syncUntilQuiet([tablet])
      #expect(try await tablet.repository.currentChatSummaries().map(\.name) == ["New"])
    }
  }

  @Test(arguments: 1...5 as ClosedRange<UInt64>)
  func `I16: renames on several devices end in one name`(seed: UInt64) async throws {
    try await withWorld(seed: seed) { world in
      var random = SplitMix64(seed: seed)
      let alice = try world.device(of: "alice")
      let bob = try world.device(of: "bob")
      let tablet = try world.device(of: "bob", named: "tablet")
      let chat = try await SharedChat.make(owner: alice, guests: [bob])
      await tablet.sync()
      let devices = [alice, bob, tablet]
      for step in 0..<12 {
        let device = try #require(devices.randomElement(using: &random))
        if Bool.random(using: &random) {
          try await device.repository.rename(chat.id(on: device), to: "Name \(step)")
        } else {
          await device.sync()
        }
      }
      try await world.syncUntilQuiet(devices)
      var names: Set<String> = []
      for device in devices { names.insert(try await device.summary(of: chat.id(on: device)).name) }
      #expect(names.count == 1, "seed \(seed): \(names)")
    }
  }
}
