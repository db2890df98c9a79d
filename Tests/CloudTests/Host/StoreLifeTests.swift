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
