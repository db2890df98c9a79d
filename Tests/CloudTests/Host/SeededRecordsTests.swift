import CloudClient
import CloudModel
import CloudServer
import Testing

/// Records that a plan makes.
@Suite struct SeededRecordsTests {
  private static let container = "iCloud.example.lists"

  private static func plan(_ records: ContainerPlan.Record...) -> CloudPlan {
    CloudPlan(
      containers: [
        ContainerPlan(
          identifier: container,
          environments: [.init(environment: .development, records: records)])
      ], accounts: [.init(name: "alice")])
  }

  private static func item(
    _ name: String, _ text: String, in zone: String? = "Z", type: String = "Item"
  ) -> ContainerPlan.Record {
    .init(
      account: "alice", zone: zone, recordType: type, recordName: name,
      fields: ["text": .object(["value": .string(text), "type": .string("STRING")])])
  }

  private func withTestCloud(
    _ plan: CloudPlan, _ body: @escaping @Sendable (TestedCloud) async throws -> Void
  ) async throws {
    let configuration = CloudHost.Configuration(tcp: .init(host: "127.0.0.1", port: 0), plan: plan)
    try await withHost(configuration) { _, addresses in
      let address = try CloudAddress(addresses.urls[0])
      try await CloudConnection.with(
        address, administratorToken: addresses.administratorToken
      ) { connection in
        try await CloudConnection.with(address) { stranger in
          try await body(TestedCloud(connection: connection, stranger: stranger))
        }
      }
    }
  }

  @Test func `the records of a plan are there at the start and after each reset`() async throws {
    try await withTestCloud(Self.plan(Self.item("milk", "Milk"))) { cloud in
      for container in [nil, Self.container, nil] {
        let alice = try await cloud.signIn("alice")
        #expect(try await alice.text(of: "milk", in: "Z") == "Milk")
        try await alice.write("milk", in: "Z", text: "changed")
        try await alice.write("more", in: "Y")
        try await cloud.administration.reset(container: container)
      }
      let alice = try await cloud.signIn("alice")
      #expect(try await alice.text(of: "milk", in: "Z") == "Milk")
      #expect(try await alice.changes(since: nil) == ["Z"])
    }
  }

  @Test func `one request makes records, and leaves those that are there`() async throws {
    try await withTestCloud(Self.plan(Self.item("milk", "Milk"))) { cloud in
      let alice = try await cloud.signIn("alice")
      try await alice.write("milk", in: "Z", text: "Oat milk")
      let tag = try await alice.changeTag(of: "milk", in: "Z")
      _ = try await cloud.administration.apply(
        Self.plan(Self.item("milk", "Milk"), Self.item("bread", "Bread", in: nil)))
      #expect(try await alice.text(of: "milk", in: "Z") == "Oat milk")
      #expect(try await alice.changeTag(of: "milk", in: "Z") == tag)
      #expect(try await alice.text(of: "bread", in: "_defaultZone") == "Bread")
    }
  }

  @Test func `an account or a record that is there twice is refused, and nothing is made`()
    async throws
  {
    try await withTestCloud(CloudPlan()) { cloud in
      let twins = Self.plan(Self.item("bread", "Bread"), Self.item("bread", "Rye"))
      let records = await #expect(throws: CloudError.self) {
        _ = try await cloud.administration.apply(twins)
      }
      #expect(
        records?.reason
          == "In the container ‘\(Self.container)’: development record 2 ‘bread’: It is there twice. Keep one of them."
      )
      let people = CloudPlan(accounts: [.init(name: "carol"), .init(name: "Carol")])
      let accounts = await #expect(throws: CloudError.self) {
        _ = try await cloud.administration.apply(people)
      }
      #expect(accounts?.reason == "In the account ‘Carol’: It is there twice. Keep one of them.")
      let made = try await cloud.administration.inspect(.accounts, options: [])
      #expect(!made.rows.contains { $0["name"] == .text("carol") })
    }
  }

  @Test func `what the data forbid of a plan fails a request`() async throws {
    var (stranger, orphan) = (Self.item("bread", "Bread"), Self.item("crumb", "Crumb"))
    stranger.account = "nobody"
    orphan.parent = "missing"
    var plan = Self.plan(stranger, orphan, Self.item("milk", "Milk"))
    plan.containers.append(
      ContainerPlan(
        identifier: "iCloud.example.full",
        environments: [
          .init(
            environment: .development, settings: EnvironmentSettings(defaultQuotaBytes: 1),
            records: [Self.item("milk", "Milk")])
        ]))
    // The address of the second one is taken.
    plan.accounts = ["alice", "carol"].map { .init(name: $0, emailAddress: "a@example.com") }
    plan.limits = CloudLimitChanges(account: "nobody", quotaBytes: 1_000_000)
    try await withTestCloud(CloudPlan()) { [plan] cloud in
      var rest = plan
      for words in ["account ‘carol’", "‘bread’", "‘crumb’", "iCloud.example.full", "limits"] {
        let present = rest
        let refused = await #expect(throws: CloudError.self) {
          _ = try await cloud.administration.apply(present)
        }
        #expect(refused?.reason.contains(words) == true, "\(refused?.reason ?? "")")
        switch words {
        case "account ‘carol’": rest.accounts.removeLast()
        case "iCloud.example.full": rest.containers.removeLast()
        default: rest.containers[0].environments[0].records?.removeFirst()
        }
      }
      let alice = try await cloud.signIn("alice")
      #expect(try await alice.text(of: "milk", in: "Z") == "Milk")
    }
  }

  @Test func `a record that cannot be made is named, and so is its container`() async throws {
    try await withTestCloud(CloudPlan()) { cloud in
      var stranger = Self.item("bread", "Bread")
      stranger.account = "nobody"
      for (plan, words) in [
        (Self.plan(stranger), "no account ‘nobody’"),
        (Self.plan(Self.item("bread", "Bread", type: "")), "type"),
        (Self.plan(Self.item("bread", "Bread", in: "_reserved")), "underscore"),
      ] {
        let refused = await #expect(throws: CloudError.self) {
          _ = try await cloud.administration.apply(plan)
        }
        let reason = refused?.reason ?? ""
        #expect(
          reason.hasPrefix("In the container ‘\(Self.container)’: development record 1 ‘bread’: ")
            && reason.contains(words), "\(reason)")
      }
      let denied = await #expect(throws: CloudError.self) {
        _ = try await CloudAdministration(connection: cloud.stranger)
          .apply(Self.plan(Self.item("milk", "Milk")))
      }
      #expect(denied?.code == .permissionFailure)
    }
  }
}
