import AsyncHTTPClient
import Foundation
import NIOCore
import NIOHTTP1
import Subprocess
import Testing

/// A `zonechat cloud serve` of its own, on a Unix socket, as any client of its protocol sees it.
///
/// Its store is a file, or in the PostgreSQL that `storage` names.
struct Server: Sendable {
  struct Answer: Sendable {
    var status: UInt
    var body: Data

    func json<Body: Decodable>(_ type: Body.Type = Body.self) throws -> Body {
      try JSONDecoder().decode(type, from: body)
    }
  }

  struct Account: Decodable, Sendable {
    var userRecordName: String
    var apiToken: String
    var webAuthToken: String

    var query: String { "ckAPIToken=\(apiToken)&ckWebAuthToken=\(webAuthToken)" }
  }

  var world: World
  let client: HTTPClient
  var storage: String?
  /// The name of one of several servers on a database, which has a folder of its own; the key is the same for all.
  var instance: String?
  /// More words that start the server.
  var options: [String] = []

  /// Runs `body` with a client; no server runs before `serve`.
  static func with(
    storage: String? = nil, _ body: (Server) async throws -> Void
  ) async throws {
    try await World.with { world in
      var configuration = HTTPClient.Configuration()
      // Whether there is a server is asked by whoever wants to know it, and not again and again here.
      configuration.connectionPool.retryConnectionEstablishment = false
      configuration.connectionPool.concurrentHTTP1ConnectionsPerHostSoftLimit = 4000
      let client = HTTPClient(
        eventLoopGroupProvider: .singleton, configuration: configuration)
      let outcome: Result<Void, any Error>
      do {
        outcome = .success(try await body(Server(world: world, client: client, storage: storage)))
      } catch {
        outcome = .failure(error)
      }
      try await client.shutdown()
      try outcome.get()
    }
  }

  var socket: String { world.home.appendingPathComponent("s\(suffix).sock").path }
  /// The folder of the cloud.
  var data: String { world.home.appendingPathComponent("data\(suffix)").path }
  private var suffix: String { instance.map { "-" + $0 } ?? "" }

  /// The words that start the server.
  var words: [String] {
    let key = world.home.appendingPathComponent("at-rest.key").path
    return ["cloud", "serve", "--socket", socket, "--data", data]
      + (storage.map { ["--storage", $0] } ?? [])
      + (instance.map { ["--instance", $0, "--key-file", key] } ?? []) + options
  }

  /// Runs the server process while `body` runs, which has to end it; how it ended.
  func serve(
    _ body: (pid_t) async throws -> Void
  ) async throws -> Subprocess.TerminationStatus {
    try await Subprocess.run(
      world.program.configuration(words),
      input: .none, output: .discarded, error: .sequence
    ) { execution in
      let process = execution.processIdentifier.value
      do {
        // After a kill it says first that the last run did not end as it should.
        for try await line in execution.standardError.strings() where line.contains(" listens at ")
        {
          break
        }
        try await body(process)
      } catch {
        kill(process, SIGKILL)
        throw error
      }
    }.terminationStatus
  }

  func send(
    _ method: String, _ target: String, _ body: HTTPClientRequest.Body? = nil,
    timeout: TimeAmount = .seconds(30)
  ) async throws -> Answer {
    var request = HTTPClientRequest(
      url: "http+unix://" + socket.replacing("/", with: "%2F") + target)
    request.method = .init(rawValue: method)
    request.headers.add(name: "X-ZoneChat-Extensions", value: "1")
    request.body = body
    let response = try await client.execute(request, timeout: timeout)
    let bytes = try await response.body.collect(upTo: 1 << 24)
    return Answer(status: response.status.code, body: Data(bytes.readableBytesView))
  }

  /// Posts to an operation of a person's private database, as a client whose saves teach the schema.
  func post(_ operation: String, as account: Account, _ body: String) async throws -> Answer {
    try await send(
      "POST",
      "/database/1/iCloud.net.zonechat/development/private/\(operation)?\(account.query)",
      .bytes(ByteBuffer(string: body)))
  }

  func signUp(_ name: String) async throws -> Account {
    try await send(
      "POST", "/extension/1/accounts", .bytes(ByteBuffer(string: #"{"name":"\#(name)"}"#))
    )
    .json()
  }
}
