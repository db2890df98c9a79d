import CloudModel
import CloudRules
import Testing

extension CloudStoreTests {
  /// One damaged row of each kind, in a world that `fill` has filled.
  private static let rows: [DamagedRow] = [
    .record(StoreWorld.zoneID, recordName: "b"), .share(StoreWorld.zoneID, root: nil),
    .participant(StoreWorld.zoneID, root: nil, userRecordName: "_bob"),
    .subscription(userRecordName: "_alice", .private, subscriptionID: "s"),
  ]

  /// Three records, a share with Bob that everybody may read, and two subscriptions.
  private static func fill(_ world: StoreWorld) throws {
    try world.change { transaction, zone throws in
      for name in ["a", "b", "c"] {
        try transaction.put(name, ["n": .int64(1)], in: &zone)
      }
      let bob = Participant(
        participantID: "p", identity: UserIdentity(userRecordName: "_bob"), role: .privateUser,
        permission: .readWrite, acceptanceStatus: .accepted)
      try transaction.save(
        StoredShare(publicPermission: .readOnly, participants: [bob]), of: zone)
      for id in ["s", "t"] {
        try transaction.save(
          Subscription(subscriptionID: id, kind: .database), of: "_alice", .private)
      }
    }
  }

  @Test(arguments: StoreFactory.all, rows) func `a damaged row spoils nothing but itself`(
    factory: StoreFactory, row: DamagedRow
  ) async throws {
    try await StoreWorld.run(factory) { world in
      try Self.fill(world)
      #expect(try world.read { try $0.damagedRows() } == [])
      try world.damage(row)
      #expect(try world.read { try $0.damagedRows() } == [row])
      try world.look { reading, zone throws in
        let records = try reading.records(in: zone, after: 0, limit: 9)
        #expect(records.names == ["a", "b", "c"])
        let share = try #require(try reading.share(of: zone, root: nil))
        let subscriptions = try reading.subscriptions(of: "_alice", .private)
        switch row {
        case .record:
          #expect(records.map(\.isDamaged) == [false, true, false])
          #expect(records[1].record.fields == [:])
        case .share:
          #expect(share.isDamaged && share.publicPermission == .none)
          #expect(share.participants.count == 1)
        case .participant: #expect(share.isDamaged && share.participants.isEmpty)
        case .subscription:
          #expect(subscriptions.map(\.subscriptionID) == ["t"])
          #expect(throws: StoreError.self) { try reading.subscription("s", of: "_alice", .private) }
        }
      }
    }
  }

  @Test(arguments: StoreFactory.all, rows)
  func `a row that is set aside is kept, and closed or removed`(
    factory: StoreFactory, row: DamagedRow
  ) async throws {
    try await StoreWorld.run(factory) { world in
      try Self.fill(world)
      try world.damage(row)
      try world.change { transaction, _ throws in try transaction.setAside(row, milliseconds: 7) }
      let aside = try world.store.readRegistry { try $0.inspect(InspectionQuery(.setAside)) }
      #expect(aside.rows.count == 1)
      #expect(aside.rows.first?["kind"] == .text(row.kind))
      #expect(aside.rows.first?["setAsideAt"] == .integer(7))
      try world.change { transaction, zone throws in
        let share = try #require(try transaction.share(of: zone.zone, root: nil))
        switch row {
        case .record:
          // The row stays, so that the record can be saved over.
          #expect(try transaction.damagedRows() == [row])
          try transaction.put("b", ["n": .int64(2)], in: &zone)
        case .share: #expect(!share.isDamaged && share.publicPermission == .none)
        case .participant: #expect(!share.isDamaged && share.participants.isEmpty)
        case .subscription:
          #expect(try transaction.subscription("s", of: "_alice", .private) == nil)
        }
        #expect(try transaction.damagedRows() == [])
      }
    }
  }

  @Test(arguments: StoreFactory.all) func `people can inspect every kind of row, in pages`(
    factory: StoreFactory
  ) async throws {
    try await StoreWorld.run(factory) { world in
      try Self.fill(world)
      try world.change { transaction, zone throws in
        try transaction.noteChange(
          of: zone.zone.zoneID, deleted: nil, in: "_alice", .private, by: nil, milliseconds: 1)
      }
      func inspect(_ query: InspectionQuery) throws -> InspectionPage {
        try world.store.readRegistry { try $0.inspect(query) }
      }
      let counts: [InspectionSubject: Int] = [
        .accounts: 3, .containers: 1, .zones: 2, .shares: 1, .records: 3, .feeds: 1,
        .subscriptions: 2, .assets: 0, .setAside: 0,
      ]
      for subject in InspectionSubject.allCases {
        let page = try inspect(InspectionQuery(subject))
        #expect(page.rows.count == counts[subject], "\(subject)")
        #expect(page.rows.allSatisfy { Set($0.keys) == Set(page.columns) }, "\(subject)")
      }
      let names = { (page: InspectionPage) in page.rows.map { $0["recordName"] } }
      let first = try inspect(InspectionQuery(.records, account: "ALICE", zone: "Z", limit: 2))
      #expect(names(first) == [.text("a"), .text("b")])
      #expect(first.next == "2")
      let last = try inspect(InspectionQuery(.records, account: "_alice", limit: 2, offset: 2))
      #expect(names(last) == [.text("c")])
      #expect(last.next == nil)
      #expect(try inspect(InspectionQuery(.records, account: "bob")).rows == [])
      #expect(try inspect(InspectionQuery(.zones, container: "iCloud.other")).rows == [])
    }
  }
}
