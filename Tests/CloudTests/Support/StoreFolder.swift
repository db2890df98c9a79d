import CloudCore
import CloudModel
import CloudRules
import CloudServer
import CloudStorage
import Foundation
import Testing

/// The rules on a store in a folder, with alice and her zone.
struct StoreFolder {
  struct Tokens {
    var database: ServerChangeToken
    var zone: ServerChangeToken
  }

  let directory: String
  let store: SQLiteStore
  private let service: CloudService
  private let alice: Caller
  private let zoneID: RecordZoneID

  /// Opens the store, or makes it.
  init(_ directory: String) throws {
    try FileManager.default.createDirectory(
      atPath: directory, withIntermediateDirectories: true)
    self.directory = directory
    store = try SQLiteStore(.directory(directory))
    let surroundings = Surroundings.deterministic()
    let cloud = Cloud(store: store, surroundings: surroundings, announce: { _ in })
    try cloud.ensureContainer("iCloud.test")
    service = cloud.service(for: Partition(container: "iCloud.test", environment: .development))
    let known = try store.readRegistry { try $0.account(named: "alice") }
    let account =
      try known
      ?? AccountService(store: store, surroundings: surroundings).createAccount(named: "alice")
    alice = Caller(userRecordName: account.userRecordName, isNative: true)
    zoneID = RecordZoneID(zoneName: "Z", ownerName: account.userRecordName)
    if known == nil { _ = try service.modifyZones([.create(zoneID)], by: alice, in: .private) }
  }

  /// Copies the store into a folder of its own, with the key beside it; returns the folder.
  func copy(to path: String) throws -> String {
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    _ = try store.copy(to: path + "/cloud.sqlite")
    let key = "/" + AtRestKey.fileName
    try FileManager.default.copyItem(atPath: directory + key, toPath: path + key)
    return path
  }

  /// Saves a record, over a version where one is named; returns its change tag.
  @discardableResult
  func save(_ name: String, over tag: String? = nil) throws -> String {
    let record = Record(
      recordType: "T", recordID: RecordID(recordName: name, zoneID: zoneID), recordChangeTag: tag)
    let outcomes = try service.modifyRecords(
      [RecordModification(.save(record, tag == nil ? .forceUpdate : .update))], atomically: nil,
      by: alice, in: .private)
    return try #require(try outcomes.first?.result.get()?.recordChangeTag)
  }

  /// The tokens of who has seen everything.
  func tokens() throws -> Tokens {
    Tokens(
      database: try service.databaseChanges(
        since: nil, resultsLimit: nil, by: alice, in: .private
      ).changeToken, zone: try page(since: nil).changeToken)
  }

  /// The cloud's errors for those who go on from where they were: of the database and of the zone.
  func refusals(of tokens: Tokens) throws -> [CloudError.Code?] {
    [
      code {
        _ = try service.databaseChanges(
          since: tokens.database, resultsLimit: nil, by: alice, in: .private)
      },
      code { _ = try page(since: tokens.zone) },
    ]
  }

  func names() throws -> [String] {
    RecordZoneChanges(try page(since: nil)).modifications.map(\.recordID.recordName)
  }

  private func page(since token: ServerChangeToken?) throws -> ZoneChangePage {
    let pages = try service.zoneChanges(
      [ZoneChangesRequest(zoneID: zoneID, changeToken: token)], by: alice, in: .private)
    return try #require(try pages.first?.result.get())
  }

  private func code(_ body: () throws -> Void) -> CloudError.Code? {
    do {
      try body()
      return nil
    } catch {
      return (error as? CloudError)?.code
    }
  }
}
