import CloudModel
import CloudRules
import CloudServer
import Crypto
import Foundation
import NIOHTTP1
import Testing

/// A cloud with one container that has everything that lets somebody in, and a clock that
/// tests move.
struct AccessWorld: Sendable {
  typealias Answer = RawCloud.Answer

  static let container = "iCloud.com.example.access"
  static let apiToken = String(repeating: "a1", count: 32)
  static let callbackToken = String(repeating: "b2", count: 32)
  static let pageToken = String(repeating: "d4", count: 32)
  static let pageOrigins = ["https://app.example.com", "http://localhost:3000"]
  static let productionToken = String(repeating: "c3", count: 32)
  static let callback = "https://app.example.com/signed-in?from=cloud"

  let wire: WireCloud
  let key: P256.Signing.PrivateKey
  let keyID: String
  let clock: ManualTime

  static func run(
    over kind: WireKind, settings: EnvironmentSettings? = nil,
    proxies: [String] = [],
    _ body: @escaping @Sendable (AccessWorld) async throws -> Void
  ) async throws {
    let clock = ManualTime()
    let plan = CloudPlan(
      containers: [
        ContainerPlan(
          identifier: container,
          environments: [
            .init(
              environment: .development,
              tokens: [
                .init(name: "web", token: apiToken),
                .init(name: "callback", token: callbackToken, callbackURL: callback),
                .init(name: "page", token: pageToken, allowedOrigins: pageOrigins),
              ],
              settings: EnvironmentSettings(schemaLearning: .always)
                .changed(by: settings ?? EnvironmentSettings())),
            .init(
              environment: .production,
              tokens: [.init(name: "web", token: productionToken)]),
          ])
      ],
      accounts: ["alice", "bob", "mallory"].map {
        .init(name: $0, passphrase: testPassphrase, emailAddress: "\($0)@example.com")
      })
    let trusted = try #require(TrustedProxies(proxies))
    try await kind.run(
      plan: plan, surroundings: clock.surroundings(seed: 7),
      configure: { $0.trustedProxies = trusted }
    ) { wire in
      let key = P256.Signing.PrivateKey()
      let made = try await wire.send(
        .POST, "/extension/1/containers/\(container)/development/keys",
        headers: try wire.administrator,
        body: Array(
          try JSONEncoder().encode(["name": "server", "publicKey": key.publicKey.pemRepresentation])
        ))
      let keyID = try #require(made.json["keyID"] as? String, "\(made.text)")
      try await body(AccessWorld(wire: wire, key: key, keyID: keyID, clock: clock))
    }
  }

  func send(
    _ method: HTTPMethod, _ path: String, query: String = "", headers: HTTPHeaders = [:],
    body: String? = nil
  ) async throws -> Answer {
    try await wire.send(
      method, path + (query.isEmpty ? "" : "?\(query)"), headers: headers,
      body: Array((body ?? "").utf8))
  }

  /// An operation in the container's development environment.
  func operate(
    _ operation: String, in database: String, query: String, body: String = "{}",
    method: HTTPMethod = .POST, headers: HTTPHeaders = [:]
  ) async throws -> Answer {
    try await send(
      method, Self.path(operation, in: database), query: query, headers: headers,
      body: method == .GET ? nil : body)
  }

  /// The same with a server-to-server signature.
  func operateSigned(
    _ operation: String, in database: String, body: String = "{}", query: String = "",
    method: HTTPMethod = .POST
  ) async throws -> Answer {
    let path = Self.path(operation, in: database)
    let body = method == .GET ? "" : body
    return try await operate(
      operation, in: database, query: query, body: body, method: method,
      headers: try signature(of: path, body: body))
  }

  func signature(of path: String, body: String, keyID: String? = nil) throws -> HTTPHeaders {
    let date = clock.now.formatted(.iso8601)
    let hash = Data(SHA256.hash(data: Data(body.utf8))).base64EncodedString()
    let signature = try key.signature(for: Data("\(date):\(hash):\(path)".utf8))
    return [
      "X-Apple-CloudKit-Request-KeyID": keyID ?? self.keyID,
      "X-Apple-CloudKit-Request-ISO8601Date": date,
      "X-Apple-CloudKit-Request-SignatureV1": signature.derRepresentation.base64EncodedString(),
    ]
  }

  /// Signs in; the token is as the cloud gave it, unescaped.
  func signIn(
    _ name: String, passphrase: String = testPassphrase, headers: HTTPHeaders = [:]
  ) async throws -> Answer {
    try await send(
      .POST, "/extension/1/sessions", headers: headers,
      body: """
        {"name":"\(name)","passphrase":"\(passphrase)","container":"\(Self.container)",
        "environment":"development"}
        """)
  }

  /// The query of a signed-in user.
  func query(_ name: String) async throws -> String {
    let answer = try await signIn(name)
    return Self.query(token: answer.json["webAuthToken"] as? String ?? "")
  }

  static func query(token: String) -> String {
    "ckAPIToken=\(apiToken)&ckWebAuthToken=\(escaped(token))"
  }

  static func escaped(_ token: String) -> String {
    token.replacing("+", with: "%2B").replacing("/", with: "%2F").replacing("=", with: "%3D")
  }

  static func path(_ operation: String, in database: String) -> String {
    "/database/1/\(container)/development/\(database)/\(operation)"
  }
}

extension RawCloud.Answer {
  /// `200`, or the status and the error code.
  var outcome: String {
    let code = json["serverErrorCode"] as? String
    return code.map { "\(status) \($0)" } ?? "\(status)"
  }

  /// The error codes of the entries of an array, `OK` for those that have none.
  func codes(_ key: String) -> [String] {
    entries(key).map { $0["serverErrorCode"] as? String ?? "OK" }
  }

  var nextToken: String? { headers.first(name: "X-Apple-CloudKit-Web-Auth-Token") }
}
