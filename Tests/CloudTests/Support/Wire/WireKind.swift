import AsyncHTTPClient
import CloudServer
import Logging
import NIOCore
import NIOHTTP1

/// The ways in which a request of the web protocol can reach a cloud.
enum WireKind: String, CaseIterable, Sendable {
  case inProcess = "answered in process"
  case reopened = "answered in process, the store reopened for every request"
  case tcp = "over TCP"
  case unixSocket = "over a Unix socket"

  /// Sends one request: the method, the target with its query, headers, a body.
  typealias Sender =
    @Sendable (String, String, [String: String], [UInt8]) async throws -> WireAnswer

  func run(_ body: @escaping @Sendable (WireCloud) async throws -> Void) async throws {
    try await withTemporaryDirectory { directory in
      var configuration = CloudHost.Configuration(
        storage: .directory(directory + "/data"), longPollHold: .milliseconds(50),
        plan: .everySaveTeaches)
      switch self {
      case .inProcess:
        configuration.unixSocketPath = directory + "/cloud.sock"
        let host = try Self.host(configuration, seed: 1)
        try await body(WireCloud { try await Self.answer(host, $0, $1, $2, $3) })
        try host.close()
      case .reopened:
        configuration.unixSocketPath = directory + "/cloud.sock"
        let (fixed, seeds) = (configuration, SeedCounter())
        try await body(
          WireCloud { method, target, headers, body in
            let host = try Self.host(fixed, seed: seeds.next())
            let answer = try await Self.answer(host, method, target, headers, body)
            try host.close()
            return answer
          })
      case .tcp:
        configuration.tcp = .init(host: "127.0.0.1", port: 0)
        try await Self.serve(configuration, body) { $0.urls[0] }
      case .unixSocket:
        configuration.unixSocketPath = directory + "/cloud.sock"
        try await Self.serve(configuration, body) { addresses in
          let path = addresses.unixSocketPath ?? ""
          return "http+unix://" + path.replacing("/", with: "%2F")
        }
      }
    }
  }

  private static func host(
    _ configuration: CloudHost.Configuration, seed: UInt64
  ) throws -> CloudHost {
    var logger = Logger(label: "cloud.test")
    logger.logLevel = .critical
    return try CloudHost(
      configuration: configuration, surroundings: .deterministic(seed: seed), logger: logger)
  }

  private static func answer(
    _ host: CloudHost, _ method: String, _ target: String, _ headers: [String: String],
    _ body: [UInt8]
  ) async throws -> WireAnswer {
    let answer = try await host.answer(method, target, headers: headers, body: body)
    return WireAnswer(status: answer.status, headers: answer.headers, body: answer.body)
  }

  private static func serve(
    _ configuration: CloudHost.Configuration,
    _ body: @escaping @Sendable (WireCloud) async throws -> Void,
    base: @escaping @Sendable (CloudHost.Addresses) -> String
  ) async throws {
    try await withHost(configuration) { _, addresses in
      let (base, client) = (base(addresses), HTTPClient(eventLoopGroupProvider: .singleton))
      let cloud = WireCloud { method, target, headers, body in
        var request = HTTPClientRequest(url: base + target)
        request.method = HTTPMethod(rawValue: method)
        request.headers = HTTPHeaders(headers.map { ($0.key, $0.value) })
        if !body.isEmpty { request.body = .bytes(body) }
        let response = try await client.execute(request, timeout: .seconds(30))
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
