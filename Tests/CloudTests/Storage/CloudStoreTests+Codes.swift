import CloudModel
import CloudRules
import Testing

extension CloudStoreTests {
  private static func code(
    _ id: String, _ hash: UInt8, _ kind: CodeKind = .invitation, name: String? = nil,
    of user: String? = nil, by issuer: String? = nil, createdAt: Int64 = 1, expiresAt: Int64 = 100
  ) -> StoredCode {
    StoredCode(
      id: id, hash: [hash], kind: kind, name: name, userRecordName: user, issuer: issuer,
      createdAt: createdAt, expiresAt: expiresAt, uses: 2)
  }

  @Test(arguments: StoreFactory.all)
  func `a code is found by its hash, its id, its name and who made it`(
    factory: StoreFactory
  ) async throws {
    try await StoreWorld.run(factory) { world in
      let first = Self.code("b", 1, name: "Dora")
      let second = Self.code("a", 2, .device, of: "_alice", by: "_alice", createdAt: 2)
      let third = Self.code("c", 3, by: "_alice")
      try world.store.writeRegistry { registry throws in
        for code in [first, second, third] { try registry.insert(code) }
      }
      for twin in [Self.code("a", 9), Self.code("d", 2)] {
        #expect(throws: StoreError.self) {
          try world.store.writeRegistry { try $0.insert(twin) }
        }
      }
      try world.store.readRegistry { registry throws in
        #expect(try registry.code(hash: [2]) == second)
        #expect(try registry.code(hash: [9]) == nil)
        #expect(try registry.code(id: "c") == third)
        #expect(try registry.codes(of: nil) == [first, third, second])
        #expect(try registry.codes(of: "_alice") == [third, second])
        #expect(try registry.codes(of: "_bob") == [])
        #expect(try registry.codes(reserving: "dORA") == [first])
        #expect(try registry.codes(reserving: "alice") == [])
        #expect(try registry.openInvitations(of: "_alice", at: 99) == 1)
        #expect(try registry.openInvitations(of: "_alice", at: 100) == 0)
      }
    }
  }

  @Test(arguments: StoreFactory.all) func `a code is used, taken back and forgotten`(
    factory: StoreFactory
  ) async throws {
    try await StoreWorld.run(factory) { world in
      var used = Self.code("a", 1)
      let late = Self.code("b", 2, expiresAt: 101)
      try world.store.writeRegistry { registry throws in
        for code in [used, late] { try registry.insert(code) }
      }
      try world.store.writeRegistry { registry throws in
        #expect(try registry.lockCode(hash: [1]) == used)
        #expect(try registry.lockCode(hash: [9]) == nil)
        (used.uses, used.lastUsedBy, used.isRevoked) = (1, "_bob", true)
        try registry.update(used)
      }
      try world.store.writeRegistry { registry throws in
        #expect(try registry.code(id: "a") == used)
        #expect(try registry.code(id: "b") == late)
        try registry.deleteCodes(expiredBefore: 101)
        #expect(try registry.codes(of: nil) == [late])
      }
    }
  }

  @Test(arguments: StoreFactory.all) func `the codes of an account are taken back, and no others`(
    factory: StoreFactory
  ) async throws {
    try await StoreWorld.run(factory) { world in
      func open() throws -> [String] {
        try world.store.readRegistry { try $0.codes(of: nil).filter { !$0.isRevoked }.map(\.id) }
      }
      try world.store.writeRegistry { registry throws in
        for code in [
          Self.code("a", 1, .device, of: "_alice", by: "_alice"),
          Self.code("b", 2, .reset, of: "_alice"), Self.code("c", 3, by: "_alice"),
          Self.code("d", 4, .device, of: "_bob", by: "_bob"), Self.code("e", 5),
        ] { try registry.insert(code) }
        // Who ends the sessions of an account lets none be opened that was prepared.
        _ = try registry.deleteSessions(of: "_alice", at: 50)
      }
      #expect(try open() == ["c", "d", "e"])
      try world.store.writeRegistry { try $0.revokeCodes(of: "_alice", at: 60) }
      #expect(try open() == ["d", "e"])
      try world.store.readRegistry { registry throws in
        let ends = try registry.codes(of: nil).map(\.expiresAt)
        #expect(ends == [50, 50, 60, 100, 100], "who takes a code back ends it")
        #expect(try registry.openInvitations(of: "_alice", at: 1) == 0)
      }
    }
  }
}
