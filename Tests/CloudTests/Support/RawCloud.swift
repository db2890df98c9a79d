import AsyncHTTPClient
import CloudClient
import CloudModel
import CloudServer
import Foundation
import NIOCore
import NIOHTTP1

/// A cloud over TCP for requests that our client would never send.
struct RawCloud: Sendable {
  struct Answer {
    var status: UInt
    var headers: HTTPHeaders
    var text: String

    /// The body as a JSON object; empty where it is none.
    var json: [String: Any] {
      let object = try? JSONSerialization.jsonObject(with: Data(text.utf8))  // Then it is not JSON.
      return object as? [String: Any] ?? [:]
    }

    /// The entries of one of the body's arrays.
    func entries(_ key: String) -> [[String: Any]] { json[key] as? [[String: Any]] ?? [] }
  }

  let base: String
  let client: HTTPClient
  let alice: AccountCredentials

  static func run(
    storage: CloudHost.Configuration.Storage = .inMemory,
    surroundings: Surroundings = .deterministic(), publicURL: PublicURL? = nil,
    limits: ConnectionLimits = ConnectionLimits(),
    _ body: @escaping @Sendable (RawCloud) async throws -> Void
  ) async throws {
    var configuration = CloudHost.Configuration(
      storage: storage, tcp: .init(host: "127.0.0.1", port: 0),
      longPollHold: .milliseconds(20), limits: limits, plan: .everySaveTeaches)
    configuration.publicURL = publicURL
    try await withHost(configuration, surroundings: surroundings) { _, addresses in
      let address = addresses.urls.first ?? ""
      let alice = try await CloudConnection.with(try CloudAddress(address)) {
        try await CloudAdministration(connection: $0).createAccount(
          named: "alice", passphrase: testPassphrase)
      }
      let client = HTTPClient(eventLoopGroupProvider: .singleton)
      let outcome: Result<Void, any Error>
      do {
        outcome = .success(try await body(RawCloud(base: address, client: client, alice: alice)))
      } catch {
        outcome = .failure(error)
      }
      try await client.shutdown()
      try outcome.get()
    }
  }

  /// The query that signs alice in.
  var signedIn: String { "ckAPIToken=\(alice.apiToken)&ckWebAuthToken=\(alice.webAuthToken)" }

  func send(
    _ method: HTTPMethod, _ path: String, query: String? = nil, headers: HTTPHeaders = [:],
    body: String? = nil
  ) async throws -> Answer {
    var request = HTTPClientRequest(url: "\(base)\(path)?\(query ?? signedIn)")
    request.method = method
    request.headers = headers
    if let body { request.body = .bytes(ByteBuffer(string: body)) }
    let response = try await client.execute(request, timeout: .seconds(20))
    let bytes = try await response.body.collect(upTo: 1 << 24)
    return Answer(
      status: response.status.code, headers: response.headers, text: String(buffer: bytes))
  }

  /// Posts to an operation of alice's private database.
  func post(
    _ operation: String, _ body: String, headers: HTTPHeaders = [:]
  ) async throws -> Answer {
    try await send(
      .POST, "/database/1/iCloud.net.zonechat/development/private/\(operation)",
      headers: headers, body: body)
  }

  func makeZone() async throws {
    _ = try await post(
      "zones/modify",
      #"{"operations":[{"operationType":"create","zone":{"zoneID":{"zoneName":"Z"}}}]}"#)
  }
}
