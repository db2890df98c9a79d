import Testing

extension FuzzRun {
  /// The data of a person that is shared with nobody: the records of zones, the subscriptions, the own record.
  func unshared(of person: WireCloud.Person) async throws -> [String: JSON] {
    var view: [String: JSON] = [:]
    for zoneID in try await zones("private", of: person) {
      let records = try await changes(of: zoneID, "private", as: person)
      let isShared = records.contains {
        $0["recordType"] == "cloudkit.share" && $0["deleted"] != true
      }
      if !isShared {
        view["zone \(zoneID["zoneName"])"] = JSON.array(records).withoutPlaces
      }
    }
    for database in ["private", "shared", "public"] {
      // One that fires once is gone with whoever made it fire.
      let subscriptions = try await read("GET", "\(database)/subscriptions/list", as: person)
      view["subscriptions of \(database)"] = .array(
        subscriptions["subscriptions"].elements.filter { $0["firesOnce"] != true })
    }
    view["user record"] = try await read(
      "POST", "public/records/lookup", as: person,
      ["records": [["recordName": .string(person.userRecordName)]]])
    return view
  }

  /// Reads everything that there is, in every way, as everybody.
  func readEverything() async throws {
    for person in people {
      for database in ["private", "shared"] {
        for zoneID in try await zones(database, of: person) {
          let records = try await changes(of: zoneID, database, as: person)
          try await lookUp(records, in: zoneID, database, as: person)
          _ = try await read(
            "POST", "\(database)/records/query", as: person,
            ["zoneID": zoneID, "query": ["recordType": "T"]], orRefuse: true)
        }
        _ = try await read("GET", "\(database)/subscriptions/list", as: person)
      }
      _ = try await read(
        "POST", "public/records/query", as: person, ["query": ["recordType": "T"]],
        orRefuse: true)
      let invitations = try await cloud.send(
        "GET", "/extension/1/invitations?\(person.query)")
      try #require(invitations.status == 200, "seed \(seed): \(invitations.text)")
      for invitation in invitations.json["results"].elements {
        let resolved = try await read(
          "POST", "public/records/resolve", as: person,
          ["shortGUIDs": [invitation["shortGUID"].only("value")]])
        #expect(resolved["results"][0]["serverErrorCode"] == nil, "\(resolved)")
      }
    }
    let check = try await cloud.send("GET", "/extension/1/check", headers: administrator).json
    try #require(check["isSound"] == true, "seed \(seed): \(check)")
    let metrics = try await cloud.send("GET", "/extension/metrics", headers: administrator).text
    #expect(metrics.contains("zonechat_damaged_rows_total 0"), "seed \(seed)")
  }

  private func zones(_ database: String, of person: WireCloud.Person) async throws -> [JSON] {
    try await read("GET", "\(database)/zones/list", as: person)["zones"].elements.map(\.["zoneID"])
      .filter { $0["zoneName"] != "_defaultZone" }
  }

  private func changes(
    of zoneID: JSON, _ database: String, as person: WireCloud.Person
  ) async throws -> [JSON] {
    var records: [JSON] = []
    var zone: JSON = ["zoneID": zoneID]
    while true {
      let entry = try await read(
        "POST", "\(database)/changes/zone", as: person, ["zones": [zone]])["zones"][0]
      try #require(entry["serverErrorCode"] == nil, "seed \(seed): \(entry)")
      records += entry["records"].elements
      guard entry["moreComing"] == true else { return records }
      zone["syncToken"] = entry["syncToken"]
    }
  }

  private func lookUp(
    _ records: [JSON], in zoneID: JSON, _ database: String, as person: WireCloud.Person
  ) async throws {
    for start in stride(from: 0, to: records.count, by: 200) {
      let names = records[start..<min(start + 200, records.count)].map { $0.only("recordName") }
      let found = try await read(
        "POST", "\(database)/records/lookup", as: person,
        ["zoneID": zoneID, "records": .array(names)])["records"].elements
      for entry in found {
        let code = entry["serverErrorCode"].string
        try #require(code == nil || code == "NOT_FOUND", "seed \(seed): \(entry)")
      }
    }
  }

  /// A request that must be answered, or where it may be, refused with a reason.
  private func read(
    _ method: String, _ operation: String, as person: WireCloud.Person, _ body: JSON = [:],
    orRefuse mayRefuse: Bool = false
  ) async throws -> JSON {
    let answer = try await cloud.ask(
      method, operation, as: person, method == "GET" ? nil : body.text)
    let isFine = answer.status == 200 || (mayRefuse && (400..<500).contains(answer.status))
    try #require(isFine, "seed \(seed): \(operation) \(body): \(answer.text)")
    return answer.json
  }
}
