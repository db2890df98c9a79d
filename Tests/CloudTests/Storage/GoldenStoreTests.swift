import CloudModel
import CloudRules
import CloudStorage
import Foundation
import GRDB
import Testing

/// The store's own coding: files of version 1 are read by every later version, and no change of the
/// wire changes what is written.
@Suite struct GoldenStoreTests {
  private typealias Golden = GoldenStore

  @Test func `the rows of version 1 are read`() async throws {
    try await withTemporaryDirectory { directory in
      try Golden.fill(directory)
      let store = try Golden.open(directory)
      try Self.expectGolden(in: store)
      try store.close()
    }
  }

  @Test func `rows are written as version 1 has them, byte for byte`() async throws {
    try await withTemporaryDirectory { directory in
      try await withTemporaryDirectory { golden in
        try Golden.fill(golden)
        let store = try Golden.open(directory)
        try Golden.write(to: store)
        try store.close()
        let written = try Golden.rows(of: directory)
        #expect(
          written.map(Self.withoutNonces) == (try Golden.rows(of: golden)).map(Self.withoutNonces))
        #expect(try Golden.opened(directory, "sealed") == Golden.opened(golden, "sealed"))
      }
    }
  }

  /// Sealed bytes are different each time; what they hold is compared by itself.
  private static func withoutNonces(_ row: String) -> String {
    row.replacing(/X'[0-9A-F]{40,}'/, with: "X''")
  }

  static func expectGolden(in store: some CloudStore) throws {
    try store.read(in: Golden.partition) { reading throws in
      let zone = try #require(try reading.zone(Golden.zone.zoneID))
      #expect(zone == Golden.zone)
      for expected in Golden.records {
        let name = expected.record.recordID.recordName
        var found = try #require(try reading.record(named: name, in: zone))
        found.id = nil
        #expect(found == expected)
      }
      #expect(try reading.share(of: zone, root: "root") == Golden.share)
      #expect(try reading.shortGUID(of: zone, root: "root") == "short-guid")
      for (scope, expected) in Golden.subscriptions {
        #expect(
          try reading.subscription(expected.subscriptionID, of: "_owner", scope) == expected)
      }
      let schema = try reading.storedSchema()
      #expect(schema.roles == Golden.schema.roles)
      #expect(schema["Golden"] == Golden.schema["Golden"])
      #expect(try reading.damagedRows() == [])
    }
  }

  /// Rows of earlier programs, which left the order of keys open and wrote a zone's type.
  @Test func `rows that earlier programs wrote are read`() async throws {
    try await withTemporaryDirectory { directory in
      try Golden.fill(directory)
      try Self.execute(
        in: directory,
        #"""
        UPDATE record SET fields = '{ "s":{"type":"STRING","value":"a\/b"},
          "e":{"isEncrypted":true,"value":"AQ==","type":"ENCRYPTED_BYTES"},
          "l":{"value":[],"type":"UNKNOWN_LIST"},
          "r":{"value":{"action":"NONE","recordName":"x\/y"},"type":"REFERENCE"}}'
          WHERE recordName = 'root';
        UPDATE subscription SET body = '{"zoneID":{"zoneType":"REGULAR_CUSTOM_ZONE",
          "ownerRecordName":"_owner","zoneName":"Golden"},"subscriptionType":"zone",
          "subscriptionID":"zone"}' WHERE subscriptionID = 'zone';
        """#)
      let store = try Golden.open(directory)
      try store.read(in: Golden.partition) { reading throws in
        let root = try #require(try reading.record(named: "root", in: Golden.zone))
        #expect(
          root.record.fields == [
            "s": .string("a/b"), "e": .bytes(Data([1])), "l": .list([]),
            "r": .reference(Reference(recordName: "x/y", action: .none)),
          ])
        #expect(root.record.encryptedKeys == ["e"])
        #expect(
          try reading.subscription("zone", of: "_owner", .private)?.kind
            == .zone(Golden.zone.zoneID))
      }
      try store.close()
    }
  }

  @Test func `a row of a newer coding counts as damaged, says why, and harms no other`()
    async throws
  {
    try await withTemporaryDirectory { directory in
      try Golden.fill(directory)
      try Self.execute(
        in: directory,
        """
        UPDATE record SET fields = '2 {"text":"later"}' WHERE recordName = 'root';
        UPDATE subscription SET body = '17 later' WHERE subscriptionID = 'zone';
        """)
      let store = try Golden.open(directory)
      try store.read(in: Golden.partition) { reading throws in
        #expect(try reading.record(named: "root", in: Golden.zone)?.isDamaged == true)
        #expect(try reading.record(named: "open", in: Golden.zone)?.isDamaged == false)
        let error = #expect(throws: StoreError.self) {
          try reading.subscription("zone", of: "_owner", .private)
        }
        #expect(
          "\(try #require(error))"
            == "The cloud's store is damaged: a subscription was written by a newer version of this "
            + "program (coding 17).")
        #expect(
          try reading.subscriptions(of: "_owner", .private).map(\.subscriptionID)
            == ["database", "query"])
        #expect(
          try reading.damagedRows() == [
            .record(Golden.zone.zoneID, recordName: "root"),
            .subscription(userRecordName: "_owner", .private, subscriptionID: "zone"),
          ])
      }
      #expect(
        try store.check().checks.filter { $0.isRepairable == true }.flatMap(\.examples) == [
          "_owner/Golden/root, written by a newer version of this program",
          "_owner/zone, written by a newer version of this program",
        ])
      try store.close()
    }
  }

  private static func execute(in directory: String, _ sql: String) throws {
    let database = try DatabaseQueue(path: directory + "/cloud.sqlite")
    try database.write { try $0.execute(sql: sql) }
    try database.close()
  }
}
