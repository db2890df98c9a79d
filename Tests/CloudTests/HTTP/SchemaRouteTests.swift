import CloudClient
import CloudModel
import CloudRules
import CloudServer
import CloudStorage
import NIOHTTP1
import Testing

/// `/extension/1/schema` and its client.
@Suite struct SchemaRouteTests {
  private static let text = "DEFINE SCHEMA RECORD TYPE T (a STRING QUERYABLE);"

  private static func run(
    _ body: @escaping @Sendable (CloudAdministration) async throws -> Void
  ) async throws {
    try await withTemporaryDirectory { directory in
      let configuration = CloudHost.Configuration(
        storage: .inMemory, unixSocketPath: directory + "/cloud.sock")
      try await withCloud(configuration) { try await body(CloudAdministration(connection: $0)) }
    }
  }

  @Test func `a schema goes in, comes out and is promoted`() async throws {
    try await Self.run { cloud in
      let initial = try await cloud.schema(of: nil, in: .development)
      #expect(try Schema(text: initial) == .initial)
      try await cloud.importSchema(Self.text, to: nil, in: .development, isDryRun: true)
      #expect(try await cloud.schema(of: nil, in: .development) == initial)
      try await cloud.importSchema(Self.text, to: nil, in: .development)
      let imported = try await cloud.schema(of: "iCloud.net.zonechat", in: .development)
      #expect(try Schema(text: imported)["T"]?.fields.keys.sorted() == ["a"])
      #expect(try await cloud.schema(of: nil, in: .production) == initial)
      try await cloud.promoteSchema(of: nil)
      #expect(try await cloud.schema(of: nil, in: .production) == imported)
    }
  }

  @Test func `a wrong schema is reported, and changes nothing`() async throws {
    try await Self.run { cloud in
      await #expect {
        try await cloud.importSchema("DEFINE SCHEMA\nRECORD T", to: nil, in: .development)
      } throws: {
        ($0 as? CloudError)?.reason
          == "The schema cannot be read: line 2, column 8: expected TYPE, found T."
      }
      await #expect {
        _ = try await cloud.schema(of: "iCloud.nowhere", in: .development)
      } throws: {
        ($0 as? CloudError)?.reason.contains("iCloud.nowhere") ?? false
      }
    }
  }

  @Test func `an addition takes nothing away, and production takes none`() async throws {
    try await Self.run { cloud in
      try await cloud.importSchema(Self.text, to: nil, in: .development)
      let more = try Schema(
        text: "DEFINE SCHEMA RECORD TYPE T (a STRING SORTABLE, b INT64); RECORD TYPE U (c BYTES);")
      try await cloud.extendSchema(by: more, of: nil, in: .development)
      try await cloud.extendSchema(by: more, of: nil, in: .development)
      let extended = try Schema(text: try await cloud.schema(of: nil, in: .development))
      #expect(extended["T"]?.fields["a"]?.indexes == [.queryable, .sortable])
      #expect(extended["T"]?.fields["b"]?.type == FieldType(.int64))
      #expect(extended["U"] != nil && extended["Users"] != nil)
      let wrong = try Schema(text: "DEFINE SCHEMA RECORD TYPE T (d STRING, b STRING);")
      await #expect {
        try await cloud.extendSchema(by: wrong, of: nil, in: .development)
      } throws: {
        ($0 as? CloudError)?.reason.contains("the field T.b as STRING (it would be INT64)") ?? false
      }
      await #expect {
        try await cloud.extendSchema(by: more, of: nil, in: .production)
      } throws: {
        ($0 as? CloudError)?.reason.contains("from development") ?? false
      }
      let present = try Schema(text: try await cloud.schema(of: nil, in: .development))
      #expect(present == extended)
    }
  }

  @Test func `an addition does not make a type larger than it may be`() async throws {
    try await Self.run { cloud in
      func schema(_ range: Range<Int>) -> Schema {
        Schema(recordTypes: [
          RecordTypeDefinition(
            name: "T",
            fields: range.map { FieldDefinition(name: "f\($0)", type: FieldType(.int64)) })
        ])
      }
      try await cloud.extendSchema(by: schema(0..<200), of: nil, in: .development)
      try await cloud.extendSchema(by: schema(100..<256), of: nil, in: .development)
      await #expect {
        try await cloud.extendSchema(by: schema(256..<257), of: nil, in: .development)
      } throws: {
        ($0 as? CloudError)?.code == .limitExceeded
      }
    }
  }

  @Test func `only who looks after the cloud sees and changes schemas`() async throws {
    try await RawCloud.run(over: .tcp) { cloud in
      let requests: [(HTTPMethod, String)] = [
        (.GET, "/extension/1/schema"), (.PUT, "/extension/1/schema"),
        (.PATCH, "/extension/1/schema"),
        (.POST, "/extension/1/schema/promote"),
      ]
      for (method, path) in requests {
        let answer = try await cloud.send(
          method, path, body: method == .GET ? nil : Self.text)
        #expect(answer.status == 403, "\(path)")
        #expect(answer.json["serverErrorCode"] as? String == "ACCESS_DENIED")
      }
      let wrong = try await cloud.send(.DELETE, "/extension/1/schema")
      #expect(wrong.status == 405)
    }
  }
}
