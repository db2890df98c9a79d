import CloudClient
import CloudKitSyncEngine
import CloudModel
import Foundation
import Synchronization
import Testing

@Suite(.timeLimit(.minutes(1))) struct SendTests {
  @Test func `the first send begins with the account, then makes the zone, then saves`()
    async throws
  {
    try await SyncWorld.with { world in
      let phone = world.phone()
      await phone.write("hello", as: "a")
      try await phone.engine.sendChanges()
      #expect(
        await phone.events() == [
          "signed in", "will send", "sent zones +Notes", "sent +a", "did send",
        ])
      #expect(phone.engine.state.pendingRecordZoneChanges == [])
      #expect(phone.engine.state.pendingDatabaseChanges == [])
      await phone.delete("a")
      try await phone.engine.sendChanges()
      #expect(await phone.events() == ["will send", "sent -a", "did send"])
    }
  }

  @Test func `more than a request takes goes in several`() async throws {
    try await SyncWorld.with { world in
      let (phone, other) = (world.phone(), world.phone())
      for index in 0..<444 { await phone.write("\(index)", as: "note-\(index)") }
      try await phone.engine.sendChanges()
      let sent = await phone.events().filter { $0.hasPrefix("sent +") }
      #expect(sent.map { $0.split(separator: "+").count - 1 } == [200, 200, 44])
      try await other.engine.fetchChanges()
      #expect(await other.app.notes == phone.app.notes)
    }
  }

  @Test func `a batch is no larger than a request`() async throws {
    let text = String(repeating: "x", count: 400_000)
    let ids = (0..<5).map { CKRecord.ID(recordName: "\($0)") }
    let batch = await CKSyncEngine.RecordZoneChangeBatch(
      pendingChanges: ids.map { .saveRecord($0) } + [.deleteRecord(ids[0])]
    ) { id in
      let record = CKRecord(recordType: "Note", recordID: id)
      record["text"] = text
      return record
    }
    #expect(batch?.recordsToSave.count == 2 && batch?.recordIDsToDelete == [])
    #expect(
      await CKSyncEngine.RecordZoneChangeBatch(pendingChanges: [.saveRecord(ids[0])]) { _ in nil }
        == nil)
  }

  @Test
  func `a conflict is thrown when the app has merged it, and is not sent again in the same call`()
    async throws
  {
    try await SyncWorld.with { world in
      let (phone, other) = (world.phone(), world.phone())
      await phone.write("first", as: "a")
      try await phone.engine.sendChanges()
      try await other.engine.fetchChanges()
      await other.write("theirs", as: "a", edited: 2)
      try await other.engine.sendChanges()
      await phone.write("mine", as: "a", edited: 3)
      await phone.write("new", as: "b")
      _ = await phone.events()

      let error = await #expect(throws: CKError.self) { try await phone.engine.sendChanges() }
      #expect(error?.code == .partialFailure && error?.partialErrorsByItemID?.count == 1)
      #expect(await phone.events() == ["will send", "sent +b !a serverRecordChanged", "did send"])
      #expect(phone.engine.state.pendingRecordZoneChanges.count == 1)
      try await phone.engine.sendChanges()
      try await other.engine.fetchChanges()
      #expect(await other.texts == ["a": "mine", "b": "new"])
    }
  }

  @Test
  func `a change with a passing error stays pending, one with a lasting error does not`()
    async throws
  {
    try await SyncWorld.with { world in
      let phone = world.phone()
      try await phone.engine.sendChanges()
      _ = await phone.events()
      await phone.write("1", as: "a")
      try await world.add(
        CloudFault(
          filter: .init(operation: "records/modify"), schedule: .init(count: 1),
          effect: .fail(.init(.throttled, retryAfterSeconds: 3))))
      let error = await #expect(throws: CKError.self) { try await phone.engine.sendChanges() }
      #expect(error?.code == .requestRateLimited && error?.retryAfterSeconds == 3)
      #expect(await phone.events() == ["will send", "sent !a requestRateLimited", "did send"])
      #expect(phone.engine.state.pendingRecordZoneChanges.count == 1)

      try await world.add(
        CloudFault(
          filter: .init(operation: "records/modify"), schedule: .init(count: 1),
          effect: .failRecords(.init(.badRequest))))
      await #expect(throws: CKError.self) { try await phone.engine.sendChanges() }
      #expect(phone.engine.state.pendingRecordZoneChanges == [])
    }
  }

  @Test func `a lost answer is a conflict of the app with itself`() async throws {
    try await SyncWorld.with { world in
      let phone = world.phone()
      try await phone.engine.sendChanges()
      await phone.write("1", as: "a")
      try await world.add(
        CloudFault(
          filter: .init(operation: "records/modify"), schedule: .init(count: 1), effect: .dropAfter)
      )
      await #expect(throws: CKError.self) { try await phone.engine.sendChanges() }
      #expect(phone.engine.state.pendingRecordZoneChanges.count == 1)
      await #expect(throws: CKError.self) { try await phone.engine.sendChanges() }
      #expect(phone.engine.state.pendingRecordZoneChanges == [])

      await phone.delete("a")
      try await world.add(
        CloudFault(
          filter: .init(operation: "records/modify"), schedule: .init(count: 1), effect: .dropAfter)
      )
      await #expect(throws: CKError.self) { try await phone.engine.sendChanges() }
      try await phone.engine.sendChanges()
      #expect(phone.engine.state.pendingRecordZoneChanges == [])
    }
  }

  @Test func `the innocent of an atomic batch stay pending`() async throws {
    try await SyncWorld.with { world in
      let phone = world.phone()
      await phone.app.change { $0.isAtomic = true }
      try await phone.engine.sendChanges()
      await phone.write("1", as: "a")
      await phone.write("1", as: "b")
      try await world.add(
        CloudFault(
          filter: .init(record: "a"), schedule: .init(count: 1),
          effect: .failRecords(.init(.badRequest))))
      await #expect(throws: CKError.self) { try await phone.engine.sendChanges() }
      #expect(
        phone.engine.state.pendingRecordZoneChanges.map(\.description)
          == ["save <b in Notes of __defaultOwner__>"])
      try await phone.engine.sendChanges()
      #expect(phone.engine.state.pendingRecordZoneChanges == [])
    }
  }

  @Test func `a change that is made while it is sent is sent again`() async throws {
    try await SyncWorld.with { world in
      let phone = world.phone()
      try await phone.engine.sendChanges()
      await phone.write("1", as: "a")
      let app = phone.app
      let rounds = Mutex(0)
      await app.listenToBatches { engine in
        guard
          rounds.withLock({
            $0 += 1; return $0
          }) == 1
        else { return }
        await app.write("2", as: "a", edited: 2, engine)
      }
      try await phone.engine.sendChanges()
      let other = world.phone()
      try await other.engine.fetchChanges()
      #expect(await other.texts == ["a": "2"])
      #expect(phone.engine.state.pendingRecordZoneChanges == [])
    }
  }

  @Test func `a scope leaves the rest pending`() async throws {
    try await SyncWorld.with { world in
      let phone = world.phone()
      let state = phone.engine.state
      try await phone.engine.sendChanges()
      await phone.write("1", as: "a")
      await phone.write("1", as: "b")
      let b = CKRecord.ID(recordName: "b", zoneID: NotesApp.zoneID)
      state.add(pendingDatabaseChanges: [.saveZone(CKRecordZone(zoneName: "Other"))])
      try await phone.engine.sendChanges(.init(scope: .recordIDs([b])))
      #expect(state.pendingRecordZoneChanges.count == 1 && state.pendingDatabaseChanges.count == 1)
      try await phone.engine.sendChanges(.init(scope: .allExcluding([NotesApp.zoneID])))
      #expect(state.pendingRecordZoneChanges.count == 1 && state.pendingDatabaseChanges == [])
      #expect(await phone.app.contexts.last?.reason == .manual)
      try await phone.engine.sendChanges(.init(scope: .zoneIDs([NotesApp.zoneID])))
      #expect(state.pendingRecordZoneChanges == [])
    }
  }

  @Test func `a cancelled send ends, and its changes stay`() async throws {
    try await SyncWorld.with { world in
      let phone = world.phone()
      try await phone.engine.sendChanges()
      await phone.write("1", as: "a")
      // The cloud answers before it stops: a longer delay would keep the test waiting.
      try await world.add(
        CloudFault(
          filter: .init(operation: "records/modify"), effect: .delay(milliseconds: 1_000)))
      let engine = phone.engine
      async let sent = code { try await engine.sendChanges() }
      while try await world.administration.faults().first?.fired != 1 {}
      async let fetched = code { try await engine.fetchChanges() }
      await engine.cancelOperations()
      #expect(await sent == .operationCancelled)
      _ = await fetched
      #expect(engine.state.pendingRecordZoneChanges.count == 1)
    }
  }

  private func code(_ body: @Sendable () async throws -> Void) async -> CKError.Code? {
    do {
      try await body()
      return nil
    } catch {
      return (error as? CKError)?.code
    }
  }

  @Test func `a zone that never was can be deleted`() async throws {
    try await SyncWorld.with { world in
      let phone = world.phone()
      try await phone.engine.database.deleteRecordZone(withID: CKRecordZone.ID(zoneName: "None"))
      phone.engine.state.add(pendingDatabaseChanges: [.deleteZone(.init(zoneName: "None"))])
      try await phone.engine.sendChanges()
      #expect(await phone.events()[2] == "sent zones +Notes -None")
    }
  }
}
