import CloudModel
import CloudServer
import CloudWire
import Foundation
import NIOHTTP1

/// A cloud as its operator uses it, with two people in it.
struct OperatedCloud: Sendable {
  let alice: AccountCredentials
  let bob: AccountCredentials
  private let wire: WireCloud

  var directory: String { wire.directory }

  static func run(
    over kind: WireKind, _ body: @escaping @Sendable (OperatedCloud) async throws -> Void
  ) async throws {
    try await kind.run(plan: CloudPlan()) { wire in
      try await body(
        OperatedCloud(
          alice: try await wire.account("alice"), bob: try await wire.account("bob"), wire: wire))
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
    return try await send(.POST, path + query, headers: headers, body: body)
  }

  /// Opens a channel for another device of alice.
  func openChannel() async throws -> RawCloud.Answer {
    let query = "?ckAPIToken=\(alice.apiToken)&ckWebAuthToken=\(alice.webAuthToken)"
    return try await send(
      .POST, "/device/1/iCloud.net.zonechat/development/tokens/create" + query,
      body: #"{"apnsEnvironment":"development","clientId":"other"}"#)
  }

  /// Asks for all that alice knows.
  func discoverContacts() async throws -> RawCloud.Answer {
    let query = "?ckAPIToken=\(alice.apiToken)&ckWebAuthToken=\(alice.webAuthToken)"
    return try await send(.GET, "\(WireCloud.place)/public/users/discover\(query)")
  }

  func poll(_ courierPath: String) async throws -> RawCloud.Answer {
    try await send(.GET, courierPath)
  }

  /// Asks a route under `/extension/1/`.
  func operate(
    _ method: HTTPMethod, _ path: String, _ body: String? = nil
  ) async throws -> RawCloud.Answer {
    try await send(
      method, "/extension/1/" + path, headers: try wire.administrator,
      body: body)
  }

  /// The figures of the cloud, in the text format.
  func metrics() async throws -> String {
    try await send(.GET, "/extension/metrics", headers: try wire.administrator).text
  }

  /// The same as `operate` without anything that proves who asks.
  func ask(_ method: HTTPMethod, _ path: String) async throws -> RawCloud.Answer {
    try await send(method, "/extension/1/" + path)
  }

  /// Sends bytes to a whole address, as an answer gave it, or to a path.
  func send(
    _ method: HTTPMethod, to address: String, bytes: [UInt8] = []
  ) async throws -> RawCloud.Answer {
    let target = address.trimmingPrefix(/https?:\/\/[^\/]+/)
    return try await wire.send(method, String(target), headers: [:], body: bytes)
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
    _ method: HTTPMethod, _ target: String, headers: HTTPHeaders = [:], body: String? = nil
  ) async throws -> RawCloud.Answer {
    try await wire.send(method, target, headers: headers, body: Array((body ?? "").utf8))
  }
}
