import Foundation
import NIOHTTP1
import Testing

/// A cloud as clients written by others see it: targets and JSON, nothing of ours in between.
struct WireCloud: Sendable {
  /// Somebody with an account.
  struct Person: Sendable {
    var name: String
    var userRecordName: String
    var apiToken: String
    var webAuthToken: String

    /// The query that signs them in.
    var query: String {
      "ckAPIToken=\(apiToken)&ckWebAuthToken="
        + webAuthToken.replacing("+", with: "%2B").replacing("/", with: "%2F")
        .replacing("=", with: "%3D")
    }
  }

  static let place = "/database/1/iCloud.net.zonechat/development"

  /// The folder where the cloud keeps its data in `data`, and a test may keep its own.
  let directory: String
  private let sender: WireKind.Sender

  init(in directory: String = "", _ sender: @escaping WireKind.Sender) {
    self.directory = directory
    self.sender = sender
  }

  /// The headers that let somebody look after the cloud, by whatever way they reach it.
  var administrator: HTTPHeaders {
    get throws {
      let token = try String(contentsOfFile: directory + "/data/admin.token", encoding: .utf8)
      return ["Authorization": "Bearer \(token.trimmingCharacters(in: .whitespacesAndNewlines))"]
    }
  }

  func send(
    _ method: String, _ target: String, headers: [String: String] = [:], body: [UInt8] = []
  ) async throws -> WireAnswer {
    try await sender(method, target, headers, body)
  }

  /// Makes an account.
  func signUp(_ name: String) async throws -> Person {
    let answer = try await send(
      "POST", "/extension/1/accounts",
      body: Array(
        JSON.object(["name": .string(name), "passphrase": .string(testPassphrase)]).text.utf8))
    let json = answer.json
    return Person(
      name: name, userRecordName: try #require(json["userRecordName"].string, "\(answer.text)"),
      apiToken: try #require(json["apiToken"].string),
      webAuthToken: try #require(json["webAuthToken"].string))
  }

  /// Asks for an operation of a database, `private/records/modify` for example, whatever comes of it.
  func ask(
    _ method: String, _ operation: String, as person: Person?, _ body: String? = nil
  ) async throws -> WireAnswer {
    try await send(
      method, "\(Self.place)/\(operation)?\(person?.query ?? "")", body: Array((body ?? "").utf8))
  }

  /// Posts to an operation, which must be answered with 200.
  func post(
    _ operation: String, as person: Person, _ body: JSON,
    at location: SourceLocation = #_sourceLocation
  ) async throws -> JSON {
    let answer = try await ask("POST", operation, as: person, body.text)
    #expect(answer.status == 200, "\(answer.text)", sourceLocation: location)
    return answer.json
  }

  /// Makes a zone of a person's own.
  func makeZone(_ name: String, of person: Person) async throws {
    _ = try await post(
      "private/zones/modify", as: person,
      ["operations": [["operationType": "create", "zone": ["zoneID": .zone(name)]]]])
  }

  /// Saves or deletes one record in a zone of a person's own; the entry of the answer.
  func modify(
    _ type: String, _ record: JSON, in zone: String = "Z", as person: Person
  ) async throws -> JSON {
    let body: JSON = [
      "zoneID": .zone(zone), "operations": [["operationType": .string(type), "record": record]],
    ]
    return try await post("private/records/modify", as: person, body)["records"][0]
  }
}

extension JSON {
  static func zone(_ name: String, of owner: String? = nil) -> JSON {
    var zone: JSON = ["zoneName": .string(name)]
    if let owner { zone["ownerRecordName"] = .string(owner) }
    return zone
  }
}
