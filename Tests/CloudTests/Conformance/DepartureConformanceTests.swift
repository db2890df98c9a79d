import CloudModel
import Testing

/// A record that leaves a participant's view is reported as gone, in pages of any size.
///
/// A chain of parents is shared to any depth.
@Suite struct DepartureConformanceTests {
  @Test(arguments: CloudKind.allCases)
  func `a record that leaves a hierarchy is reported, also where a page ends there`(
    kind: CloudKind
  ) async throws {
    try await kind.withList { lists, bob in
      _ = try await bob.accept(shortGUID: try await lists.share(with: ["bob"]))
      let token = try await lists.changes(for: bob).token
      for name in ["item-1", "item-2"] {
        var item = try #require(try await lists.record(named: name, for: lists.alice))
        item.parent = "other"
        try await lists.save([item], by: lists.alice)
      }
      for limit in 1...3 {
        #expect(
          try await lists.changes(for: bob, since: token, limit: limit).names
            == ["-item-1", "-item-2"], "\(limit) a page")
      }
    }
  }

  @Test(arguments: CloudKind.allCases)
  func `a record that was deleted before somebody left one of two hierarchies is reported`(
    kind: CloudKind
  ) async throws {
    try await kind.withList { lists, bob in
      for root in ["list", "other"] {
        _ = try await bob.accept(shortGUID: try await lists.share(root, with: ["bob"]))
      }
      let token = try await lists.changes(for: bob).token
      #expect(try await lists.delete("item-1", by: lists.alice) == [nil])
      #expect(try await lists.delete("share-list", by: lists.alice) == [nil])
      #expect(
        Set(try await lists.changes(for: bob, since: token).names)
          == ["-item-1", "-item-2", "-list", "-share-list"])
    }
  }

  @Test(arguments: CloudKind.allCases)
  func `a participant who comes back to another hierarchy learns that the first one left`(
    kind: CloudKind
  ) async throws {
    try await kind.withList { lists, bob in
      _ = try await bob.accept(shortGUID: try await lists.share(with: ["bob"]))
      let token = try await lists.changes(for: bob).token
      #expect(try await lists.delete("share-list", by: lists.alice) == [nil])
      _ = try await bob.accept(shortGUID: try await lists.share("other", with: ["bob"]))
      // The feed of the database only says that the zone is there: one entry for a zone.
      for limit in [1, 200] {
        #expect(
          try await lists.changes(for: bob, since: token, limit: limit).names
            == ["-item-1", "-item-2", "-list", "-share-list", "other", "share-other"])
      }
    }
  }

  @Test(arguments: CloudKind.allCases)
  func `a participant who loses more than a page at once begins anew`(kind: CloudKind) async throws
  {
    try await kind.withList { lists, bob in
      let many = (0..<200).map { "many-\($0)" }
      try await lists.save(many.map { lists.record($0, under: "list") }, by: lists.alice)
      for root in ["list", "other"] {
        _ = try await bob.accept(shortGUID: try await lists.share(root, with: ["bob"]))
      }
      let token = try await lists.changes(for: bob).token
      #expect(try await lists.delete("share-list", by: lists.alice) == [nil])
      let error = await #expect(throws: CloudError.self) {
        try await lists.changes(for: bob, since: token)
      }
      #expect(error?.code == .changeTokenExpired)
      let anew = try await lists.changes(for: bob, limit: 3)
      #expect(anew.names == ["other", "share-other"])
      #expect(try await lists.changes(for: bob, since: anew.token).names == [])
      let listed = try await lists.database(of: bob).allRecordZones()
        .first { $0.zoneID == lists.zoneID }
      #expect(try await lists.changes(for: bob, since: listed?.changeToken).names == [])
    }
  }

  @Test(arguments: CloudKind.allCases)
  func `a participant whose view changes between zone and hierarchies begins anew`(
    kind: CloudKind
  ) async throws {
    try await kind.withList { lists, bob in
      _ = try await bob.accept(shortGUID: try await lists.share(with: ["bob"]))
      let token = try await lists.changes(for: bob).token
      #expect(try await lists.delete("share-list", by: lists.alice) == [nil])
      let whole = Record(
        recordType: Share.recordType, recordID: lists.id(RecordID.zoneWideShareName),
        share: Share(participants: [
          Participant(identity: UserIdentity(userRecordName: nil, lookupName: "bob"))
        ]))
      let saved = try await lists.save([whole], by: lists.alice)
      _ = try await bob.accept(shortGUID: try #require(saved.first?.share?.shortGUID))
      let error = await #expect(throws: CloudError.self) {
        try await lists.changes(for: bob, since: token)
      }
      #expect(error?.code == .changeTokenExpired)
      let names = try await lists.changes(for: bob).names
      #expect(Set(names).isSuperset(of: ["item-1", "item-2", "list", "other"]))
    }
  }

  @Test(arguments: CloudKind.allCases)
  func `a hierarchy is shared to any depth, and no chain of parents closes`(
    kind: CloudKind
  ) async throws {
    try await kind.withList { lists, bob in
      let chain = (0..<150).map { "deep-\($0)" }
      for half in [chain.prefix(75), chain.suffix(75)] {
        try await lists.save(
          half.map { name in
            let above = chain.firstIndex(of: name).flatMap { $0 > 0 ? chain[$0 - 1] : nil }
            return lists.record(name, under: above ?? "list")
          }, by: lists.alice)
      }
      _ = try await bob.accept(shortGUID: try await lists.share(with: ["bob"]))
      #expect(try await lists.changes(for: bob).names.count { $0.hasPrefix("deep-") } == 150)
      try await lists.save([lists.record("deepest", under: "deep-149")], by: lists.alice)
      #expect(try await lists.record(named: "deepest", for: bob) != nil)
      let token = try await lists.changes(for: bob).token
      var first = try #require(try await lists.record(named: "deep-0", for: lists.alice))
      first.parent = "deepest"
      #expect(
        code(try await lists.trySaving([first], by: lists.alice)[first.recordID])
          == .invalidArguments)
      first.parent = "other"
      try await lists.save([first], by: lists.alice)
      #expect(try await lists.changes(for: bob, since: token, limit: 7).names.count == 151)
    }
  }
}
