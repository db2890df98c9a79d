import CloudModel
import Foundation
import GRDB
import Testing

/// A cloud of three people, some rows of which are damaged by hand.
///
/// Alice has the zone `Z` with the records `a`, `b`, `c`, shared with Bob; Mallory has a zone of the same
/// name, shared with both, who have not answered.
struct DamagedCloud: Sendable {
  let wire: WireCloud
  let alice: WireCloud.Person
  let bob: WireCloud.Person
  let mallory: WireCloud.Person
  /// The links to the shares of Alice and of Mallory.
  let links: (alice: String, mallory: String)

  static func run(_ body: @escaping @Sendable (DamagedCloud) async throws -> Void) async throws {
    try await WireKind.inProcess.run { wire in
      let alice = try await wire.signUp("alice")
      let bob = try await wire.signUp("bob")
      let mallory = try await wire.signUp("mallory")
      for person in [alice, mallory] { try await wire.makeZone("Z", of: person) }
      for name in ["a", "b", "c"] {
        _ = try await wire.modify(
          "create",
          [
            "recordName": .string(name), "recordType": "T", "fields": ["text": ["value": "fine"]],
          ], as: alice)
      }
      let cloud = DamagedCloud(
        wire: wire, alice: alice, bob: bob, mallory: mallory,
        links: (
          try await share(of: alice, with: ["bob"], wire),
          try await share(of: mallory, with: ["alice", "bob"], wire)
        ))
      _ = try await cloud.links("accept", [cloud.links.alice], as: bob)
      try await body(cloud)
    }
  }

  private static func share(
    of owner: WireCloud.Person, with names: [String], _ wire: WireCloud
  ) async throws -> String {
    let entry = try await wire.modify(
      "create",
      [
        "recordName": "cloudkit.zoneshare", "recordType": "cloudkit.share",
        "fields": ["cloudkit.title": ["value": "Ours"]], "publicPermission": "NONE",
        "participants": .array(
          names.map {
            [
              "permission": "READ_WRITE",
              "userIdentity": ["lookupInfo": ["emailAddress": .string($0)]],
            ]
          }),
      ], as: owner)
    return try #require(entry["shortGUID"].string, "\(entry)")
  }

  /// Writes to the store behind the cloud's back.
  func damage(_ sql: String) throws {
    try DamagedStore(directory: wire.directory + "/data").execute(sql)
  }

  /// Makes the fields of a record of Alice's unreadable, as the defect did that once let it in.
  func poison(_ name: String, _ fields: String = poison) throws {
    try damage(
      """
      UPDATE record SET fields = '\(fields)' WHERE recordName = '\(name)' AND zone =
        (SELECT incarnation FROM zone WHERE ownerName = '\(alice.userRecordName)' AND zoneName = 'Z')
      """)
  }

  static let poison =
    #"{"q":{"value":[[]],"type":"UNKNOWN_LIST_LIST"},"text":{"value":"kept","type":"STRING"}}"#

  /// The changes that somebody reads of Alice's zone: a line a record, and the entry.
  func changes(
    as person: WireCloud.Person, since token: String? = nil, limit: Int64? = nil
  ) async throws -> (lines: [String], entry: JSON) {
    var zone: JSON = ["zoneID": .zone("Z", of: alice.userRecordName)]
    if let token { zone["syncToken"] = .string(token) }
    if let limit { zone["resultsLimit"] = .int(limit) }
    let entry = try await wire.post(
      "\(database(of: person))/changes/zone", as: person, ["zones": [zone]])["zones"][0]
    return (entry["records"].elements.compactMap(\.["recordName"].string), entry)
  }

  func lookUp(_ names: [String], as person: WireCloud.Person) async throws -> [JSON] {
    try await wire.post(
      "\(database(of: person))/records/lookup", as: person,
      [
        "zoneID": .zone("Z", of: alice.userRecordName),
        "records": .array(names.map { ["recordName": .string($0)] }),
      ])["records"].elements
  }

  /// Resolves or accepts links; the entries.
  func links(
    _ operation: String, _ links: [String], as person: WireCloud.Person
  ) async throws -> [JSON] {
    try await wire.post(
      "public/records/\(operation)", as: person,
      ["shortGUIDs": .array(links.map { ["value": .string($0)] })])["results"].elements
  }

  func invitations(of person: WireCloud.Person) async throws -> [JSON] {
    let answer = try await wire.send("GET", "/extension/1/invitations?\(person.query)")
    #expect(answer.status == 200, "\(answer.text)")
    return answer.json["results"].elements
  }

  /// Asks a route of whoever looks after the cloud.
  func operate(_ method: String, _ path: String) async throws -> JSON {
    let headers = try wire.administrator.reduce(into: [:]) { $0[$1.name] = $1.value }
    let answer = try await wire.send(method, "/extension/1/\(path)", headers: headers)
    #expect(answer.status == 200, "\(answer.text)")
    return answer.json
  }

  private func database(of person: WireCloud.Person) -> String {
    person.name == alice.name ? "private" : "shared"
  }
}

/// The store of a cloud that runs, to be written to behind its back.
struct DamagedStore {
  let directory: String

  func execute(_ sql: String) throws {
    let store = try DatabaseQueue(path: directory + "/cloud.sqlite")
    try store.writeWithoutTransaction { try $0.execute(sql: sql) }
    try store.close()
  }
}
