import CloudCore
import CloudModel
import CloudRules
import Testing

/// Users get databases in each incarnation of a partition, also in one that another user was first
/// in.
@Suite struct EnrollmentTests {
  @Test func `after a reset by another hand changes are in the feed again`() throws {
    let world = try RulesWorld()
    try world.save([:])
    let before = try world.databaseChanges(since: nil)
    #expect(DatabaseChanges(before).modifications == [world.zoneID])
    try world.cloud.store.writeRegistry { registry throws in
      try registry.lockContainer(world.service.partition.container)
      try registry.reset(world.service.partition, incarnation: "another", schema: Schema())
    }
    _ = try world.service.modifyZones([.create(world.zoneID)], by: world.caller, in: .private)
    try world.save([:])
    let after = try world.databaseChanges(since: nil)
    #expect(DatabaseChanges(after).modifications == [world.zoneID])
    let stale = #expect(throws: CloudError.self) {
      try world.databaseChanges(since: before.changeToken)
    }
    #expect(stale?.code == .changeTokenExpired)
    let users = try world.service.records(
      for: [
        (
          RecordID(
            recordName: world.caller.userRecordName,
            zoneID: RecordZoneID(
              zoneName: RecordZoneID.defaultZoneName, ownerName: world.caller.userRecordName)),
          nil
        )
      ], by: world.caller, in: .public)
    #expect(try users.first?.result.get().recordType == "Users")
  }
}
