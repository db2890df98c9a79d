import CloudKitTesting
import Foundation
import Testing

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// The example of `docs/testing-your-app.md`: a client's own code, against a cloud in the tests' process.
@Suite struct ListsTests {
  private static let container = "iCloud.com.example.Lists"
  private static let containers = """
    [[container]]
    id = "iCloud.com.example.Lists"

    [container.development]
    learn-schema = "always"
    """

  /// Posts as a client of the web protocol would; returns the status and the answer.
  private func post(
    _ operation: String, _ body: String, as account: TestAccount, at cloud: TestCloud
  ) async throws -> (status: Int, text: String) {
    var request = URLRequest(url: account.url(of: operation, at: cloud))
    request.httpMethod = "POST"
    request.httpBody = Data(body.utf8)
    let (data, response) = try await URLSession.shared.data(for: request)
    return ((response as? HTTPURLResponse)?.statusCode ?? 0, String(decoding: data, as: UTF8.self))
  }

  private static let newZone =
    #"{"operations":[{"operationType":"create","zone":{"zoneID":{"zoneName":"list"}}}]}"#

  @Test func `a test makes accounts, writes, and lists the requests`() async throws {
    try await TestCloud.with(containers: Self.containers) { cloud in
      let alice = try await cloud.makeAccount("alice", in: Self.container)
      let made = try await post("zones/modify", Self.newZone, as: alice, at: cloud)
      #expect(made.status == 200)
      let requests = try await cloud.requests()
      #expect(requests.map(\.operation) == ["zones/modify"])
      #expect(requests.first?.account == "alice" && requests.first?.database == "private")
      #expect(requests.first?.zones == ["list"] && requests.first?.code == "OK")

      try await cloud.reset()
      let gone = try await post("zones/list", "{}", as: alice, at: cloud)
      #expect(gone.text.contains("AUTHENTICATION_FAILED"))
      #expect(try await cloud.requests(after: requests[0].number).count == 1)
    }
  }

  @Test func `requests fail on demand, and stop failing`() async throws {
    try await TestCloud.with(containers: Self.containers) { cloud in
      let alice = try await cloud.makeAccount("alice", in: Self.container)
      try await cloud.add(
        TestFault(.fail(code: "ZONE_BUSY", retryAfter: 2), operation: "zones/modify", count: 1))
      let busy = try await post("zones/modify", Self.newZone, as: alice, at: cloud)
      #expect(busy.text.contains("ZONE_BUSY") && busy.text.contains(#""retryAfter":2"#))
      let made = try await post("zones/modify", Self.newZone, as: alice, at: cloud)
      #expect(made.status == 200)
      #expect(throws: TestCloudError.self) { try TestFault(.fail(code: "NOTHING")) }
    }
  }

  @Test func `mistakes are told in sentences`() async throws {
    let error = await #expect(throws: TestCloudError.self) {
      try await TestCloud.with(containers: "[[container]]\nid = 3") { _ in }
    }
    #expect(error?.reason.contains("id") == true, "\(error?.reason ?? "")")
    try await TestCloud.with { cloud in
      await #expect(throws: TestCloudError.self) {
        _ = try await cloud.makeAccount("not a name", in: "iCloud.net.zonechat")
      }
      await #expect(throws: TestCloudError.self) { try await cloud.advance(by: -1) }
    }
  }

  @Test func `clouds with the same seed have the same people`() async throws {
    let look = {
      try await TestCloud.with(containers: Self.containers, seed: 7) { cloud in
        try await cloud.makeAccount("alice", in: Self.container).userRecordName
      }
    }
    #expect(try await look() == look())
  }
}
