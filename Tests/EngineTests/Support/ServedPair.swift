import ChatCore
import ChatModel
import CloudModel
import SyncRules
import TestSupport
import Testing

/// An owner and a participant in one chat on the served cloud; one of them meets the errors.
struct ServedPair: Sendable {
  let cloud: ServedCloud
  let owner: Device
  let guest: Device
  let shared: SharedChat
  /// The device that meets the errors, and the other one.
  let actor: Device
  let peer: Device
  let chat: ChatID
  let peersChat: ChatID
  let time: TestTime

  /// Two new people whose accounts begin with `name`; the first message has arrived already.
  static func make(_ name: String, actingAs role: ErrorPolicy.Role) async throws -> ServedPair {
    let cloud = try #require(ServedCloud.current)
    let time = TestTime()
    let owner = try await cloud.device(of: "\(name)-owner", time: time)
    let guest = try await cloud.device(of: "\(name)-guest", time: time)
    let shared = try await SharedChat.make(owner: owner, guests: [guest])
    let (actor, peer) =
      switch role {
      case .owner: (owner, guest)
      case .participant: (guest, owner)
      }
    let pair = ServedPair(
      cloud: cloud, owner: owner, guest: guest, shared: shared, actor: actor, peer: peer,
      chat: try await shared.id(on: actor), peersChat: try await shared.id(on: peer), time: time)
    // With it the session tells of the chat's last message, and needs not again for a while.
    try await actor.repository.send("hello", to: pair.chat)
    await actor.sync()
    await peer.sync()
    return pair
  }

  /// Expects the texts that both see, oldest first, without who said them; nothing may be on its way.
  func expectTexts(_ texts: [String], _ comment: Comment) async throws {
    await peer.sync()
    for (device, chat) in [(actor, chat), (peer, peersChat)] {
      let messages = try await device.messages(in: chat)
      #expect(messages.map(\.text) == texts, comment)
      #expect(messages.allSatisfy { $0.delivery == .received || $0.delivery == .sent }, comment)
    }
  }

  /// Whether nothing waits for anything on either device, and both see the same.
  func isAtRest() async throws -> Bool {
    for device in [actor, peer] {
      guard try await device.replica.pendingWork().isEmpty,
        try await device.repository.outbox().isEmpty
      else { return false }
    }
    return try await texts() == peer.messages(in: peersChat).map(\.text)
  }

  /// The texts that the actor sees, oldest first, without who said them.
  func texts() async throws -> [String] { try await actor.messages(in: chat).map(\.text) }

  func delivery(of id: MessageID) async throws -> Message.Delivery {
    try await actor.repository.message(id).delivery
  }
}
