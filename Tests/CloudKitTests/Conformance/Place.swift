import CloudKit
import Foundation

/// The place where a row makes its call, with everything that the state has prepared.
///
/// The record is a `Note` with a `text` and, in `row`, the name of `me`; it is called `note` but in the public
/// database. `me` is the person who calls; the other person's devices are made where a state wants one.
struct Place: Sendable {
  let fixture: any CloudFixture
  let me: String
  let other: String
  var container: CKContainer
  var database: CKDatabase
  var zoneID: CKRecordZone.ID
  /// As this device has it.
  var record: CKRecord
  var token: CKServerChangeToken?
  /// The link to the other person's share.
  var url: URL?
  /// The metadata of the other person's share, as `me` sees it.
  var metadata: CKShare.Metadata?

  var recordID: CKRecord.ID { record.recordID }

  /// A new record next to the other one.
  func newRecord(_ name: String, type: String = "Note") -> CKRecord {
    CKRecord(recordType: type, recordID: CKRecord.ID(recordName: name, zoneID: zoneID))
  }

  /// The same database on another device of the same person.
  func secondDevice() async throws -> CKDatabase {
    try await fixture.container(of: me).database(with: database.databaseScope)
  }

  func trouble(_ trouble: Trouble) async throws { try await fixture.add(trouble, for: me) }
}

/// The state of a cloud in which a row makes its call.
struct State: Sendable {
  let name: String
  let prepare: @Sendable (any CloudFixture) async throws -> Place

  init(
    _ name: String, _ prepare: @escaping @Sendable (any CloudFixture) async throws -> Place
  ) {
    (self.name, self.prepare) = (name, prepare)
  }

  /// A state that begins with another one.
  init(
    _ name: String, from state: State,
    _ change: @escaping @Sendable (inout Place) async throws -> Void
  ) {
    self.init(name) { fixture in
      var place = try await state.prepare(fixture)
      try await change(&place)
      return place
    }
  }
}

/// The private database.
extension State {
  /// A person with an account and nothing else: the zone has a name, and does not exist.
  static let noZone = State("no zone") { fixture in
    // Short enough for the name of an account of any fixture.
    let me = "me-" + UUID().uuidString.lowercased().filter { $0 != "-" }.prefix(20)
    let container = try await fixture.container(of: me)
    let zoneID = CKRecordZone.ID(zoneName: "Notes")
    let record = CKRecord(
      recordType: "Note", recordID: CKRecord.ID(recordName: "note", zoneID: zoneID))
    record["text"] = "hello"
    record["row"] = me
    return Place(
      fixture: fixture, me: me, other: "other-" + me, container: container,
      database: container.privateCloudDatabase, zoneID: zoneID, record: record)
  }

  static let noRecord = State("no record", from: .noZone) { place in
    try await place.database.save(CKRecordZone(zoneID: place.zoneID))
  }

  /// The zone and the record are there, and this device has the newest version.
  static let saved = State("saved", from: .noRecord) { place in
    try await place.database.save(place.record)
  }

  /// The record has a file, and the service cannot read its copy any more.
  static let damagedFile = State("file damaged in the service", from: .noZone) { place in
    let record = place.record
    let file = FileManager.default.temporaryDirectory.appending(path: "zc-" + place.me)
    try Data("bytes".utf8).write(to: file)
    defer { try? FileManager.default.removeItem(at: file) }
    record["file"] = CKAsset(fileURL: file)
    place.container = try await place.fixture.containerWithDamagedFiles(of: place.me) { container in
      try await container.privateCloudDatabase.save(CKRecordZone(zoneID: record.recordID.zoneID))
      try await container.privateCloudDatabase.save(record)
    }
    place.database = place.container.privateCloudDatabase
  }

  static let changedElsewhere = State("changed elsewhere", from: .saved) { place in
    let database = try await place.secondDevice()
    let record = try await database.record(for: place.recordID)
    record["text"] = "theirs"
    try await database.save(record)
  }

  static let deletedRecord = State("record deleted elsewhere", from: .saved) { place in
    try await place.secondDevice().deleteRecord(withID: place.recordID)
  }

