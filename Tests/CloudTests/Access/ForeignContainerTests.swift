import CloudModel
import CloudRules
import CloudServer
import NIOHTTP1
import Testing

/// Another application's container, set up in one step.
@Suite struct ForeignContainerTests {
  private static let schema = """
    DEFINE SCHEMA
      RECORD TYPE Item (
        "___recordID" REFERENCE QUERYABLE,
        title STRING QUERYABLE SORTABLE,
        GRANT READ TO "_icloud",
        GRANT CREATE TO "_world",
        GRANT WRITE TO "_creator"
      );
    """

  @Test(arguments: WireKind.allCases)
  func `its name, token and schema are there at the start, and its grants hold`(
    kind: WireKind
  ) async throws {
    let token = String(repeating: "d4", count: 32)
    let container = "iCloud.com.example.Lists"
    let plan = CloudPlan(
      containers: [
        ContainerPlan(
          identifier: container,
          environments: [
            .init(
              environment: .production, tokens: [.init(name: "web", token: token)],
              schema: Self.schema)
          ])
      ], accounts: [.init(name: "alice", passphrase: testPassphrase)])
    try await kind.run(plan: plan) { wire in
      func post(_ operation: String, _ query: String, _ body: String) async throws
        -> RawCloud.Answer
      {
        try await wire.send(
          .POST, "/database/1/\(container)/production/public/\(operation)?\(query)", headers: [:],
          body: Array(body.utf8))
      }
      let anonymous = "ckAPIToken=\(token)"
      let saved = try await post(
        "records/modify", anonymous,
        """
        {"operations":[{"operationType":"create","record":{"recordName":"i1","recordType":"Item",
        "fields":{"title":{"value":"Milk"}}}}]}
        """)
      let lookup = #"{"records":[{"recordName":"i1"}]}"#
      let unread = try await post("records/lookup", anonymous, lookup)
      let signIn = try await wire.send(
        .POST, "/extension/1/sessions", headers: [:],
        body: Array(
          """
          {"name":"alice","passphrase":"\(testPassphrase)","container":"\(container)",
          "environment":"production"}
          """.utf8))
      let key = AccessWorld.escaped(signIn.json["webAuthToken"] as? String ?? "")
      let query = "ckAPIToken=\(token)&ckWebAuthToken=\(key)"
      let read = try await post("records/lookup", query, lookup)
      let found = try await post(
        "records/query", query, #"{"query":{"recordType":"Item"}}"#)
      #expect(saved.codes("records") == ["OK"], "\(saved.text)")
      #expect(unread.outcome == "421 AUTHENTICATION_REQUIRED", "\(unread.text)")
      #expect(read.codes("records") == ["OK"], "\(read.text)")
      #expect(found.codes("records") == ["OK"], "\(found.text)")
    }
  }
}
