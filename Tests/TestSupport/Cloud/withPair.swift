package import CloudModel

/// Runs `body` with two people in a world of their own, alice and bob, who know nothing of one another yet.
package func withTwo(
  _ body: (World, _ alice: Device, _ bob: Device) async throws -> Void
) async throws {
  try await withWorld { world in
    try await body(world, try world.device(of: "alice"), try world.device(of: "bob"))
  }
}

/// The same with alice's chat, into which she has taken bob.
package func withPair(
  permission: Participant.Permission = .readWrite,
  _ body: (World, _ alice: Device, _ bob: Device, SharedChat) async throws -> Void
) async throws {
  try await withTwo { world, alice, bob in
    let chat = try await SharedChat.make(owner: alice, guests: [bob], permission: permission)
    try await body(world, alice, bob, chat)
  }
}
