import NIOHTTP1
import Testing

/// Damage that a check finds and no request can read, and its repair.
@Suite struct RepairTests {
  private static func damageEverything(_ cloud: DamagedCloud) async throws {
    _ = try await cloud.wire.post(
      "private/subscriptions/modify", as: cloud.alice,
      [
        "operations": [
          [
            "operationType": "create",
            "subscription": ["subscriptionID": "s", "subscriptionType": "database"],
          ]
        ]
      ])
    try cloud.poison("b")
    try cloud.poison("c", "nothing")
    try cloud.damage("UPDATE subscription SET body = 'x'")
    try cloud.damage(
      "UPDATE participant SET role = 'KING' WHERE participantID IN "
        + "(SELECT participantID FROM participant WHERE userRecordName = '\(cloud.bob.userRecordName)' "
        + "AND status = 'ACCEPTED')")
    try cloud.damage(
      "UPDATE participant SET role = '' WHERE userRecordName = '\(cloud.mallory.userRecordName)'")
  }

  @Test func `a check reads every row and names those that cannot be read`() async throws {
    try await DamagedCloud.run { cloud in
      #expect(try await cloud.operate("GET", "check")["isSound"] == true)
      try await Self.damageEverything(cloud)
      let found = try await cloud.operate("GET", "check")
      #expect(found["isSound"] == false)
      let problems = found["checks"].elements.filter { $0["isRepairable"] == true }
      let (alice, bob, mallory) = (
        cloud.alice.userRecordName, cloud.bob.userRecordName, cloud.mallory.userRecordName
      )
      #expect(
        problems.map { $0.only("name", "problems") } == [
          ["name": "every record can be read", "problems": 2],
          ["name": "every share can be read", "problems": 2],
          ["name": "every subscription can be read", "problems": 1],
        ])
      #expect(
        Set(problems.flatMap { $0["examples"].elements.compactMap(\.string) }) == [
          "\(alice)/Z/b", "\(alice)/Z/c", "\(alice)/Z/\(bob)", "\(mallory)/Z/\(mallory)",
          "\(alice)/s",
        ])
    }
  }

  @Test func `a repair keeps what can be read, sets the rest aside, and tells`() async throws {
    try await DamagedCloud.run { cloud in
      let before = try await cloud.changes(as: cloud.alice).entry["syncToken"].string
      try await Self.damageEverything(cloud)
      let repaired = try await cloud.operate("POST", "repair")["setAside"].elements
      #expect(
        repaired.map { "\($0["kind"].string ?? "") \($0["name"].string ?? "")" }.sorted()
          == [
            "participant \(cloud.bob.userRecordName)",
            "participant \(cloud.mallory.userRecordName)",
            "record b", "record c", "subscription s",
          ].sorted())
      let check = try await cloud.operate("GET", "check")
      #expect(check["isSound"] == true, "\(check)")
      let changed = try await cloud.changes(as: cloud.alice, since: before)
      #expect(Set(changed.lines) == ["b", "c", "cloudkit.zoneshare"])
      let records = changed.entry["records"].elements
      let fields = records.first { $0["recordName"] == "b" }?["fields"]
      #expect(fields == ["text": ["value": "kept", "type": "STRING"]])
      #expect(records.first { $0["recordName"] == "c" }?["fields"] == [:])
      let aside = try await cloud.operate("GET", "inspect/set-aside?account=alice")["rows"].elements
      #expect(aside.count == 4)
      #expect(aside.first { $0["name"] == "b" }?["body"].string == DamagedCloud.poison)
      let bobs = try await cloud.wire.post("shared/changes/database", as: cloud.bob, [:])["zones"]
      #expect(bobs.elements.last?["deleted"] == true, "\(bobs)")
      #expect(try await cloud.invitations(of: cloud.alice).count == 1)
      #expect(try await cloud.operate("POST", "repair")["setAside"].elements.isEmpty)
    }
  }

  @Test func `a backup of a cloud with damaged rows is made, with them`() async throws {
    try await OperatedCloud.run(over: .unixSocket) { cloud in
      try await cloud.makeZones("Z")
      _ = try await cloud.save([("a", "one")])
      let damaged = DamagedStore(directory: cloud.directory + "/data")
      try damaged.execute("UPDATE record SET fields = '[' WHERE recordName = 'a'")
      let answer = try await cloud.operate(
        .POST, "backup", #"{"path":"\#(cloud.directory)/copy"}"#)
      #expect(answer.status == 200, "\(answer.text)")
    }
  }
}
