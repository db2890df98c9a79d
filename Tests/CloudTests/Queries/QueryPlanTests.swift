import CloudModel
import CloudRules
import CloudStorage
import Foundation
import GRDB
import TestSupport
import Testing

/// That the indexes pay.
@Suite struct QueryPlanTests {
  @Test func `a selective filter takes as long among 100,000 records as among 1,000`() async throws
  {
    try await withTemporaryDirectory { directory in
      let small = try Self.filled(1000, in: directory + "/small")
      let large = try Self.filled(100_000, in: directory + "/large")
      let ratio = try timeRatio(
        of: { try Self.time(large) }, to: { try Self.time(small) }, bound: 5, rounds: 20)
      // Two levels more of a tree; to look at every record would be a hundred times as much.
      #expect(ratio < 5)
      try small.store.close()
      try large.store.close()
    }
  }

  /// The time of a query that finds three records.
  private static func time(_ world: SchemaWorld) throws -> Duration {
    let filters = [
      Query.Filter(.field("text"), .equals, .string("v1")),
      Query.Filter(.field("whole"), .greaterThanOrEquals, .int64(0)),
    ]
    return try ContinuousClock().measure {
      let pages = try world.pages(filters, sort: [.init(.field("whole"))])
      #expect(pages[0].split(separator: " ").count == 3)
    }
  }

  private static func filled(_ count: Int, in directory: String) throws -> SchemaWorld {
    try FileManager.default.createDirectory(
      atPath: directory, withIntermediateDirectories: false)
    let store = try SQLiteStore(.directory(directory))
    let world = try SchemaWorld(schema: QueryTests.schema, store: store)
    try fill(directory + "/cloud.sqlite", count)
    return world
  }

  /// Writes records with their index entries, three of each text, as saves would.
  private static func fill(_ path: String, _ count: Int) throws {
    let database = try DatabaseQueue(path: path)
    try database.write { database in
      try database.execute(
        sql: """
          CREATE TEMP TABLE seq AS WITH RECURSIVE s(i) AS (
            SELECT 1 UNION ALL SELECT i + 1 FROM s WHERE i < \(count)) SELECT i FROM s;
          INSERT INTO record (zone, recordName, recordType, changeCount, sequence, isDeleted, fields,
            bytes, createdAt, createdBy, modifiedAt, modifiedBy)
          SELECT incarnation, 'r' || i, 'T', 1, i, 0,
            '{"text":{"value":"v' || (i / 3) || '","type":"STRING"}}', 0, 0, '', 0, ''
          FROM seq, zone WHERE zoneName = 'Z'
            AND partition = (SELECT id FROM partition WHERE environment = 'development');
          INSERT INTO indexEntry (zone, field, value, record)
          SELECT zone, field.id, CASE field.name WHEN '___type' THEN x''
              WHEN 'whole' THEN x'018000000000000001'
              ELSE CAST(x'01' || ('v' || (record.sequence / 3)) AS BLOB) END, record.id
          FROM record, field JOIN recordType ON recordType.id = field.recordType
          WHERE recordType.name = 'T' AND field.name IN ('___type', 'text', 'whole');
          """)
    }
    try database.close()
  }
}