  static let deletedZone = State("zone deleted elsewhere", from: .saved) { place in
    place.token = try await place.database.recordZoneChanges(
      inZoneWith: place.zoneID, since: nil
    ).changeToken
    try await place.secondDevice().deleteRecordZone(withID: place.zoneID)
  }

  static let purgedZone = State("zone purged by its owner", from: .saved) {
    try await $0.fixture.purge("Notes", of: $0.me)
  }

  static let encryptedDataReset = State("encrypted data reset", from: .saved) {
    try await $0.fixture.resetEncryptedData(in: "Notes", of: $0.me)
  }

  /// Nobody is signed in, and nothing was done: for rows that ask no cloud.
  static let nowhere = State("nowhere") { fixture in
    let container = try await fixture.container(of: nil)
    return Place(
      fixture: fixture, me: "me", other: "other", container: container,
      database: container.privateCloudDatabase, zoneID: .default,
      record: CKRecord(recordType: "Note"))
  }

  /// In the shared database, by the name that the zone has in the private one.
  static let privateZoneInSharedDatabase = State("shared database, own zone", from: .saved) {
    $0.database = $0.container.sharedCloudDatabase
  }

  static let noAccount = State("no account", from: .saved) { place in
    place.container = try await place.fixture.container(of: nil)
    place.database = place.container.privateCloudDatabase
  }

  static let noNetwork = State("no network", from: .saved) { place in
    place.container = try await place.fixture.containerWithoutNetwork(of: place.me)
    place.database = place.container.privateCloudDatabase
  }

  static let connectionLost = State("connection lost", from: .saved) {
    try await $0.trouble(.connectionLost)
  }
  static let answerLost = State("answer lost", from: .saved) {
    try await $0.trouble(.answerLost)
  }
  static let rateLimited = State("rate limited", from: .saved) {
    try await $0.trouble(.rateLimited)
  }
  static let zoneBusy = State("zone busy", from: .saved) { try await $0.trouble(.zoneBusy) }
  static let serviceUnavailable = State("service unavailable", from: .saved) {
    try await $0.trouble(.serviceUnavailable)
  }
  static let quotaExceeded = State("quota exceeded", from: .saved) {
    try await $0.trouble(.quotaExceeded)
  }
  static let accountRestricted = State("account restricted", from: .saved) {
    try await $0.trouble(.accountRestricted)
  }
  static let accountUnavailable = State("account temporarily unavailable", from: .saved) {
    try await $0.trouble(.accountTemporarilyUnavailable)
  }
  static let signedOutElsewhere = State("session ended by the service", from: .saved) {
    try await $0.trouble(.signedOutElsewhere)
  }

  /// The service refuses every request of the person.
  static func refused(_ code: CKError.Code) -> State {
    State("refused with \(ErrorCodes.name(code))", from: .saved) {
      try await $0.trouble(.refused(code))
    }
  }

  /// The service refuses the records of a save.
  static func recordsRefused(_ code: CKError.Code) -> State {
    State("records refused with \(ErrorCodes.name(code))", from: .saved) {
      try await $0.trouble(.recordsRefused(code))
    }
  }
}

/// The public database, which has no zones of apps.
extension State {
  static let publicRecord = State("public, own record", from: .noZone) { place in
    place.database = place.container.publicCloudDatabase
    place.zoneID = .default
    let name = "public-\(place.me)"
    place.record = place.newRecord(name)
    place.record["text"] = "hello"
    place.record["row"] = place.me
    try await place.database.save(place.record)
  }

  static let othersPublicRecord = State("public, other's record", from: .publicRecord) { place in
    place.container = try await place.fixture.container(of: place.other)
    place.database = place.container.publicCloudDatabase
    place.record = try await place.database.record(for: place.recordID)
  }

  static let publicRecordWithoutAccount = State("public, no account", from: .publicRecord) {
    place in
    place.container = try await place.fixture.container(of: nil)
    place.database = place.container.publicCloudDatabase
    place.record = try await place.database.record(for: place.recordID)
  }

  static let publicNoRecord = State("public, no record", from: .publicRecord) { place in
    place.record = place.newRecord("none-\(place.me)")
    place.record["text"] = "hello"
  }
}
