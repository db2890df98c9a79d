import CloudModel
import Testing

/// Alice's zone `lists` with a hierarchy in it: `list` above `item-1` and `item-2`, and beside it
/// `other`, which belongs to nothing.
struct SharedList: Sendable {
  let cloud: CloudUnderTest
  let alice: any CloudContainer
  let zoneID: RecordZoneID

  init(in cloud: CloudUnderTest) async throws {
    self.cloud = cloud
    alice = try await cloud.signUp("alice")
    zoneID = RecordZoneID(zoneName: "lists", ownerName: alice.userRecordName)
    _ = try await alice.database(with: .private)
      .modifyRecordZones(saving: [RecordZone(zoneID: zoneID)], deleting: [])
    try await save(
      [
        record("list"), record("item-1", under: "list"), record("item-2", under: "list"),
        record("other"),
      ], by: alice)
  }

  /// Shares the hierarchy under `root` with `names`, who do not know of it yet.
  ///
  /// Returns what the link ends in.
  @discardableResult
  func share(
    _ root: String = "list", with names: [String],
    _ permission: Participant.Permission = .readWrite
  ) async throws -> String {
    let share = try await shareRecord(of: root, with: names, permission)
    let root = try #require(try await self.record(named: root, for: alice))
    let saved = try await save([root, share], by: alice)
    return try #require(saved.last?.share?.shortGUID)
  }

  func shareRecord(
    of root: String, with names: [String], _ permission: Participant.Permission = .readWrite
  ) async throws -> Record {
    var contents = Share(
      participants: names.map {
        Participant(
          identity: UserIdentity(userRecordName: nil, lookupName: $0), permission: permission)
      })
    contents.rootRecordName = root
    return Record(
      recordType: Share.recordType, recordID: id("share-\(root)"),
      fields: [Share.titleKey: .string(root)], share: contents)
  }

  func id(_ name: String) -> RecordID { RecordID(recordName: name, zoneID: zoneID) }

  func record(_ name: String, under parent: String? = nil) -> Record {
    var record = Record(recordType: "Item", recordID: id(name))
    record.parent = parent
    return record
  }

  func database(of user: any CloudContainer) -> any CloudDatabase {
    user.database(with: zoneID.databaseScope(for: user.userRecordName))
  }

  /// The record as `reader` sees it; nil where there is none for them.
  func record(named name: String, for reader: any CloudContainer) async throws -> Record? {
    let result = try await database(of: reader).records(for: [id(name)], desiredKeys: nil)
    return try? result[id(name)]?.get()  // Absence is an error of the item, and an answer here.
  }

  /// Saves together what cannot but be saved; the stored records in the order given.
  @discardableResult
  func save(_ records: [Record], by user: any CloudContainer) async throws -> [Record] {
    let results = try await trySaving(records, by: user)
    return try records.compactMap { try results[$0.recordID]?.get() }
  }

  func trySaving(
    _ records: [Record], deleting names: [String] = [], by user: any CloudContainer,
    atomically: Bool = true
  ) async throws -> CloudDatabase.SaveResults {
    try await database(of: user).modifyRecords(
      saving: records, deleting: names.map(id), savePolicy: .ifServerRecordUnchanged,
      atomically: atomically
    )
    .saveResults
  }

  func delete(
    _ names: String..., by user: any CloudContainer
  ) async throws -> [CloudError.Code?] {
    let results = try await database(of: user).modifyRecords(
      saving: [], deleting: names.map(id), savePolicy: .ifServerRecordUnchanged, atomically: true
    )
    .deleteResults
    return names.map { code(results[id($0)]) }
  }

  /// The changes that `reader` finds in the zone since a token, by name; a record that is gone has a minus.
  func changes(
    for reader: any CloudContainer, since token: ServerChangeToken? = nil, limit: Int? = nil
  ) async throws -> (names: [String], token: ServerChangeToken) {
    var names: [String] = []
    var token = token
    while true {
      let page = try await database(of: reader).recordZoneChanges(
        inZoneWith: zoneID, since: token, desiredKeys: nil, resultsLimit: limit)
      names += page.modifications.map(\.recordID.recordName)
      names += page.deletions.map { "-\($0.recordID.recordName)" }
      token = page.changeToken
      if !page.moreComing { return (names.sorted(), page.changeToken) }
    }
  }

  /// The zones of `reader`'s shared database that changed since a token.
  func zones(
    for reader: any CloudContainer, since token: ServerChangeToken? = nil
  ) async throws -> (names: [String], token: ServerChangeToken) {
    let page = try await database(of: reader).databaseChanges(since: token, resultsLimit: nil)
    return (
      page.modifications.map(\.zoneName) + page.deletions.map { "-\($0.zoneID.zoneName)" },
      page.changeToken
    )
  }
}
