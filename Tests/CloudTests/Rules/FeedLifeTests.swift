import CloudCore
import CloudModel
import CloudRules
import Foundation
import Testing

/// The beginning, the reversal and the end of feeds; in process, where time and commands are at hand.
@Suite struct FeedLifeTests {
  @Test func `read backwards, a zone gives its newest change first and then the way on`() throws {
    let world = try RulesWorld()
    for name in ["a", "b", "c"] { try world.create(name) }
    var request = ZoneChangesRequest(zoneID: world.zoneID, changeToken: nil, resultsLimit: 2)
    request.isReverse = true
    let first = try world.page(request)
    #expect(first.names == ["c", "b"] && first.moreComing)
    try world.create("d")
    request.changeToken = first.changeToken
    let second = try world.page(request)
    #expect(second.names == ["a"] && !second.moreComing)
    let onwards = try world.page(
      ZoneChangesRequest(zoneID: world.zoneID, changeToken: second.changeToken))
    #expect(onwards.names == ["d"])
  }

  @Test func `a reverse token is no token for reading forwards`() throws {
    let world = try RulesWorld()
    for name in ["a", "b"] { try world.create(name) }
    var request = ZoneChangesRequest(zoneID: world.zoneID, changeToken: nil, resultsLimit: 1)
    request.isReverse = true
    request.changeToken = try world.page(request).changeToken
    request.isReverse = false
    let error = #expect(throws: CloudError.self) { try world.page(request) }
    #expect(error?.code == .invalidArguments)
  }

  @Test func `a token whose next change is too old has expired, a caught-up one never`() throws {
    let world = try RulesWorld()
    try world.create("a")
    let start = try world.page(ZoneChangesRequest(zoneID: world.zoneID, changeToken: nil))
    try world.create("b")
    let end = try world.page(ZoneChangesRequest(zoneID: world.zoneID, changeToken: nil))
    try world.cloud.store.change(world.service.partition) {
      $0.tokenLifetimeSeconds = 0.000_1
    }
    let stale = #expect(throws: CloudError.self) {
      try world.page(
        ZoneChangesRequest(zoneID: world.zoneID, changeToken: start.changeToken))
    }
    #expect(stale?.code == .changeTokenExpired)
    let caughtUp = try world.page(
      ZoneChangesRequest(zoneID: world.zoneID, changeToken: end.changeToken))
    #expect(caughtUp.names == [] && caughtUp.changeToken == end.changeToken)
    #expect(
      try world.page(ZoneChangesRequest(zoneID: world.zoneID, changeToken: nil)).names
        == ["a", "b"])
  }

  @Test func `by command, tokens of a zone and of a database expire`() throws {
    let world = try RulesWorld()
    try world.create("a")
    let token = try world.page(ZoneChangesRequest(zoneID: world.zoneID, changeToken: nil))
      .changeToken
    try world.administration.expireTokens(ofZone: world.zoneID)
    let zone = #expect(throws: CloudError.self) {
      try world.page(ZoneChangesRequest(zoneID: world.zoneID, changeToken: token))
    }
    #expect(zone?.code == .changeTokenExpired)
    let anew = try world.page(ZoneChangesRequest(zoneID: world.zoneID, changeToken: nil))
    #expect(anew.names == ["a"])
    #expect(
      try world.page(
        ZoneChangesRequest(zoneID: world.zoneID, changeToken: anew.changeToken)
      ).names == [])
    let feed = try world.databaseChanges(since: nil).changeToken
    try world.administration.expireTokens(of: world.caller.userRecordName, in: .private)
    let database = #expect(throws: CloudError.self) { try world.databaseChanges(since: feed) }
    #expect(database?.code == .changeTokenExpired)
  }

  @Test func `a purged zone and one whose encrypted data was reset end differently`() throws {
    let world = try RulesWorld()
    try world.administration.purge(world.zoneID)
    #expect(
      try world.databaseChanges(since: nil).changes
        == [.deleted(.init(zoneID: world.zoneID, reason: .purged))])
    let purged = #expect(throws: CloudError.self) {
      try world.page(ZoneChangesRequest(zoneID: world.zoneID, changeToken: nil))
    }
    #expect(purged?.code == .userDeletedZone)
    #expect(purged?.reason == "Zone was purged by user")
    _ = try world.service.modifyZones([.create(world.zoneID)], by: world.caller, in: .private)
    #expect(
      DatabaseChanges(try world.databaseChanges(since: nil)).modifications == [world.zoneID])
    try world.administration.resetEncryptedData(of: world.zoneID)
    #expect(
      try world.databaseChanges(since: nil).changes
        == [.deleted(.init(zoneID: world.zoneID, reason: .encryptedDataReset))])
    let reset = #expect(throws: CloudError.self) {
      try world.page(ZoneChangesRequest(zoneID: world.zoneID, changeToken: nil))
    }
    #expect(reset?.code == .zoneNotFound)
  }

  @Test func `the types that are wanted are given, and every tombstone`() throws {
    let world = try RulesWorld()
    try world.create("a")
    try world.create("b", type: "U")
    try world.create("c")
    _ = try world.modify(RecordModification(.delete(world.id("a"), recordChangeTag: nil))).get()
    let page = try world.page(
      ZoneChangesRequest(zoneID: world.zoneID, changeToken: nil, desiredRecordTypes: ["U"]))
    #expect(page.names == ["b", "-a"])
  }
}

extension RulesWorld {
  func id(_ name: String) -> RecordID { RecordID(recordName: name, zoneID: zoneID) }

  func create(_ name: String, type: String = "T") throws {
    let record = Record(recordType: type, recordID: id(name))
    _ = try modify(RecordModification(.save(record, .create))).get()
  }

  func page(_ request: ZoneChangesRequest) throws -> ZoneChangePage {
    let pages = try service.zoneChanges([request], by: caller, in: .private)
    return try #require(try pages.first?.result.get())
  }

  func databaseChanges(since token: ServerChangeToken?) throws -> DatabaseChangePage {
    try service.databaseChanges(since: token, resultsLimit: nil, by: caller, in: .private)
  }
}

extension ZoneChangePage {
  /// The records by name, in the feed's order; what is gone has a minus.
  fileprivate var names: [String] {
    changes.map { change in
      switch change {
      case .modified(let record): record.recordID.recordName
      case .deleted(let deletion): "-\(deletion.recordID.recordName)"
      }
    }
  }
}
