import CloudModel
import Testing

/// Sharing a record and what is below it: what every cloud does, whatever it is reached by.
@Suite struct HierarchyConformanceTests {
  @Test(arguments: CloudKind.allCases)
  func `a participant sees the shared hierarchy and nothing beside it`(
    kind: CloudKind
  ) async throws {
    try await kind.withList { lists, bob in
      let shortGUID = try await lists.share(with: ["bob"])
      let before = await #expect(throws: CloudError.self) { try await lists.changes(for: bob) }
      #expect(before?.code == .zoneNotFound)
      let metadata = try await bob.accept(shortGUID: shortGUID)
      #expect(metadata.rootRecordName == "list")
      #expect(
        try await lists.changes(for: bob).names == ["item-1", "item-2", "list", "share-list"])
      #expect(try await lists.record(named: "other", for: bob) == nil)
      let root = try await lists.record(named: "list", for: lists.alice)
      #expect(root?.shareReference == "share-list")
      #expect(root?.shortGUID == shortGUID)
    }
  }

  @Test(arguments: CloudKind.allCases)
  func `a new root and its share are saved in one request, in any order`(
    kind: CloudKind
  ) async throws {
    try await kind.withList { lists, bob in
      for (name, isShareFirst) in [("new-1", false), ("new-2", true)] {
        let root = lists.record(name)
        let share = try await lists.shareRecord(of: name, with: ["bob"])
        let saved = try await lists.trySaving(
          isShareFirst ? [share, root] : [root, share], by: lists.alice)
        let savedRoot = try #require(try saved[root.recordID]?.get())
        let savedShare = try #require(try saved[share.recordID]?.get())
        #expect(savedRoot.shareReference == share.recordID.recordName)
        #expect(savedShare.share?.rootRecordName == name)
        let shortGUID = try #require(savedShare.share?.shortGUID)
        #expect(savedRoot.shortGUID == shortGUID)
        #expect(try await lists.record(named: name, for: lists.alice) == savedRoot)
        #expect(try await bob.accept(shortGUID: shortGUID).rootRecordName == name)
      }
    }
  }

  @Test(arguments: CloudKind.allCases)
  func `the root comes with the link if it is asked for`(kind: CloudKind) async throws {
    try await kind.withList { lists, bob in
      var root = try #require(try await lists.record(named: "list", for: lists.alice))
      root["name"] = .string("Groceries")
      root["count"] = .int64(2)
      try await lists.save([root], by: lists.alice)
      let shortGUID = try await lists.share(with: ["bob"])
      #expect(try await bob.shareMetadata(forShortGUID: shortGUID).rootRecord == nil)
      for (keys, names) in [(nil, ["count", "name"]), (["name"], ["name"]), ([], [])] {
        let metadata = try await bob.shareMetadata(
          forShortGUID: shortGUID, shouldFetchRootRecord: true, rootRecordDesiredKeys: keys)
        #expect(metadata.rootRecord?.recordID == lists.id("list"))
        #expect(metadata.rootRecord?.fields.keys.sorted() == names)
      }
      let mallory = try await lists.cloud.signUp("mallory")
      let refused = await #expect(throws: CloudError.self) {
        try await mallory.shareMetadata(
          forShortGUID: shortGUID, shouldFetchRootRecord: true, rootRecordDesiredKeys: nil)
      }
      #expect(refused?.code == .unknownItem)
    }
  }

  @Test(arguments: CloudKind.allCases)
  func `children come and go with their parent chain`(kind: CloudKind) async throws {
    try await kind.withList { lists, bob in
      _ = try await bob.accept(shortGUID: try await lists.share(with: ["bob"]))
      let token = try await lists.changes(for: bob).token
      try await lists.save(
        [lists.record("deep", under: "item-3"), lists.record("item-3", under: "list")],
        by: lists.alice)
      let (joined, next) = try await lists.changes(for: bob, since: token)
      #expect(joined == ["deep", "item-3", "list"])
      var moved = try #require(try await lists.record(named: "item-3", for: lists.alice))
      moved.parent = "other"
      try await lists.save([moved], by: lists.alice)
      let (left, last) = try await lists.changes(for: bob, since: next)
      #expect(left == ["-deep", "-item-3"])
      moved = try #require(try await lists.record(named: "item-3", for: lists.alice))
      moved.parent = "item-1"
      try await lists.save([moved], by: lists.alice)
      #expect(
        try await lists.changes(for: bob, since: last).names == ["deep", "item-1", "item-3"])
    }
  }

  @Test(arguments: CloudKind.allCases)
  func `a writer adds, edits and deletes below the root, and nowhere else`(
    kind: CloudKind
  ) async throws {
    try await kind.withList { lists, bob in
      _ = try await bob.accept(shortGUID: try await lists.share(with: ["bob"]))
      let added = try await lists.save([lists.record("mine", under: "item-1")], by: bob)
      #expect(added.first?.creatorUserRecordName == bob.userRecordName)
      var item = try #require(try await lists.record(named: "item-2", for: bob))
      item["done"] = .int64(1)
      try await lists.save([item], by: bob)
      #expect(try await lists.delete("item-2", by: bob) == [nil])
      for refused in [
        lists.record("loose"), lists.record("elsewhere", under: "other"), lists.record("other"),
      ] {
        let results = try await lists.trySaving([refused], by: bob)
        #expect(code(results[refused.recordID]) == .permissionFailure, "\(refused.recordID)")
      }
      #expect(try await lists.delete("list", by: bob) == [.permissionFailure])
      #expect(try await lists.delete("other", by: bob) == [.unknownItem])
    }
  }

  @Test(arguments: CloudKind.allCases)
  func `a reader changes nothing`(kind: CloudKind) async throws {
    try await kind.withList { lists, bob in
      _ = try await bob.accept(shortGUID: try await lists.share(with: ["bob"], .readOnly))
      let item = try #require(try await lists.record(named: "item-1", for: bob))
      let results = try await lists.trySaving(
        [item, lists.record("new", under: "list")], by: bob, atomically: false)
      #expect(results.values.allSatisfy { code($0) == .permissionFailure })
      #expect(try await lists.delete("item-1", by: bob) == [.permissionFailure])
    }
  }

  @Test(arguments: CloudKind.allCases)
  func `losing one of two shares takes only its hierarchy away`(kind: CloudKind) async throws {
    try await kind.withList { lists, bob in
      let first = try await lists.share(with: ["bob"])
      let second = try await lists.share("other", with: ["bob"])
      _ = try await bob.accept(shortGUID: first)
      let token = try await lists.changes(for: bob).token
      _ = try await bob.accept(shortGUID: second)
      let (seen, next) = try await lists.changes(for: bob, since: token)
      #expect(seen == ["other", "share-other"])
      let zones = try await lists.zones(for: bob).token
      #expect(try await lists.delete("share-list", by: bob) == [nil])
      #expect(
        try await lists.changes(for: bob, since: next).names
          == ["-item-1", "-item-2", "-list", "-share-list"])
      #expect(try await lists.zones(for: bob, since: zones).names == ["lists"])
      #expect(try await lists.delete("share-other", by: lists.alice) == [nil])
      #expect(try await lists.zones(for: bob, since: zones).names == ["-lists"])
      let root = try await lists.record(named: "other", for: lists.alice)
      #expect(root != nil && root?.shareReference == nil)
    }
  }

  @Test(arguments: CloudKind.allCases)
  func `a participant who comes back finds the changes of the meantime`(kind: CloudKind)
    async throws
  {
    try await kind.withList { lists, bob in
      let shortGUID = try await lists.share(with: ["bob"])
      _ = try await bob.accept(shortGUID: shortGUID)
      let token = try await lists.changes(for: bob).token
      #expect(try await lists.delete("share-list", by: bob) == [nil])
      #expect(try await lists.delete("item-1", by: lists.alice) == [nil])
      var share = try #require(try await lists.record(named: "share-list", for: lists.alice))
      share.share?.participants.append(
        Participant(identity: UserIdentity(userRecordName: nil, lookupName: "bob")))
      try await lists.save([share], by: lists.alice)
      _ = try await bob.accept(shortGUID: shortGUID)
      #expect(
        try await lists.changes(for: bob, since: token).names
          == ["-item-1", "item-2", "list", "share-list"])
    }
  }

  @Test(arguments: CloudKind.allCases)
  func `a record is in one share at most`(kind: CloudKind) async throws {
    try await kind.run { cloud in
      let lists = try await SharedList(in: cloud)
      try await lists.share(with: [])
      for root in ["item-1", "list"] {
        var share = try await lists.shareRecord(of: root, with: [])
        share.recordID.recordName = "second"
        let record = try #require(try await lists.record(named: root, for: lists.alice))
        let results = try await lists.trySaving([record, share], by: lists.alice)
        #expect(code(results[share.recordID]) == .alreadyShared, "\(root)")
        #expect(code(results[record.recordID]) == .batchRequestFailed)
      }
      let zoneShare = Record(
        recordType: Share.recordType, recordID: .zoneWideShare(in: lists.zoneID), share: Share())
      let whole = try await lists.trySaving([zoneShare], by: lists.alice)
      #expect(code(whole[zoneShare.recordID]) == .invalidArguments)
    }
  }

  @Test(arguments: CloudKind.allCases)
  func `a hierarchy in a zone that is shared as a whole is not shared again`(
    kind: CloudKind
  ) async throws {
    try await kind.run { cloud in
      let lists = try await SharedList(in: cloud)
      try await lists.save(
        [
          Record(
            recordType: Share.recordType, recordID: .zoneWideShare(in: lists.zoneID),
            share: Share())
        ], by: lists.alice)
      let share = try await lists.shareRecord(of: "list", with: [])
      let root = try #require(try await lists.record(named: "list", for: lists.alice))
      let results = try await lists.trySaving([root, share], by: lists.alice)
      #expect(
        [.invalidArguments, .serverRejectedRequest].contains(code(results[share.recordID])))
    }
  }

  @Test(arguments: CloudKind.allCases)
  func `an owner who deletes the root ends the share`(kind: CloudKind) async throws {
    try await kind.withList { lists, bob in
      _ = try await bob.accept(shortGUID: try await lists.share(with: ["bob"]))
      let zones = try await lists.zones(for: bob).token
      #expect(try await lists.delete("list", by: lists.alice) == [.referenceViolation])
      #expect(
        try await lists.delete("list", "item-1", "item-2", by: lists.alice) == [nil, nil, nil])
      #expect(try await lists.zones(for: bob, since: zones).names == ["-lists"])
      #expect(try await lists.record(named: "share-list", for: lists.alice) == nil)
    }
  }

  @Test(arguments: CloudKind.allCases)
  func `an invitation that is declined is gone`(kind: CloudKind) async throws {
    try await kind.withList { lists, bob in
      let shortGUID = try await lists.share(with: ["bob"])
      #expect(try await bob.pendingInvitations().map(\.shortGUID) == [shortGUID])
      try await bob.decline(shortGUID: shortGUID)
      #expect(try await bob.pendingInvitations() == [])
      let again = await #expect(throws: CloudError.self) {
        try await bob.decline(shortGUID: shortGUID)
      }
      #expect(again?.code == .unknownItem)
      let accepting = await #expect(throws: CloudError.self) {
        try await bob.accept(shortGUID: shortGUID)
      }
      #expect(accepting?.code == .permissionFailure)
      let share = try await lists.record(named: "share-list", for: lists.alice)
      #expect(share?.share?.participants.count == 1)
    }
  }
}
