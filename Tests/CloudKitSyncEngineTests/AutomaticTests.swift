import CloudDevices
import CloudKitSyncEngine
import CloudModel
import Testing

/// An engine that nobody calls.
@Suite(.timeLimit(.minutes(1))) struct AutomaticTests {
  @Test func `a record that is written on one device arrives on the other`() async throws {
    try await SyncWorld.with { world in
      let phone = world.phone(automatically: true)
      let other = world.phone(automatically: true)
      await phone.write("1", as: "a")
      await other.app.until { $0.notes["a"]?.text == "1" }
      await other.write("2", as: "a", edited: 2)
      await phone.app.until { $0.notes["a"]?.text == "2" }
      await other.delete("a")
      await phone.app.until { $0.notes.isEmpty }
    }
  }

  @Test func `all devices of an account use one subscription`() async throws {
    try await SyncWorld.with { world in
      let phone = world.phone(automatically: true)
      try await phone.engine.fetchChanges()
      let other = world.phone(automatically: true)
      try await other.engine.fetchChanges()
      let all = try await phone.engine.database.allSubscriptions()
      #expect(all.count == 1 && all.first is CKDatabaseSubscription)
    }
  }

  @Test func `an app can name its subscription`() async throws {
    try await SyncWorld.with { world in
      let phone = world.phone()
      var configuration = CKSyncEngine.Configuration(
        database: phone.engine.database, stateSerialization: nil, delegate: phone.app)
      configuration.subscriptionID = "mine"
      for _ in 0..<2 { try await CKSyncEngine(configuration).fetchChanges() }
      #expect(try await phone.engine.database.allSubscriptions().map(\.subscriptionID) == ["mine"])
    }
  }

  @Test func `an engine waits for somebody to sign in`() async throws {
    try await SyncWorld.with { world in
      let phone = world.phone(of: nil, automatically: true)
      await phone.write("1", as: "a")
      phone.device.signIn(.init(name: "alice"))
      let engine = phone.engine
      await phone.app.until { _ in engine.state.pendingRecordZoneChanges.isEmpty }
      let other = world.phone()
      try await other.engine.fetchChanges()
      #expect(await other.texts == ["a": "1"])
    }
  }

  @Test func `an engine tries again, and merges by itself`() async throws {
    try await SyncWorld.with { world in
      let phone = world.phone(automatically: true)
      let other = world.phone()
      await other.write("theirs", as: "a", edited: 1)
      try await other.engine.sendChanges()
      try await phone.engine.fetchChanges()
      try await world.add(
        CloudFault(
          filter: .init(operation: "records/modify"), schedule: .init(count: 2),
          effect: .fail(.init(.throttled, retryAfterSeconds: 0.01))),
        CloudFault(
          filter: .init(operation: "records/modify"), schedule: .init(skip: 2, count: 1),
          effect: .dropAfter))
      await phone.write("mine", as: "a", edited: 2)
      let engine = phone.engine
      await phone.app.until { _ in engine.state.pendingRecordZoneChanges.isEmpty }
      try await other.engine.fetchChanges()
      #expect(await other.texts == ["a": "mine"])
    }
  }

  @Test func `an engine ends when it is released`() async throws {
    try await SyncWorld.with { world in
      let app = NotesApp(zoneID: NotesApp.zoneID)
      let database = CKContainer(
        identifier: SyncWorld.container, device: world.device(of: "alice")
      ).privateCloudDatabase
      weak var engine: CKSyncEngine?
      do {
        let strong = CKSyncEngine(
          .init(database: database, stateSerialization: nil, delegate: app))
        engine = strong
        try await strong.fetchChanges()
        await strong.cancelOperations()
      }
      while engine != nil { await Task.yield() }
    }
  }
}
