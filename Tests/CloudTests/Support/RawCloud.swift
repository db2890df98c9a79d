import CloudModel
import CloudRules
import CloudServer
import Foundation
import NIOHTTP1

/// A cloud with alice, for requests that our client would never send.
struct RawCloud: Sendable {
  struct Answer {
    var status: UInt
    var headers: HTTPHeaders
    var body: [UInt8]

    init(_ answer: WireAnswer) {
      status = UInt(answer.status)
      headers = HTTPHeaders(answer.headers.map { ($0.key, $0.value) })
      body = answer.body
    }

    var text: String { String(decoding: body, as: UTF8.self) }

    /// The body as a JSON object; empty where it is none.
    var json: [String: Any] {
      let object = try? JSONSerialization.jsonObject(with: Data(body))  // Then it is not JSON.
      return object as? [String: Any] ?? [:]
    }

    /// The entries of one of the body's arrays.
    func entries(_ key: String) -> [[String: Any]] { json[key] as? [[String: Any]] ?? [] }
  }

  let wire: WireCloud
  let alice: AccountCredentials

  static func run(
    over kind: WireKind, surroundings: Surroundings = .deterministic(),
    configure: (inout CloudHost.Configuration) -> Void = { _ in },
    _ body: @escaping @Sendable (RawCloud) async throws -> Void
  ) async throws {
    try await kind.run(surroundings: surroundings, configure: configure) { wire in
      try await body(RawCloud(wire: wire, alice: try await wire.account("alice")))
    }
  }

  /// The query that signs alice in.
  var signedIn: String { "ckAPIToken=\(alice.apiToken)&ckWebAuthToken=\(alice.webAuthToken)" }

  func send(
    _ method: HTTPMethod, _ path: String, query: String? = nil, headers: HTTPHeaders = [:],
    body: String? = nil
  ) async throws -> Answer {
    try await wire.send(
      method, "\(path)?\(query ?? signedIn)", headers: headers, body: Array((body ?? "").utf8))
  }

  /// Posts to an operation of alice's private database.
  func post(
    _ operation: String, _ body: String, headers: HTTPHeaders = [:]
  ) async throws -> Answer {
    try await send(.POST, "\(WireCloud.place)/private/\(operation)", headers: headers, body: body)
  }

  func makeZone() async throws {
    _ = try await post(
      "zones/modify",
      #"{"operations":[{"operationType":"create","zone":{"zoneID":{"zoneName":"Z"}}}]}"#)
  }
}

extension WireCloud {
  func send(
    _ method: HTTPMethod, _ target: String, headers: HTTPHeaders, body: [UInt8]
  ) async throws -> RawCloud.Answer {
    let headers = Dictionary(headers.map { ($0.name, $0.value) }, uniquingKeysWith: { $1 })
    return RawCloud.Answer(
      try await send(method.rawValue, target, headers: headers, body: body))
  }

  /// Makes an account.
  func account(_ name: String) async throws -> AccountCredentials {
    let answer = try await send(
      "POST", "/extension/1/accounts",
      body: Array(#"{"name":"\#(name)","passphrase":"\#(testPassphrase)"}"#.utf8))
    return try JSONDecoder().decode(AccountCredentials.self, from: Data(answer.body))
  }
}
