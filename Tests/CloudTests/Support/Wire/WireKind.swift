import AsyncHTTPClient
import CloudModel
import CloudRules
import CloudServer
import CloudStorage
import Foundation
import Logging
import NIOCore
import NIOHTTP1

/// The ways in which a request of the web protocol can reach a cloud.
enum WireKind: String, CaseIterable, Sendable {
  case inProcess = "answered in process"
  case reopened = "answered in process, the store closed and opened again for every request"
  case tcp = "over TCP"
  case unixSocket = "over a Unix socket"

  /// Sends one request: the method, the target with its query, headers, a body.
  typealias Sender =
    @Sendable (String, String, [String: String], [UInt8]) async throws -> WireAnswer

  /// Runs `body` with a cloud of its own that has what `plan` says.
  ///
  /// The one difference between the kinds is whom the cloud trusts: over TCP nobody, otherwise whoever
  /// can reach it. So accounts without a passphrase, waiting after guesses from one address and
  /// the administrator's token are tested over TCP alone, in `AccountTests`, `AdministratorTests` and
  /// the tests of routes for administrators.
  func run(
    plan: CloudPlan = .everySaveTeaches, surroundings: Surroundings = .deterministic(),
    configure: (inout CloudHost.Configuration) -> Void = { _ in },
    _ body: @escaping @Sendable (WireCloud) async throws -> Void
  ) async throws {
    try await withTemporaryDirectory { directory in
      let data = directory + "/data"
      try FileManager.default.createDirectory(
        atPath: data, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
      var configuration = CloudHost.Configuration(
        storage: .directory(data), unixSocketPath: directory + "/cloud.sock",
        longPollHold: .milliseconds(50), plan: plan, passphraseCost: .cheap)
      configure(&configuration)
      switch self {
      case .inProcess:
        let host = try Self.host(configuration, surroundings)
        try await Self.use(host, in: directory, body) {
          try await Self.answer(host, $0, $1, $2, $3)
        }
      case .reopened:
        let store = try ReopeningStore(directory: data)
        let host = try Self.host(configuration, surroundings, store)
        try await Self.use(host, in: directory, body) { method, target, headers, body in
          try await store.whileOpen { try await Self.answer(host, method, target, headers, body) }
        }
      case .tcp:
        configuration.unixSocketPath = nil
        configuration.tcp = .init(host: "127.0.0.1", port: 0)
        try await Self.serve(configuration, surroundings, in: directory, body) { $0.urls[0] }
      case .unixSocket:
        try await Self.serve(configuration, surroundings, in: directory, body) { addresses in
          let path = addresses.unixSocketPath ?? ""
          return "http+unix://" + path.replacing("/", with: "%2F")
        }
      }
    }
  }

  private static func host(
    _ configuration: CloudHost.Configuration, _ surroundings: Surroundings,
    _ store: (any CloudStore)? = nil
  ) throws -> CloudHost {
    var logger = Logger(label: "cloud.test")
    logger.logLevel = .critical
    return try CloudHost(
      configuration: configuration, surroundings: surroundings, logger: logger, store: store)
  }

  private static func use(
    _ host: CloudHost, in directory: String,
    _ body: @Sendable (WireCloud) async throws -> Void, _ sender: @escaping Sender
  ) async throws {
    let outcome: Result<Void, any Error>
    do {
      outcome = .success(try await body(WireCloud(in: directory, sender)))
    } catch {
      outcome = .failure(error)
    }
    try host.close()
    try outcome.get()
  }

  private static func answer(
    _ host: CloudHost, _ method: String, _ target: String, _ headers: [String: String],
    _ body: [UInt8]
  ) async throws -> WireAnswer {
    let answer = try await host.answer(method, target, headers: headers, body: body)
    return WireAnswer(status: answer.status, headers: answer.headers, body: answer.body)
  }

  private static func serve(
    _ configuration: CloudHost.Configuration, _ surroundings: Surroundings, in directory: String,
    _ body: @escaping @Sendable (WireCloud) async throws -> Void,
    base: @escaping @Sendable (CloudHost.Addresses) -> String
  ) async throws {
    try await withHost(configuration, surroundings: surroundings) { _, addresses in
      let base = base(addresses)
      let client = HTTPClient(
        eventLoopGroupProvider: .singleton,
        configuration: .init(redirectConfiguration: .disallow))
      let cloud = WireCloud(in: directory) { method, target, headers, body in
        var request = HTTPClientRequest(url: base + target)
        request.method = HTTPMethod(rawValue: method)
        request.headers = HTTPHeaders(headers.map { ($0.key, $0.value) })
        if !body.isEmpty { request.body = .bytes(body) }
        let response = try await client.execute(request, timeout: .minutes(2))
        let bytes = try await response.body.collect(upTo: 1 << 24)
        return WireAnswer(
          status: Int(response.status.code),
          headers: Dictionary(
            response.headers.map { ($0.name.lowercased(), $0.value) }, uniquingKeysWith: { $1 }),
          body: Array(bytes.readableBytesView))
      }
      let outcome: Result<Void, any Error>
      do {
        outcome = .success(try await body(cloud))
      } catch {
        outcome = .failure(error)
      }
      try await client.shutdown()
      try outcome.get()
    }
  }
}
