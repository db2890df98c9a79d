import CloudDevices
import CloudKitSyncEngine
import CloudModel
import Testing

@Suite(.timeLimit(.minutes(1))) struct AccountTests {
  @Test func `signing out and in begins anew`() async throws {
    try await SyncWorld.with { world in
      let phone = world.phone()
      await phone.write("1", as: "a")
      try await phone.engine.sendChanges()
      await phone.write("2", as: "a", edited: 2)
      _ = await phone.events()

      phone.device.signIn(nil)
      await phone.app.until { $0.notes.isEmpty }
      #expect(await phone.events() == ["signed out"])
      #expect(phone.engine.state.pendingRecordZoneChanges == [])
      let error = await #expect(throws: CKError.self) { try await phone.engine.sendChanges() }
      #expect(error?.code == .notAuthenticated)
      #expect(await phone.events() == [])

      await phone.write("offline", as: "b")
      phone.device.signIn(.init(name: "alice"))
      try await phone.engine.sendChanges()
      #expect(
        await phone.events().filter { $0.hasPrefix("s") } == [
          "signed in", "sent zones +Notes", "sent +b",
        ])
      try await phone.engine.fetchChanges()
      #expect(await phone.texts == ["a": "1", "b": "offline"])
    }
  }

  @Test func `another account takes nothing over`() async throws {
    try await SyncWorld.with { world in
      let phone = world.phone()
      await phone.write("1", as: "a")
      try await phone.engine.sendChanges()
      await phone.write("1", as: "b")
      _ = await phone.events()
      phone.device.signIn(.init(name: "bob"))
      try await phone.engine.fetchChanges()
      #expect(await phone.events().first == "switched")
      #expect(await phone.texts == [:])
      #expect(phone.engine.state.pendingRecordZoneChanges == [])
    }
  }

  @Test func `a turn ends with the account with which it has begun`() async throws {
    try await SyncWorld.with { world in
      let phone = world.phone()
      let device = phone.device
      await phone.write("alice's", as: "a")
      await phone.app.listenToBatches { _ in device.signIn(.init(name: "bob")) }
      try await phone.engine.sendChanges()
      #expect(await phone.events().prefix(5).last == "did send")
      try await phone.engine.fetchChanges()
      #expect(await phone.events().first == "switched")
      #expect(await phone.texts == [:])
      let other = world.phone()
      try await other.engine.fetchChanges()
      #expect(await other.texts == ["a": "alice's"])
    }
  }

  @Test func `an account that may not be used for a while loses nothing`() async throws {
    try await SyncWorld.with { world in
      let phone = world.phone(automatically: true)
      let engine = phone.engine
      await phone.write("1", as: "a")
      await phone.app.until { _ in !engine.state.hasPending }
      phone.device.setAccountState(.temporarilyUnavailable)
      await phone.write("2", as: "b")
      let error = await #expect(throws: CKError.self) { try await phone.engine.sendChanges() }
      #expect(error?.code == .accountTemporarilyUnavailable)
      #expect(await phone.texts == ["a": "1", "b": "2"])
      #expect(engine.state.hasPending)
      _ = await phone.events()
      phone.device.setAccountState(.available)
      // Nobody calls the engine: it notices by itself.
      await phone.app.until { _ in !engine.state.hasPending }
      #expect(await phone.events().allSatisfy { !$0.hasPrefix("signed") && $0 != "switched" })
      let other = world.phone()
      try await other.engine.fetchChanges()
      #expect(await other.texts == ["a": "1", "b": "2"])
    }
  }

  @Test func `a change of the account while the app was off is told once`() async throws {
    try await SyncWorld.with { world in
      let phone = world.phone()
      try await phone.engine.fetchChanges()
      let state = await phone.app.serialization
      let other = world.device(of: "bob")
      let database = CKContainer(identifier: SyncWorld.container, device: other)
        .privateCloudDatabase
      _ = await phone.events()
      let engine = CKSyncEngine(
        .init(database: database, stateSerialization: state, delegate: phone.app))
      try await engine.fetchChanges()
      #expect(await phone.events().filter { $0 == "switched" }.count == 1)
    }
  }
}

extension CKSyncEngine.State {
  fileprivate var hasPending: Bool {
    !pendingRecordZoneChanges.isEmpty || !pendingDatabaseChanges.isEmpty
  }
}
