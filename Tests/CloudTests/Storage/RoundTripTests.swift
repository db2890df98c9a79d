import CloudCore
import CloudModel
import CloudPostgres
import CloudRules
import TestSupport
import Testing

/// What an operation costs where the database is on another machine.
@Suite struct RoundTripTests {
  private static let partition = Partition(container: "iCloud.test", environment: .development)

  @Test(arguments: [1, 20]) func `a send takes at most four trips, a look-up five, a query nine`(
    messages: Int
  ) async throws {
    let cluster = try await TestPostgres.shared()
    try await cluster.withNamedDatabase { name in
      let address = try cluster.address(database: name)
      let store = try #require(try StorePlace(in: address).open() as? PostgresStore)
      let surroundings = Surroundings.deterministic()
      let cloud = Cloud(store: store, surroundings: surroundings, announce: { _ in })
      try cloud.ensureContainer(Self.partition.container)
      _ = try cloud.administration(of: Self.partition).importSchema(
        text: """
          DEFINE SCHEMA RECORD TYPE Message ("___recordID" REFERENCE QUERYABLE, text STRING,
            GRANT WRITE TO "_creator");
          """)
      let service = cloud.service(for: Self.partition)
      let accounts = AccountService(store: store, surroundings: surroundings)
      let alice = Caller(
        userRecordName: try accounts.createAccount(named: "alice").userRecordName)
      let bob = Caller(userRecordName: try accounts.createAccount(named: "bob").userRecordName)
      let zoneID = RecordZoneID(zoneName: "Chat", ownerName: alice.userRecordName)
      _ = try service.modifyZones([.create(zoneID)], by: alice, in: .private)
      var share = Share()
      share.participants = [
        Participant(identity: UserIdentity(userRecordName: bob.userRecordName))
      ]
      let record = Record(
        recordType: Share.recordType,
        recordID: RecordID(recordName: RecordID.zoneWideShareName, zoneID: zoneID), share: share)
      try Self.modify([RecordModification(.save(record, .create))], service, alice, .private)
      let links = try service.pendingInvitations(for: bob).map {
        CloudService.Link(shortGUID: $0.shortGUID)
      }
      _ = try service.accept(links, by: bob)
      func send(_ turn: Int, by caller: Caller, _ scope: DatabaseScope) throws -> Int {
        let before = store.roundTrips
        let messages = (0..<messages).map { number in
          var record = Record(
            recordType: "Message",
            recordID: RecordID(recordName: "m\(turn)-\(number)", zoneID: zoneID))
          record["text"] = .string("Hello")
          return RecordModification(.save(record, .create))
        }
        try Self.modify(messages, service, caller, scope)
        return store.roundTrips - before
      }
      // The first reads the types.
      _ = try send(0, by: alice, .private)
      #expect(try send(1, by: alice, .private) <= 4)
      #expect(try send(2, by: bob, .shared) <= 4)
      let names = (0..<messages).map {
        (recordID: RecordID(recordName: "m1-\($0)", zoneID: zoneID), desiredKeys: [String]?.none)
      }
      var before = store.roundTrips
      for found in try service.records(for: names, by: bob, in: .shared) {
        _ = try found.result.get()
      }
      #expect(store.roundTrips - before <= 5)
      before = store.roundTrips
      let page = try service.query(
        Query(recordType: "Message"), in: .zone(zoneID), resultsLimit: messages, by: bob,
        in: .shared)
      #expect(page.records.count == messages)
      // Two transactions: whether index entries are due is asked apart.
      #expect(store.roundTrips - before <= 9)
      // Each reads one record, though its plan is from the time when there was none.
      for _ in 0..<10 { _ = try service.records(for: [names[0]], by: bob, in: .shared) }
      try store.close()
      // They tell what they have read when they end.
      let haveEnded = try await eventually {
        try await cluster.count(
          "SELECT count(*) FROM pg_stat_activity WHERE datname = '\(name)'") == 0
      }
      #expect(haveEnded)
      let read = try await cluster.count(
        """
        SELECT seq_tup_read + idx_tup_fetch FROM pg_stat_user_tables WHERE relname = 'record'
        """, in: name)
      #expect(read < 10 * messages + 60)
    }
  }

  private static func modify(
    _ modifications: [RecordModification], _ service: CloudService, _ caller: Caller,
    _ scope: DatabaseScope
  ) throws {
    let outcomes = try service.modifyRecords(
      modifications, atomically: nil, by: caller, in: scope)
    for outcome in outcomes { _ = try outcome.result.get() }
  }
}
