import Testing

extension WireKind {
  /// A cloud with alice, who has a zone `Z`.
  func withAlice(
    _ body: @escaping @Sendable (WireCloud, WireCloud.Person) async throws -> Void
  ) async throws {
    try await run { cloud in
      let alice = try await cloud.signUp("alice")
      try await cloud.makeZone("Z", of: alice)
      try await body(cloud, alice)
    }
  }
}

extension WireCloud {
  /// The changes of a zone of a person's own since a token: a line a record, and the entry.
  func changes(
    of zone: String = "Z", as person: Person, since token: String? = nil,
    _ more: JSON = [:]
  ) async throws -> (lines: [String], entry: JSON) {
    var request = more
    request["zoneID"] = .zone(zone)
    if let token { request["syncToken"] = .string(token) }
    let entry = try await post("private/changes/zone", as: person, ["zones": [request]])["zones"][0]
    let lines = entry["records"].elements.map { record in
      (record["deleted"] == true ? "-" : "") + (record["recordName"].string ?? "?")
    }
    return (lines, entry)
  }

  /// Creates records with these names, in one request.
  func create(_ names: [String], in zone: String = "Z", as person: Person) async throws {
    _ = try await post(
      "private/records/modify", as: person,
      [
        "zoneID": .zone(zone),
        "operations": .array(
          names.map {
            ["operationType": "create", "record": ["recordName": .string($0), "recordType": "T"]]
          }),
      ])
  }
}
