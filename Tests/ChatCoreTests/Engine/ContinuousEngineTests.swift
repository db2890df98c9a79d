import ChatCore
import ChatModel
import ChatStore
import CloudCore
import CloudModel
import CloudRules
import CloudSync
import Foundation
import SyncRules
import TestSupport
import Testing

/// Engines that run, wait and are told; nobody polls and nobody sleeps.
struct ContinuousEngineTests {
  /// Runs a device's engine while `body` lasts.
  private func whileRunning(
    _ device: Device, clock: ManualClock, pathChanges: AsyncStream<Void>? = nil,
    _ body: @escaping @Sendable () async throws -> Void
  ) async throws {
    try await withThrowingTaskGroup(of: Void.self) { group in
      let changes = device.replica.changes()
      group.addTask {
        await device.engine(clock: clock).run(replicaChanges: changes, pathChanges: pathChanges)
      }
      try await body()
      group.cancelAll()
      try await group.waitForAll()
    }
  }

  private func untilConnected(_ device: Device) async throws {
    _ = try await firstValue(of: device.repository.connectionStatus()) { $0.sync == .upToDate }
  }

  @Test(.timeLimit(.minutes(15)))
  func `a message arrives by notification, on a clock that stands still`() async throws {
    try await withPair { world, alice, bob, chat in
      let bobsChat = try await chat.id(on: bob)
      try await whileRunning(bob, clock: ManualClock()) {
        try await untilConnected(bob)
        try await alice.repository.send("hello", to: chat.ownerChat)
        await alice.sync()
        let seen = try await firstValue(of: bob.repository.messages(in: bobsChat)) {
          !$0.isEmpty
        }
        #expect(seen.map(\.text) == ["hello"])
      }
      try await world.syncUntilQuiet([alice, bob])
    }
  }

  @Test(.timeLimit(.minutes(15)))
  func `a chat is shared in the same breath in which it was made`() async throws {
    try await withWorld { world in
      let alice = try world.device(of: "alice")
      _ = try world.device(of: "bob")
      let sharing = ChatSharing(
        container: alice.container, replica: alice.replica, clock: ManualClock())
      try await whileRunning(alice, clock: ManualClock()) {
        try await untilConnected(alice)
        for name in ["Tea", "Cake", "Rain"] {
          let chat = try await alice.repository.createChat(title: name)
          let link = try await sharing.invite(["bob"], to: chat, permission: .readWrite)
          #expect(link.title == name)
        }
      }
      try await world.syncUntilQuiet([alice])
    }
  }

  @Test(.timeLimit(.minutes(15)))
  func `a person who shares a chat that is never uploaded is told in the end`() async throws {
    try await withWorld { world in
      let alice = try world.device(of: "alice")
      _ = try world.device(of: "bob")
      // It says that it is up to date, and is gone before the chat is made.
      await alice.sync()
      let clock = ManualClock()
      let sharing = ChatSharing(
        container: alice.container, replica: alice.replica, clock: clock)
      let chat = try await alice.repository.createChat(title: "Tea")
      let invitation = Task { try await sharing.invite(["bob"], to: chat, permission: .readWrite) }
      await clock.advanceToNextDeadline()
      await #expect(throws: ChatError.notYetInCloud(chat: "Tea")) { try await invitation.value }
      try await world.syncUntilQuiet([alice])
    }
  }

  @Test(.timeLimit(.minutes(15)))
  func `a written message is sent at once`() async throws {
    try await withWorld { world in
      let alice = try world.device(of: "alice")
      let chat = try await SharedChat.make(owner: alice, guests: [])
      try await whileRunning(alice, clock: ManualClock()) {
        try await untilConnected(alice)
        try await alice.repository.send("hello", to: chat.ownerChat)
        _ = try await firstValue(of: alice.repository.messages(in: chat.ownerChat)) {
          $0.first?.delivery == .sent
        }
      }
      try await world.syncUntilQuiet([alice])
    }
  }

  @Test(.timeLimit(.minutes(15)))
  func `a cloud that comes back is used again, through one channel`() async throws {
    try await withPair { world, alice, bob, chat in
      let bobsChat = try await chat.id(on: bob)
      let clock = ManualClock()
      try await whileRunning(bob, clock: clock) {
        try await untilConnected(bob)
        // Whoever waits gets the time he waits for.
        async let _: Void = {
          while !Task.isCancelled { await clock.advanceToNextDeadline() }
        }()
        for round in 1...3 {
          bob.faults.order(.lostRequest, for: .modifyRecords)
          bob.faults.order(.lostRequest, for: .openChannel)
          try await bob.repository.send("round \(round)", to: bobsChat)
          _ = try await firstValue(of: bob.repository.connectionStatus()) { $0.queuedCount == 0 }
          try await untilConnected(bob)
        }
        #expect(world.courier.waitingCount <= 1, "channels that were given up are not polled")
      }
      try await world.syncUntilQuiet([alice, bob])
      #expect(
        try await alice.lines(in: chat.ownerChat) == [
          "bob: round 1", "bob: round 2", "bob: round 3",
        ])
    }
  }

  @Test(.timeLimit(.minutes(15)))
  func `a cloud that begins to listen is used at once, on a clock that stands still`()
    async throws
  {
    try await withWorld { world in
      let alice = try world.device(of: "alice")
      try await withTemporaryDirectory { folder in
        let socket = folder.appending(path: "cloud.sock")
        let arrivals = FileWatch.arrivals(at: socket.path)
        alice.faults.ask { _ in .refused(CloudError(.networkUnavailable, "Nobody listens.")) }
        try await whileRunning(alice, clock: ManualClock(), pathChanges: arrivals) {
          _ = try await firstValue(of: alice.repository.connectionStatus()) {
            $0.sync.state == .offline
          }
          alice.faults.ask(nil)
          try Data().write(to: socket)
          try await untilConnected(alice)
        }
      }
      try await world.syncUntilQuiet([alice])
    }
  }
}
