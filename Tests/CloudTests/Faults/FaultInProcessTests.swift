import CloudCore
import CloudModel
import CloudRules
import CloudServer
import CloudStorage
import Foundation
import class TestSupport.SkippingClock
import Testing

/// The same faults without a wire, as a simulation uses them.
@Suite struct FaultInProcessTests {
  /// A cloud in process with alice, her zone and the faults.
  private struct World {
    let faults: FaultInjector
    let conditions: CloudConditions
    let alice: any CloudDatabase
    let zoneID: RecordZoneID

    init() async throws {
      let surroundings = Surroundings.deterministic()
      let store = try SQLiteStore(.inMemory)
      conditions = try CloudConditions(
        store: store, seed: 1, surroundings: surroundings, clock: SkippingClock())
      faults = conditions.faults
      let courier = NotificationCourier(hold: .seconds(1), surroundings: surroundings)
      let cloud = Cloud(
        store: store, surroundings: surroundings, conditions: conditions,
        announce: { courier.deliver($0) })
      try cloud.ensureContainer("iCloud.test")
      let account = try AccountService(store: store, surroundings: surroundings)
        .createAccount(named: "alice")
      alice = InProcessContainer(
        cloud: cloud, partition: .init(container: "iCloud.test", environment: .development),
        relay: courier, caller: Caller(userRecordName: account.userRecordName, isNative: true)
      ).database(with: .private)
      zoneID = RecordZoneID(zoneName: "Z", ownerName: account.userRecordName)
      _ = try await alice.modifyRecordZones(saving: [RecordZone(zoneID: zoneID)], deleting: [])
    }

    func save(_ names: String...) async throws(CloudError) -> [CloudError.Code?] {
      let records = names.map {
        Record(
          recordType: "Note", recordID: RecordID(recordName: $0, zoneID: zoneID),
          fields: ["text": .string("x")])
      }
      let results = try await alice.modifyRecords(
        saving: records, deleting: [], savePolicy: .allKeys, atomically: false
      ).saveResults
      return records.map { record in
        guard case .failure(let error) = results[record.recordID] else { return nil }
        return error.code
      }
    }

    /// The error code of a call as a whole; nil if it succeeds.
    func code(_ body: () async throws(CloudError) -> Void) async -> CloudError.Code? {
      do {
        try await body()
        return nil
      } catch {
        return error.code
      }
    }
  }

  @Test func `a dropped request is lost on the network, done or not`() async throws {
    let world = try await World()
    for (effect, isDone) in [(CloudFault.Effect.dropBefore, false), (.dropAfter, true)] {
      let name = isDone ? "after" : "before"
      try world.faults.add([
        CloudFault(
          filter: .init(operation: "records/modify"), schedule: .init(count: 1), effect: effect)
      ])
      let code = await world.code { () throws(CloudError) in _ = try await world.save(name) }
      #expect(code == .networkFailure)
      let recordID = RecordID(recordName: name, zoneID: world.zoneID)
      let found = try await world.alice.records(for: [recordID], desiredKeys: nil)
      #expect((try? found[recordID]?.get() != nil) ?? false == isDone)
    }
  }

  @Test func `a failure is thrown with its native code`() async throws {
    let world = try await World()
    for code in CloudError.Code.allCases {
      try world.faults.add([
        CloudFault(
          schedule: .init(count: 1),
          effect: .fail(.init(ServerErrorCode(code), nativeCode: code, retryAfterSeconds: 3)))
      ])
      do throws(CloudError) {
        _ = try await world.alice.allRecordZones()
        Issue.record("\(code) was not thrown")
      } catch {
        #expect(error.code == code)
        #expect(error.retryAfterSeconds == 3)
      }
    }
  }

  @Test func `records fail by zone, name and type, and tokens expire`() async throws {
    let world = try await World()
    try world.faults.add([
      CloudFault(
        filter: .init(account: "alice", zone: "Z*", record: "b", recordType: "Note"),
        effect: .failRecords(.init(.zoneBusy)))
    ])
    #expect(try await world.save("a", "b", "c") == [nil, .zoneBusy, nil])
    let changes = try await world.alice.recordZoneChanges(
      inZoneWith: world.zoneID, since: nil, desiredKeys: nil, resultsLimit: nil)
    try world.faults.add([
      CloudFault(filter: .init(zone: "Z"), schedule: .init(count: 1), effect: .expireTokens)
    ])
    let expired = await world.code { () throws(CloudError) in
      _ = try await world.alice.recordZoneChanges(
        inZoneWith: world.zoneID, since: changes.changeToken, desiredKeys: nil,
        resultsLimit: nil)
    }
    #expect(expired == .changeTokenExpired)
    _ = try await world.alice.recordZoneChanges(
      inZoneWith: world.zoneID, since: changes.changeToken, desiredKeys: nil, resultsLimit: nil)
  }

  @Test func `a delay takes the clock that was handed in`() async throws {
    let world = try await World()
    try world.faults.add([CloudFault(effect: .delay(milliseconds: 600_000))])
    _ = try await world.alice.allRecordZones()
    #expect(world.faults.statuses.first?.fired == 1)
  }

  @Test func `the same seed makes the same trouble`() async throws {
    var runs: [[CloudError.Code?]] = []
    for _ in 0..<2 {
      let world = try await World()
      try world.faults.add([
        CloudFault(
          schedule: .init(probability: 0.5, seed: 42), effect: .failRecords(.init(.conflict)))
      ])
      var run: [CloudError.Code?] = []
      for number in 0..<30 { run += try await world.save("r\(number)") }
      #expect(run.contains(nil))
      #expect(run.contains(.serverRecordChanged))
      runs.append(run)
    }
    #expect(runs[0] == runs[1])
  }

  @Test func `throttling and quotas work in process as well`() async throws {
    let world = try await World()
    world.conditions.setLimits(
      CloudLimitSettings(quotaBytes: 40, throttle: .init(perSecond: 0.001, burst: 2)))
    #expect(
      try await world.save("a", "b", "c", "d", "e", "f", "g", "h", "i").last == .quotaExceeded)
    _ = try await world.alice.allRecordZones()
    do throws(CloudError) {
      _ = try await world.alice.allRecordZones()
      Issue.record("nobody was throttled")
    } catch {
      #expect(error.code == .requestRateLimited)
      #expect((1..<1001).contains(error.retryAfterSeconds ?? 0))
    }
  }
}
