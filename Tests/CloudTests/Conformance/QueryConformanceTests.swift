import CloudModel
import Foundation
import Testing

/// Queries by clients of ours, in a schema that nobody declared.
@Suite struct QueryConformanceTests {
  /// The messages before a time, newest first.
  private static func messages(before seconds: Int64 = 1000) -> Query {
    Query(
      recordType: "Message",
      filters: [.init(.field("timestamp"), .lessThan, .date(date(seconds)))],
      sortDescriptors: [.init(.field("timestamp"), isAscending: false)])
  }

  private static func date(_ seconds: Int64) -> Date {
    Date(millisecondsSince1970: seconds * 1000)
  }

  private static func message(_ second: Int64, in zoneID: RecordZoneID) -> Record {
    Record(
      recordType: "Message", recordID: RecordID(recordName: "m\(second)", zoneID: zoneID),
      fields: ["text": .string("t\(second)"), "timestamp": .date(date(second))])
  }

  private static func save(
    _ seconds: [Int64], in chat: SharedChat, by user: any CloudContainer
  ) async throws {
    let results = try await chat.database(of: user).modifyRecords(
      saving: seconds.map { message($0, in: chat.zoneID) }, deleting: [],
      savePolicy: .ifServerRecordUnchanged, atomically: true)
    for result in results.saveResults.values { _ = try result.get() }
  }

  private static func names(_ results: CloudDatabase.MatchResults) throws -> [String] {
    let records = try results.map { try $0.1.get() }
    #expect(records.map(\.recordID) == results.map(\.0))
    return records.map(\.recordID.recordName)
  }

  @Test(arguments: CloudKind.allCases)
  func `owner and participant page back through a chat that nobody declared`(
    kind: CloudKind
  ) async throws {
    try await kind.withChat { chat in
      let bob = try await chat.join("bob")
      try await Self.save([3, 1, 5], in: chat, by: chat.alice)
      try await Self.save([4, 2, 6], in: chat, by: bob)
      for user in [chat.alice, bob] {
        let database = chat.database(of: user)
        var page = try await database.records(
          matching: Self.messages(before: 6), inZoneWith: chat.zoneID, desiredKeys: nil,
          resultsLimit: 2)
        #expect(try Self.names(page.matchResults) == ["m5", "m4"])
        let newest = try #require(try page.matchResults.first?.1.get())
        #expect(newest.fields == Self.message(5, in: chat.zoneID).fields)
        #expect(newest.creatorUserRecordName == chat.alice.userRecordName)
        let found = try await database.records(for: [newest.recordID], desiredKeys: nil)
        #expect(try found[newest.recordID]?.get() == newest)
        var rest: [[String]] = []
        while let cursor = page.queryCursor {
          page = try await database.records(
            continuingMatchFrom: cursor, desiredKeys: ["text"], resultsLimit: 2)
          rest.append(try Self.names(page.matchResults))
          for (_, result) in page.matchResults {
            #expect(try Array(result.get().fields.keys) == ["text"])
          }
        }
        #expect(rest == [["m3", "m2"], ["m1"]])
      }
    }
  }

  @Test(arguments: CloudKind.allCases)
  func `a type and a field are known from the first save on`(kind: CloudKind) async throws {
    try await kind.withChat { chat in
      let database = chat.database(of: chat.alice)
      func error() async -> CloudError? {
        await #expect(throws: CloudError.self) {
          _ = try await database.records(
            matching: Self.messages(), inZoneWith: chat.zoneID, desiredKeys: nil, resultsLimit: 50)
        }
      }
      #expect(await error()?.code == .unknownItem)
      try await chat.store(chat.message("m0", "without a time"), by: chat.alice)
      let unknownField = await error()
      #expect(unknownField?.code == .invalidArguments)
      #expect(unknownField?.reason == "Field 'timestamp' is not marked queryable")
      try await Self.save([1], in: chat, by: chat.alice)
      let page = try await database.records(
        matching: Self.messages(), inZoneWith: chat.zoneID, desiredKeys: nil, resultsLimit: 50)
      #expect(try Self.names(page.matchResults) == ["m1"])
      #expect(page.queryCursor == nil)
    }
  }

  @Test(arguments: CloudKind.allCases)
  func `without a zone all zones are searched, and others' are not there`(
    kind: CloudKind
  ) async throws {
    try await kind.withChat { chat in
      let bob = try await chat.join("bob")
      let own = RecordZoneID(zoneName: "own", ownerName: bob.userRecordName)
      let database = bob.database(with: .private)
      _ = try await database.modifyRecordZones(saving: [RecordZone(zoneID: own)], deleting: [])
      _ = try await database.modifyRecords(
        saving: [Self.message(9, in: own)], deleting: [], savePolicy: .allKeys, atomically: true)
      try await Self.save([1, 2], in: chat, by: chat.alice)
      for (scope, expected) in [
        (DatabaseScope.private, [RecordID(recordName: "m9", zoneID: own)]),
        (.shared, ["m2", "m1"].map { RecordID(recordName: $0, zoneID: chat.zoneID) }),
      ] {
        let found = try await bob.database(with: scope).records(
          matching: Self.messages(), inZoneWith: nil, desiredKeys: [], resultsLimit: nil)
        #expect(found.matchResults.map(\.0) == expected)
      }
      let carol = try await chat.cloud.signUp("carol")
      let stranger = await #expect(throws: CloudError.self) {
        _ = try await carol.database(with: .shared).records(
          matching: Self.messages(), inZoneWith: chat.zoneID, desiredKeys: nil, resultsLimit: nil)
      }
      #expect(stranger?.code == .zoneNotFound)
    }
  }
}
