import ChatCore
import ChatModel
import CloudModel
import CloudSync
import SyncRules
import TestSupport
import Testing

/// Three people, one chat, a bad network: then the network heals, and everyone has the same.
struct ChaosTests {
  @Test(arguments: 1...30 as ClosedRange<UInt64>)
  func `I1, I5 and I16: whatever goes wrong, everyone ends with every message once`(
    seed: UInt64
  ) async throws {
    try await expectEveryMessageOnce(seed: seed, isSealed: false)
  }

  @Test(arguments: 1...12 as ClosedRange<UInt64>)
  func `the same in a sealed chat`(seed: UInt64) async throws {
    try await expectEveryMessageOnce(seed: seed, isSealed: true)
  }

  private func expectEveryMessageOnce(seed: UInt64, isSealed: Bool) async throws {
    try await withWorld(seed: seed) { world in
      var random = SplitMix64(seed: seed)
      let people = try ["alice", "bob", "carol"].map { name in
        try world.device(of: name, faults: FaultInjector(seed: random.next()))
      }
      let chat = try await SharedChat.make(
        isSealed: isSealed, owner: people[0], guests: Array(people.dropFirst()))
      for person in people {
        person.faults.begin(
          rate: Double.random(in: 0.1...0.5, using: &random),
          pageLimit: Bool.random(using: &random) ? Int.random(in: 1...4, using: &random) : nil,
          batchLimit: Bool.random(using: &random) ? Int.random(in: 1...5, using: &random) : nil)
      }
      var sent: [String: [String]] = [:]
      for step in 0..<8 {
        let person = try #require(people.randomElement(using: &random))
        if Int.random(in: 0..<3, using: &random) > 0 {
          let texts = (0..<Int.random(in: 1...4, using: &random)).map { "\(step).\($0)" }
          _ = try await person.repository.send(texts, to: chat.id(on: person))
          sent[person.account.name, default: []] += texts
        }
        if Bool.random(using: &random) { await person.sync() }
      }
      for person in people { person.faults.end() }
      try await world.syncUntilQuiet(people)
      let expected = sent.flatMap { name, texts in texts.map { "\(name): \($0)" } }.sorted()
      let picture = try await people[0].lines(in: chat.ownerChat)
      #expect(picture.sorted() == expected, "seed \(seed)")
      for person in people {
        #expect(try await person.lines(in: chat.id(on: person)) == picture, "seed \(seed)")
        #expect(try await person.repository.currentConnectionStatus().queuedCount == 0)
        let own = picture.filter { $0.hasPrefix("\(person.account.name): ") }
        #expect(
          own == (sent[person.account.name] ?? []).map { "\(person.account.name): \($0)" },
          "I8, seed \(seed)")
      }
    }
  }

  @Test(arguments: 1...6 as ClosedRange<UInt64>)
  func `I3: an engine that is killed anywhere is continued by another`(
    seed: UInt64
  ) async throws {
    try await withWorld(seed: seed) { world in
      var random = SplitMix64(seed: seed)
      let alice = try world.device(of: "alice")
      let bob = try world.device(of: "bob")
      let chat = try await SharedChat.make(owner: alice, guests: [bob])
      var expected: [String] = []
      for round in 0..<4 {
        for person in [alice, bob] {
          let texts = (0..<5).map { "\(round).\($0)" }
          _ = try await person.repository.send(texts, to: chat.id(on: person))
          expected += texts.map { "\(person.account.name): \($0)" }
          let life = Lifeline(.beforeTransaction(Int.random(in: 0...8, using: &random)))
          let store = CrashingStore(person.replica, life: life)
          await life.untilDeath { _ = await person.engine(store: store).runOnce() }
        }
      }
      try await world.syncUntilQuiet([alice, bob])
      let picture = try await alice.lines(in: chat.ownerChat)
      #expect(picture.sorted() == expected.sorted(), "seed \(seed)")
      #expect(try await bob.lines(in: chat.id(on: bob)) == picture, "seed \(seed)")
    }
  }

  @Test(arguments: [false, true])
  func `a chat that is created while nothing works is there once in the end`(
    isSealed: Bool
  ) async throws {
    for operation in [CloudCall.modifyZones, .modifyRecords] {
      for fault in [Fault.lostAnswer, .lostRequest, .doubled, .incomplete] {
        try await withWorld { world in
          let alice = try world.device(of: "alice")
          if isSealed { try await alice.sharing.prepareKeys() }
          let chat = try await alice.repository.createChat(title: "Tea", isSealed: isSealed)
          try await alice.repository.send("hello", to: chat)
          alice.faults.order(fault, for: operation)
          try await world.syncUntilQuiet([alice])
          let tablet = try world.device(of: "alice", named: "tablet")
          if isSealed { try tablet.takeKeys(of: alice) }
          try await world.syncUntilQuiet([tablet])
          #expect(try await tablet.picture() == alice.picture(), "I29, \(operation) \(fault)")
          #expect(try await tablet.picture().count == 2)
        }
      }
    }
  }

  @Test func `one poisoned record of a whole-call refusal is found, its neighbours pass`()
    async throws
  {
    try await withWorld { world in
      let alice = try world.device(of: "alice")
      let chat = try await SharedChat.make(owner: alice, guests: [])
      _ = try await alice.repository.send(["one", "two", "three", "four"], to: chat.ownerChat)
      let poisoned = Fault.refused(CloudError(.invalidArguments, "BAD_REQUEST"))
      alice.faults.order(poisoned, for: .modifyRecords, times: 3)
      await alice.sync()
      let lines = try await alice.lines(in: chat.ownerChat)
      #expect(
        lines.filter { $0.contains("failed: The cloud does not accept it.") }.count == 1, "\(lines)"
      )
      #expect(lines.filter { $0.hasSuffix(")") }.count == 1, "I33: \(lines)")
    }
  }

  @Test func `a quiet device asks for nothing`() async throws {
    try await withWorld { world in
      let alice = try world.device(of: "alice")
      let chat = try await SharedChat.make(owner: alice, guests: [])
      try await alice.repository.send("hello", to: chat.ownerChat)
      try await world.syncUntilQuiet([alice])
      alice.faults.forgetRequests()
      await alice.sync()
      #expect(
        alice.faults.requests.map { "\($0)" }.sorted() == [
          "databaseChanges", "databaseChanges", "invitations",
        ], "I34")
    }
  }
}
