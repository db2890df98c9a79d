import CloudCore
import CloudModel
import CloudRules
import Testing

/// The queue of notifications for a device that does not poll.
@Suite struct CourierQueueTests {
  @Test func `replaceable pushes wait once for each subscription of each database`() async throws {
    let world = PushWorld()
    let channel = world.channel()
    for _ in 0..<3 {
      world.courier.deliver([
        world.announcement(.database(.private), "all"),
        world.announcement(.database(.shared), "all"),
        world.announcement(.database(.private), "other"),
      ])
    }
    #expect(try await world.drain(channel) == ["all", "all", "other"])
  }

  @Test func `a waiting notification is given though the poll is not held at all`() async throws {
    let world = PushWorld()
    let channel = world.channel()
    for round in 0..<500 {
      world.courier.deliver([world.announcement(.database(.private))])
      #expect(try await world.next(on: channel) != nil, "round \(round)")
    }
  }

  @Test func `notifications that are shown or about records wait one by one`() async throws {
    let world = PushWorld()
    let channel = world.channel()
    let alert = ["alertBody": JSONValue.string("!")]
    for name in ["a", "b"] {
      world.courier.deliver([
        world.announcement(.database(.private), "loud", info: alert),
        world.announcement(PushWorld.query(name), "q"),
      ])
    }
    #expect(try await world.drain(channel) == ["loud", "q a", "loud", "q b"])
  }

  @Test func `one change has one identifier, the next another`() async throws {
    let world = PushWorld()
    let channel = world.channel()
    world.courier.deliver([
      world.announcement(PushWorld.query("a"), "1"), world.announcement(PushWorld.query("a"), "2"),
      world.announcement(.database(.private), "3"),
      world.announcement(PushWorld.query("b"), "1", change: 1),
    ])
    var identifiers: [String?] = []
    while let frame = try await world.next(on: channel) { identifiers.append(frame.nid) }
    #expect(identifiers.count == 4)
    #expect(Set(identifiers.prefix(3)).count == 1)
    #expect(identifiers[3] != identifiers[0])
  }

  @Test func `a full queue drops the oldest about records and keeps replaceable ones`() async throws
  {
    let world = PushWorld()
    let channel = world.channel()
    world.courier.deliver([world.announcement(.database(.private), "hint")])
    for number in 0..<120 {
      world.courier.deliver([world.announcement(PushWorld.query("\(number)"), "q")])
    }
    let lines = try await world.drain(channel)
    #expect(lines.count == 100)
    #expect(lines.prefix(2) == ["hint", "q 21"])
    #expect(lines.last == "q 119")
    #expect(world.courier.droppedCount == 21)
  }

  @Test func `a badge counts on its channel`() async throws {
    let world = PushWorld()
    let channel = world.channel()
    for name in ["a", "b"] {
      world.courier.deliver([
        world.announcement(PushWorld.query(name), info: ["shouldBadge": .bool(true)])
      ])
    }
    for badge in [JSONValue.integer(1), .integer(2)] {
      #expect(try await world.courier.next(on: channel)?.content.presentation?["badge"] == badge)
    }
  }

  @Test func `a device does not hear of itself, and a channel can change hands`() async throws {
    let world = PushWorld()
    let own = world.channel(for: world.laptop)
    let channel = world.channel()
    world.courier.deliver([world.announcement(.database(.private))])
    #expect(try await world.drain(own) == [])
    world.courier.register(
      apnsToken: channel.apnsToken, for: Caller(userRecordName: "_you", clientID: "pad"),
      in: PushWorld.partition)
    #expect(try await world.drain(channel) == [])
    world.courier.deliver([world.announcement(.database(.private))])
    #expect(try await world.drain(channel) == [])
    var yours = world.announcement(.database(.private), "yours")
    yours.recipient = "_you"
    world.courier.deliver([yours])
    #expect(try await world.drain(channel) == ["yours"])
  }

  @Test func `a user has 32 channels, and the longest unused makes room`() async throws {
    let world = PushWorld()
    let first = world.channel()
    for _ in 0..<32 { _ = world.channel() }
    await #expect(throws: CloudError.self) { try await world.courier.next(on: first) }
  }
}
