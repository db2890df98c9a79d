import CloudCore
import CloudModel
import CloudRules
import Foundation
import TestSupport
import Testing

/// A container that exists is given what it lacks, with what is stored in it.
@Suite struct SchemaExtensionTests {
  private static let old = """
    DEFINE SCHEMA
    RECORD TYPE T (at TIMESTAMP, name STRING SEARCHABLE, own INT64, GRANT READ TO "_world");
    RECORD TYPE Theirs (x STRING QUERYABLE);
    """
  private static let new = """
    DEFINE SCHEMA
    RECORD TYPE T ("___recordID" REFERENCE QUERYABLE, at TIMESTAMP QUERYABLE SORTABLE, name INT64,
      more REFERENCE QUERYABLE, GRANT WRITE TO "_creator");
    RECORD TYPE New (y STRING);
    """

  @Test func `types, fields and indexes are added, and nothing is taken away`() throws {
    let extended = try Schema(text: Self.old).extended(by: Schema(text: Self.new))
    let wanted = try Schema(
      text: """
        DEFINE SCHEMA
        RECORD TYPE T ("___recordID" REFERENCE QUERYABLE, at TIMESTAMP QUERYABLE SORTABLE,
          name STRING SEARCHABLE, own INT64, more REFERENCE QUERYABLE, GRANT READ TO "_world");
        RECORD TYPE Theirs (x STRING QUERYABLE);
        RECORD TYPE New (y STRING);
        """)
    #expect(extended == wanted)
    #expect(extended.extended(by: try Schema(text: Self.new)) == extended, "once is enough")
  }

  @Test func `records that were stored before an index are found by it`() throws {
    let world = try SchemaWorld(schema: Self.old)
    for number in 0..<500 {
      world.save(
        world.record("r\(number)", "T", ["at": .date(Date(timeIntervalSince1970: Double(number)))]))
    }
    let newestFirst = [Query.SortDescriptor(.field("at"), isAscending: false)]
    #expect(world.answer(sort: newestFirst).hasPrefix("invalidArguments"))
    try world.cloud.ensureSchema(Self.new, of: "iCloud.test")
    let found = try world.pages(sort: newestFirst).joined(separator: " ")
    #expect(found == (0..<500).reversed().map { "r\($0)" }.joined(separator: " "))
    #expect(try world.administration(of: .production).schema() == .initial)
  }

  /// Prints what the indexes of the chat format cost; the bound leaves room for a busy machine.
  @Test func `the indexes of a chat's records cost a save less than half as much again`() throws {
    let fields = "text STRING, senderID STRING, timestamp TIMESTAMP"
    let none = try SchemaWorld(schema: "DEFINE SCHEMA RECORD TYPE Message (\(fields));")
    let all = try SchemaWorld(
      schema: """
        DEFINE SCHEMA RECORD TYPE Message ("___recordID" REFERENCE QUERYABLE,
          \(fields) QUERYABLE SORTABLE);
        """)
    var count = 0
    func saving(in world: SchemaWorld) throws -> Duration {
      count += 1
      let records = (0..<50).map { number in
        world.record(
          "m\(count)-\(number)", "Message",
          [
            "text": .string("Train or plane?"), "senderID": .string(world.alice),
            "timestamp": .date(Date(timeIntervalSince1970: Double(count * 50 + number))),
          ])
      }
      let clock = ContinuousClock()
      let begin = clock.now
      _ = try world.service().modifyRecords(
        records.map { RecordModification(.save($0, .forceUpdate)) }, atomically: true,
        by: world.web,
        in: .private)
      return clock.now - begin
    }
    let ratio = try timeRatio(
      of: { try saving(in: all) }, to: { try saving(in: none) }, bound: 1.5)
    print("indexes: a save takes \(ratio) times as long")
    #expect(ratio < 1.5)
  }
}
