import CloudClient
import CloudKitSyncEngine
import CloudModel
import CloudWire
import Foundation
import Synchronization
import Testing

@Suite(.timeLimit(.minutes(1))) struct FetchTests {
  @Test func `a fetch tells of the zones, then of the records of each`() async throws {
    try await SyncWorld.with { world in
      let (phone, other) = (world.phone(), world.phone())
      await other.write("1", as: "a")
      await other.write("1", as: "b")
      try await other.engine.sendChanges()
      try await phone.engine.fetchChanges()
      #expect(
        await phone.events() == [
          "signed in", "will fetch", "fetched zones +Notes", "will fetch Notes", "fetched +a +b",
          "did fetch Notes", "did fetch",
        ])
      await other.delete("a")
      try await other.engine.sendChanges()
      try await phone.engine.fetchChanges()
      #expect(
        await phone.events() == [
          "will fetch", "fetched zones +Notes", "will fetch Notes", "fetched -a",
          "did fetch Notes", "did fetch",
        ])
      let updates = await phone.app.stateUpdates
      try await phone.engine.fetchChanges()
      #expect(await phone.events() == ["will fetch", "did fetch"])
      #expect(await phone.app.stateUpdates == updates)
    }
  }

  @Test func `own changes do not come back, and those of others do`() async throws {
    try await SyncWorld.with { world in
      let (phone, other) = (world.phone(), world.phone())
      await phone.write("1", as: "a")
      await phone.write("1", as: "b")
      await phone.write("1", as: "c")
      try await phone.engine.sendChanges()
      await phone.delete("c")
      try await phone.engine.sendChanges()
      try await other.engine.fetchChanges()
      await other.write("2", as: "b", edited: 2)
      try await other.engine.sendChanges()
      _ = await phone.events()
      try await phone.engine.fetchChanges()
      #expect(
        await phone.events().filter { $0.hasPrefix("fetched ") } == [
          "fetched zones +Notes", "fetched +b",
        ])
      #expect(await phone.texts == ["a": "1", "b": "2"])

      phone.engine.state.add(pendingDatabaseChanges: [.deleteZone(NotesApp.zoneID)])
      try await phone.engine.sendChanges()
      _ = await phone.events()
      try await phone.engine.fetchChanges()
      #expect(await phone.events() == ["will fetch", "did fetch"])
    }
  }

  @Test func `a new start goes on where the state ends`() async throws {
    try await SyncWorld.with { world in
      var (phone, other) = (world.phone(), world.phone())
      await other.write("1", as: "a")
      try await other.engine.sendChanges()
      try await phone.engine.fetchChanges()
      await phone.write("1", as: "b")
      phone.engine.state.hasPendingUntrackedChanges = true
      try await phone.engine.fetchChanges(.init(scope: .zoneIDs([])))
      let before = await phone.app.stateUpdates
      try await phone.restart()
      _ = await phone.events()
      let state = phone.engine.state
      #expect(state.pendingRecordZoneChanges.count == 1 && state.hasPendingUntrackedChanges)
      await other.write("1", as: "c")
      try await other.engine.sendChanges()
      try await phone.engine.fetchChanges()
      #expect(
        await phone.events().filter { $0.hasPrefix("fetched ") } == [
          "fetched zones +Notes", "fetched +c",
        ])
      #expect(await phone.app.stateUpdates > before)
    }
  }

  @Test func `own changes are known after a new start, and those of others are told`() async throws
  {
    try await SyncWorld.with { world in
      var (phone, other) = (world.phone(), world.phone())
      for name in ["a", "b", "c"] { await phone.write("1", as: name) }
      phone.engine.state.add(
        pendingDatabaseChanges: [.saveZone(CKRecordZone(zoneName: "Gone"))])
      try await phone.engine.sendChanges()
      await phone.delete("c")
      phone.engine.state.add(
        pendingDatabaseChanges: [.deleteZone(CKRecordZone.ID(zoneName: "Gone"))])
      try await phone.engine.sendChanges()
      try await phone.restart()
      try await other.engine.fetchChanges()
      await other.write("2", as: "b", edited: 2)
      try await other.engine.sendChanges()
      _ = await phone.events()
      try await phone.engine.fetchChanges()
      #expect(
        await phone.events().filter { $0.hasPrefix("fetched ") } == [
          "fetched zones +Notes", "fetched +b",
        ])
      #expect(await phone.texts == ["a": "1", "b": "2"])
    }
  }

  @Test func `a state keeps the newest thousand of the own changes`() async throws {
    try await SyncWorld.with { world in
      var phone = world.phone()
      for number in 0..<1_040 { await phone.write("1", as: "\(number)") }
      try await phone.engine.sendChanges()
      try await phone.restart()
      _ = await phone.events()
      try await phone.engine.fetchChanges()
      let told = await phone.events().filter { $0.hasPrefix("fetched +") }
      #expect(told.flatMap { $0.split(separator: "+").dropFirst() }.count == 40)
    }
  }

  @Test func `a state of the first version of the module is read`() throws {
    let text = """
      {"version":1,"zones":[],"unfetchedZones":[],"recordChanges":[],"zoneChanges":[],\
      "hasUntrackedChanges":true,"user":"_alice"}
      """
    let state = try JSONDecoder().decode(
      CKSyncEngine.State.Serialization.self, from: Data(text.utf8))
    let again = try JSONEncoder().encode(state)
    #expect(String(decoding: again, as: UTF8.self).contains(#""user":"_alice""#))
  }

  @Test func `a state of a later version, or none, is refused`() throws {
    let decode = { (text: String) in
      try JSONDecoder().decode(CKSyncEngine.State.Serialization.self, from: Data(text.utf8))
    }
    for text in ["{}", "[]", #"{"version":2}"#] {
      #expect(throws: DecodingError.self) { try decode(text) }
    }
  }

  @Test func `zones out of the scope wait, and the wanted ones come first`() async throws {
    try await SyncWorld.with { world in
      let (phone, other) = (world.phone(), world.phone())
      let zones = ["A", "B", "C"].map { CKRecordZone.ID(zoneName: $0) }
      for zoneID in zones {
        try await other.engine.database.save(CKRecordZone(zoneID: zoneID))
        try await other.engine.database.save(
          CKRecord(recordType: "Note", recordID: CKRecord.ID(zoneID: zoneID)))
      }
      try await phone.engine.fetchChanges(.init(scope: .zoneIDs([zones[0]])))
      #expect(phone.engine.state.zoneIDsWithUnfetchedServerChanges == [zones[1], zones[2]])
      _ = await phone.events()
      var options = CKSyncEngine.FetchChangesOptions()
      options.prioritizedZoneIDs = [zones[2], zones[0]]
      await phone.app.change { [options] in $0.options = options }
      try await phone.engine.fetchChanges()
      #expect(
        await phone.events().filter { $0.hasPrefix("will fetch ") } == [
          "will fetch C", "will fetch B",
        ])
      #expect(phone.engine.state.zoneIDsWithUnfetchedServerChanges == [])
    }
  }

  @Test func `expired tokens are replaced`() async throws {
    try await SyncWorld.with { world in
      let (phone, other) = (world.phone(), world.phone())
      await other.write("1", as: "a")
      await other.write("1", as: "b")
      try await other.engine.sendChanges()
      try await phone.engine.fetchChanges()
      await other.delete("a")
      await other.write("2", as: "b", edited: 2)
      try await other.engine.sendChanges()
      try await world.administration.end(
        "expire-tokens", ZoneEndingRequest(account: "alice", container: SyncWorld.container))
      try await world.administration.end(
        "expire-tokens",
        ZoneEndingRequest(account: "alice", zoneName: "Notes", container: SyncWorld.container))
      try await phone.engine.fetchChanges()
      #expect(await phone.texts == ["b": "2"])
    }
  }

  @Test(arguments: [
    ("", "deleted"), ("purge", "purged"), ("reset-encryption", "encryptedDataReset"),
  ])
  func `the end of a zone has a reason`(ending: String, reason: String) async throws {
    try await SyncWorld.with { world in
      let (phone, other) = (world.phone(), world.phone())
      await phone.write("1", as: "a")
      try await phone.engine.sendChanges()
      try await phone.engine.fetchChanges()
      _ = await phone.events()
      if ending.isEmpty {
        try await other.engine.database.deleteRecordZone(withID: NotesApp.zoneID)
      } else {
        try await world.administration.end(
          ending,
          ZoneEndingRequest(account: "alice", zoneName: "Notes", container: SyncWorld.container))
      }
      try await phone.engine.fetchChanges()
      #expect(
        await phone.events() == ["will fetch", "fetched zones -Notes \(reason)", "did fetch"])
      guard reason == "encryptedDataReset" else {
        #expect(await phone.texts == [:])
        return
      }
      try await phone.engine.sendChanges()
      try await other.engine.fetchChanges()
      #expect(await other.texts == ["a": "1"])
    }
  }

  @Test func `a zone that fails does not stop the others`() async throws {
    try await SyncWorld.with { world in
      let (phone, other) = (world.phone(), world.phone())
      for name in ["A", "B"] {
        let zoneID = CKRecordZone.ID(zoneName: name)
        try await other.engine.database.save(CKRecordZone(zoneID: zoneID))
        try await other.engine.database.save(
          CKRecord(
            recordType: "Note", recordID: CKRecord.ID(recordName: "in-" + name, zoneID: zoneID)))
      }
      try await world.add(
        CloudFault(
          filter: .init(operation: "changes/zone", zone: "A"), schedule: .init(count: 1),
          effect: .fail(.init(.zoneBusy))))
      let error = await #expect(throws: CKError.self) { try await phone.engine.fetchChanges() }
      #expect(error?.code == .zoneBusy)
      #expect(
        await phone.events() == [
          "signed in", "will fetch", "fetched zones +A +B", "will fetch A", "did fetch A zoneBusy",
          "will fetch B", "fetched +in-B", "did fetch B", "did fetch",
        ])
      try await phone.engine.fetchChanges()
      #expect(Set(await phone.texts.keys) == ["in-A", "in-B"])
    }
  }

  @Test func `events come one at a time, and cannot wait for the engine`() async throws {
    try await SyncWorld.with { world in
      let phone = world.phone()
      let inside = Mutex(0)
      let most = Mutex(0)
      let codes = Mutex<[CKError.Code?]>([])
      await phone.app.listen { event, engine in
        let count = inside.withLock {
          $0 += 1; return $0
        }
        most.withLock { $0 = max($0, count) }
        await Task.yield()
        if case .willSendChanges = event {
          do { try await engine.fetchChanges() } catch {
            codes.withLock { $0.append((error as? CKError)?.code) }
          }
        }
        inside.withLock { $0 -= 1 }
      }
      let engine = phone.engine
      async let sending: Void = engine.sendChanges()
      async let fetching: Void = engine.fetchChanges()
      _ = try await (sending, fetching)
      #expect(most.withLock { $0 } == 1)
      #expect(codes.withLock { $0 } == [.invalidArguments])
    }
  }
}
