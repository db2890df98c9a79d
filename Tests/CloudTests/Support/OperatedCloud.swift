import AsyncHTTPClient
import CloudClient
import CloudModel
import CloudServer
import Foundation
import NIOCore
import NIOHTTP1
import Testing

/// A cloud over HTTP as its operator uses it, with two people in it.
struct OperatedCloud: Sendable {
  enum Transport: CaseIterable { case tcp, unixSocket }

  let directory: String
  let alice: AccountCredentials
  let bob: AccountCredentials
  /// Where alice and bob ask, over `transport`.
  private let base: String
  /// Where the operator asks: always the Unix socket.
  private let operatorBase: String
  private let client: HTTPClient

  static func run(
    over transport: Transport = .unixSocket,
    _ body: @escaping @Sendable (OperatedCloud) async throws -> Void
  ) async throws {
    try await withTemporaryDirectory { directory in
      let configuration = CloudHost.Configuration(
        storage: .directory(directory + "/data"), unixSocketPath: directory + "/cloud.sock",
        tcp: .init(host: "127.0.0.1", port: 0), longPollHold: .milliseconds(50))
      try await withHost(configuration) { _, addresses in
        let socket = try #require(addresses.unixSocketPath)
        let tcp = try #require(addresses.tcp)
        let (alice, bob) = try await CloudConnection.with(CloudAddress("unix:" + socket)) {
          let administration = CloudAdministration(connection: $0)
          return (
            try await administration.createAccount(named: "alice"),
            try await administration.createAccount(named: "bob")
          )
        }
        let escaped = socket.replacing("/", with: "%2F")
        var configuration = HTTPClient.Configuration()
        configuration.httpVersion = .http1Only
        let client = HTTPClient(eventLoopGroupProvider: .singleton, configuration: configuration)
        let cloud = OperatedCloud(
          directory: directory, alice: alice, bob: bob,
          base: transport == .tcp ? "http://127.0.0.1:\(tcp.port)" : "http+unix://\(escaped)",
          operatorBase: "http+unix://\(escaped)", client: client)
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

  /// Posts to an operation of somebody's database.
  func post(
    _ operation: String, _ body: String = "{}", as person: AccountCredentials? = nil,
    in database: String = "private", native: Bool = false
  ) async throws -> RawCloud.Answer {
    let person = person ?? alice
    let path = "/database/1/iCloud.net.zonechat/development/\(database)/\(operation)"
    let query = "?ckAPIToken=\(person.apiToken)&ckWebAuthToken=\(person.webAuthToken)"
    var headers = HTTPHeaders()
    if native { headers.add(name: ExtensionHeader.name, value: "1") }
    return try await send(.POST, base + path + query, headers: headers, body: body)
  }

  /// Opens a channel for another device of alice.
  func openChannel() async throws -> RawCloud.Answer {
    let query = "?ckAPIToken=\(alice.apiToken)&ckWebAuthToken=\(alice.webAuthToken)"
    return try await send(
      .POST, base + "/device/1/iCloud.net.zonechat/development/tokens/create" + query,
      body: #"{"apnsEnvironment":"development","clientId":"other"}"#)
  }

  func poll(_ courierPath: String) async throws -> RawCloud.Answer {
    try await send(.GET, base + courierPath)
  }

  /// Asks a route under `/extension/1/`.
  func operate(
    _ method: HTTPMethod, _ path: String, _ body: String? = nil
  ) async throws -> RawCloud.Answer {
    try await send(method, operatorBase + "/extension/1/" + path, body: body)
  }

  /// The same from where alice and bob ask.
  func ask(_ method: HTTPMethod, _ path: String) async throws -> RawCloud.Answer {
    try await send(method, base + "/extension/1/" + path)
  }

  /// Sends bytes to a whole address, as an answer gave it, or to a path.
  func send(
    _ method: HTTPMethod, to address: String, bytes: [UInt8]? = nil
  ) async throws -> RawCloud.Bytes {
    var request = HTTPClientRequest(url: address.hasPrefix("/") ? base + address : address)
    request.method = method
    if let bytes { request.body = .bytes(ByteBuffer(bytes: bytes)) }
    let response = try await client.execute(request, timeout: .seconds(20))
    let body = try await response.body.collect(upTo: 1 << 24)
    return RawCloud.Bytes(
      status: response.status.code, headers: response.headers, body: Array(body.readableBytesView))
  }

  /// Adds a fault; returns its id.
  @discardableResult
  func fault(_ json: String) async throws -> String {
    let answer = try await operate(.POST, "faults", json)
    guard answer.status == 200, let id = answer.entries("faults").first?["id"] as? String else {
      throw CloudError(.invalidArguments, answer.text)
    }
    return id
  }

  /// Makes zones of alice.
  func makeZones(_ names: String...) async throws {
    for name in names {
      _ = try await post(
        "zones/modify",
        #"{"operations":[{"operationType":"create","zone":{"zoneID":{"zoneName":"\#(name)"}}}]}"#)
    }
  }

  /// Saves records of alice, each with a text.
  @discardableResult
  func save(
    _ records: [(name: String, text: String)], in zone: String = "Z", atomic: Bool = false,
    as person: AccountCredentials? = nil, native: Bool = true
  ) async throws -> RawCloud.Answer {
    let operations = records.map { name, text in
      """
      {"operationType":"forceReplace","record":{"recordName":"\(name)","recordType":"Note",
        "fields":{"text":{"value":"\(text)","type":"STRING"}}}}
      """
    }
    let database = person.map { $0.name == alice.name ? "private" : "shared" } ?? "private"
    return try await post(
      "records/modify",
      """
      {"zoneID":{"zoneName":"\(zone)","ownerRecordName":"\(alice.userRecordName)"},
        "atomic":\(atomic),"operations":[\(operations.joined(separator: ","))]}
      """, as: person, in: database, native: native)
  }

  private func send(
    _ method: HTTPMethod, _ url: String, headers: HTTPHeaders = [:], body: String? = nil
  ) async throws -> RawCloud.Answer {
    var request = HTTPClientRequest(url: url)
    request.method = method
    request.headers = headers
    if let body { request.body = .bytes(ByteBuffer(string: body)) }
    let response = try await client.execute(request, timeout: .seconds(20))
    let bytes = try await response.body.collect(upTo: 1 << 24)
    return RawCloud.Answer(
      status: response.status.code, headers: response.headers, text: String(buffer: bytes))
  }
}
