import CloudCore
import CloudModel
import CloudRules
import CloudStorage
import Testing

/// A copy that is used as a store is another incarnation: it does not accept tokens and tags that
/// the original gave out after the copy was made.
@Suite struct StoreLifeTests {
  @Test func `change tokens of one life have expired in another`() async throws {
    try await withTemporaryDirectory { directory in
      let original = try StoreFolder(directory + "/original")
      try original.save("a")
      let copies = try ["one", "two"].map { try original.copy(to: "\(directory)/\($0)") }
      try original.save("b")
      let lost = try original.tokens()
      try original.store.close()
      var given: [StoreFolder.Tokens] = []
      for path in copies {
        let copy = try StoreFolder(path)
        // The feeds come past where the lost tokens stand.
        for name in ["c", "d", "e"] { try copy.save(name) }
        for tokens in [lost] + given {
          #expect(try copy.refusals(of: tokens) == [.changeTokenExpired, .changeTokenExpired])
        }
        #expect(try copy.names() == ["a", "c", "d", "e"])
        given.append(try copy.tokens())
        try copy.store.close()
        let again = try StoreFolder(path)
        #expect(try again.refusals(of: try #require(given.last)) == [nil, nil])
        try again.store.close()
      }
    }
  }

  @Test func `a copy is the same cloud as its original, and another store is another one`()
    async throws
  {
    try await withTemporaryDirectory { directory in
      /// The identity of the store in a folder, where a new one would come from this seed.
      func identity(_ path: String, seed: UInt64) throws -> String {
        let folder = try StoreFolder(path)
        let cloud = Cloud(
          store: folder.store, surroundings: .deterministic(seed: seed), announce: { _ in })
        let identity = try cloud.ensureIdentity()
        try folder.store.close()
        return identity
      }
      let original = directory + "/original"
      let made = try identity(original, seed: 2)
      #expect(made.wholeMatch(of: /[0-9a-f]{32}/) != nil)
      #expect(try identity(original, seed: 3) == made)
      let folder = try StoreFolder(original)
      let copy = try folder.copy(to: directory + "/copy")
      try folder.store.close()
      #expect(try identity(copy, seed: 4) == made)
      #expect(try identity(directory + "/other", seed: 5) != made)
    }
  }

  @Test func `a change tag that was lost never fits again`() async throws {
    try await withTemporaryDirectory { directory in
      let original = try StoreFolder(directory + "/original")
      let kept = try original.save("a")
      let path = try original.copy(to: directory + "/copy")
      let lost = try (0..<3).map { _ in try original.save("a") }
      try original.store.close()
      let copy = try StoreFolder(path)
      try copy.save("a", over: kept)
      // Counted on, this would be where the last of the lost stood.
      for _ in 0..<2 { try copy.save("a") }
      for tag in lost {
        let error = #expect(throws: CloudError.self) { try copy.save("a", over: tag) }
        #expect(error?.code == .serverRecordChanged)
      }
      try copy.store.close()
    }
  }
}
