package import CloudModel

/// Runs `body` with two people in a world of their own: alice, and bob, whom she has taken into her chat.
package func withPair(
  permission: Participant.Permission = .readWrite,
  _ body: (World, _ alice: Device, _ bob: Device, SharedChat) async throws -> Void
) async throws {
  try await withWorld { world in
    let alice = try world.device(of: "alice")
    let bob = try world.device(of: "bob")
    let chat = try await SharedChat.make(owner: alice, guests: [bob], permission: permission)
    try await body(world, alice, bob, chat)
  }
}
