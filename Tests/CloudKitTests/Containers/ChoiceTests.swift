import CloudClient
import CloudDevices
import CloudKit
import CloudKitTesting
import CloudModel
import Foundation
import Testing

/// The behaviour where Apple's is not known: each alternative of each choice.
@Suite struct ChoiceTests {
  struct Row: Sendable, CustomTestStringConvertible {
    let choice: String
    /// The outcomes, by alternatives.
    let outcomes: [String: String]
    let call: @Sendable (ChoicePlace) async throws -> String

    var testDescription: String { choice }
  }

  static let rows = [
    Row(
      choice: "atomicFailure",
      outcomes: [
        "results": "batchRequestFailed, serverRecordChanged", "thrown": "partialFailure of 2",
      ], call: atomicFailure),
    Row(
      choice: "missingRecordDeletion",
      outcomes: [
        "succeeds": "alone succeeds, with another: succeeds, succeeds",
        "unknownItem": "alone unknownItem, with another: batchRequestFailed, unknownItem",
      ], call: missingRecordDeletion),
    Row(
      choice: "missingZoneDeletion",
      outcomes: ["succeeds": "succeeds", "zoneNotFound": "zoneNotFound"]
    ) { place in
      await outcome {
        try await place.database.deleteRecordZone(withID: CKRecordZone.ID(zoneName: "nowhere"))
      }
    },
    Row(
      choice: "missingSubscriptionDeletion",
      outcomes: ["unknownItem": "unknownItem", "succeeds": "succeeds"]
    ) { place in
      await outcome { try await place.database.deleteSubscription(withID: "nowhere") }
    },
    Row(
      choice: "danglingReference",
      outcomes: [
        "saved": "alone succeeds, with its target succeeds",
        "referenceViolation": "alone referenceViolation, with its target succeeds",
      ], call: danglingReference),
    Row(
      choice: "deletedZonesAtFirst",
      outcomes: ["told": "first gone, then kept", "omitted": "first , then kept"],
      call: deletedZonesAtFirst),
    Row(
      choice: "sharedQueryWithoutZone",
      outcomes: ["invalidArguments": "invalidArguments", "allZones": "note"],
      call: sharedQueryWithoutZone),
    Row(
      choice: "quotaExceededInEngine", outcomes: ["final": "0 pending", "pending": "1 pending"],
      call: quotaExceededInEngine),
    Row(
      choice: "changesBeforeSignIn", outcomes: ["kept": "1 pending", "removed": "0 pending"],
      call: changesBeforeSignIn),
    Row(
      choice: "undeterminedAccount",
      outcomes: [
        "status": "status 0, handler 0 without an error",
        "thrown": "serviceUnavailable, handler 0 serviceUnavailable",
      ], call: undeterminedAccount),
    Row(
      choice: "lostAnswer",
      outcomes: [
        "networkFailure": "save networkFailure, A succeeds, B networkFailure, C networkFailure, "
          + "engine networkFailure 1 pending, nobody networkUnavailable",
        "serverResponseLost": "save serverResponseLost, A succeeds, B serverResponseLost, "
          + "C serverResponseLost, engine serverResponseLost 1 pending, nobody networkUnavailable",
      ], call: lostAnswer),
  ]

  @Test(arguments: rows) func `each alternative of a choice does what it says`(row: Row)
    async throws
  {
    let choice = try #require(CloudKitChoices.switches.first { $0.name == row.choice })
    var seen: [String: String] = [:]
    for alternative in choice.alternatives {
      var choices = CloudKitChoices()
      #expect(choice.choose(alternative, in: &choices))
      #expect((choices == CloudKitChoices()) == (alternative == choice.alternatives[0]))
      try await TestWorld.with { world in
        seen[alternative] = try await row.call(ChoicePlace(world: world, choices: choices))
      }
    }
    #expect(seen == row.outcomes)
  }

  @Test func `every choice has a row here and one in the page`() throws {
    #expect(Self.rows.map(\.choice) == CloudKitChoices.switches.map(\.name))
    let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent()
    let page = try String(contentsOf: root.appending(path: "docs/cloudkit.md"), encoding: .utf8)
    for choice in CloudKitChoices.switches {
      let names = ([choice.name] + choice.alternatives).map { "`\($0)`" }
      #expect(page.contains("| " + names.joined(separator: " | ") + " |"), "\(choice.name)")
    }
  }

  @Test func `choices are read from a text, and mistakes are told`() throws {
    #expect(try CloudKitChoices(text: "") == CloudKitChoices())
    let read = try CloudKitChoices(
      text: "atomicFailure=thrown, missingZoneDeletion = zoneNotFound ,")
    var wanted = CloudKitChoices()
    (wanted.atomicFailure, wanted.missingZoneDeletion) = (.thrown, .zoneNotFound)
    #expect(read == wanted)
    for (text, reason) in [
      ("atomicfailure=thrown", "there is no choice ‘atomicfailure’"),
      ("atomicFailure=throw", "‘atomicFailure’ must be results or thrown"),
      ("atomicFailure", "‘atomicFailure’ must be results or thrown"),
    ] {
      let error = #expect(throws: CloudError.self) { try CloudKitChoices(text: text) }
      #expect(error?.reason.contains(reason) == true, "\(error?.reason ?? "")")
    }
  }

  @Test func `the environment makes the choices of a process`() async throws {
    try await TestWorld.with { world in
      func database(_ choices: String) -> CKDatabase {
        let device = CloudDevice(environment: [
          "CLOUDKIT_EMULATOR_HOST": world.cloud.url.absoluteString,
          "CLOUDKIT_EMULATOR_ADMIN_TOKEN": world.cloud.administratorToken,
          "CLOUDKIT_ACCOUNT": "alice", "CLOUDKIT_CHOICES": choices,
        ])
        return CKContainer(identifier: TestWorld.container, device: device).privateCloudDatabase
      }
      let nowhere = CKRecordZone.ID(zoneName: "nowhere")
      try await database("").deleteRecordZone(withID: nowhere)
      await expect(.zoneNotFound) {
        try await database("missingZoneDeletion=zoneNotFound").deleteRecordZone(withID: nowhere)
      }
      await expect(.invalidArguments) { try await database("nonsense").allRecordZones() }
    }
  }
}

/// A cloud, and a person's device on which choices are made.
struct ChoicePlace: Sendable {
  static let zoneID = CKRecordZone.ID(zoneName: "Z")

  let world: TestWorld
  let choices: CloudKitChoices

  func container(of person: String? = "alice") -> CKContainer {
    CKContainer(
      identifier: TestWorld.container, device: world.device(of: person, choices: choices))
  }

  var database: CKDatabase { container().privateCloudDatabase }

  func record(_ name: String, in zoneID: CKRecordZone.ID = zoneID) -> CKRecord {
    let record = CKRecord(
      recordType: "Note", recordID: CKRecord.ID(recordName: name, zoneID: zoneID))
    record["text"] = name
    return record
  }

  func engine(
    of container: CKContainer, _ delegate: any CKSyncEngineDelegate
  ) -> CKSyncEngine {
    var configuration = CKSyncEngine.Configuration(
      database: container.privateCloudDatabase, stateSerialization: nil, delegate: delegate)
    configuration.automaticallySync = false
    return CKSyncEngine(configuration)
  }
}

/// The name of the error that a call throws, or that it succeeds.
private func outcome<Value>(_ call: () async throws -> Value) async -> String {
  do {
    _ = try await call()
    return "succeeds"
  } catch let error as CKError {
    return "\(error.code)"
  } catch {
    return "\(error)"
  }
}

private func outcomes<ID, Value>(_ results: [ID: Result<Value, any Error>]) async -> String {
  var all: [String] = []
  for result in results.values { all.append(await outcome { try result.get() }) }
  return all.sorted().joined(separator: ", ")
}

// MARK: - Calls

private func atomicFailure(_ place: ChoicePlace) async throws -> String {
  let database = place.database
  try await database.save(CKRecordZone(zoneID: ChoicePlace.zoneID))
  try await database.save(place.record("there"))
  do {
    let results = try await database.modifyRecords(
      saving: [place.record("there"), place.record("new")], deleting: [])
    return await outcomes(results.saveResults)
  } catch let error as CKError {
    return "\(error.code) of \(error.partialErrorsByItemID?.count ?? 0)"
  }
}

private func missingRecordDeletion(_ place: ChoicePlace) async throws -> String {
  let database = place.database
  try await database.save(CKRecordZone(zoneID: ChoicePlace.zoneID))
  let there = try await database.save(place.record("there"))
  let missing = place.record("missing").recordID
  let alone = await outcome { try await database.deleteRecord(withID: missing) }
  let both = try await database.modifyRecords(saving: [], deleting: [there.recordID, missing])
  return "alone \(alone), with another: \(await outcomes(both.deleteResults))"
}

private func danglingReference(_ place: ChoicePlace) async throws -> String {
  let database = place.database
  try await database.save(CKRecordZone(zoneID: ChoicePlace.zoneID))
  let (target, alone, other) = (
    place.record("target"), place.record("alone"), place.record("other")
  )
  for record in [alone, other] {
    record["target"] = CKRecord.Reference(record: target, action: .deleteSelf)
  }
  let first = await outcome { try await database.save(alone) }
  let both = try await database.modifyRecords(saving: [other, target], deleting: [])
  let second = await outcome { try both.saveResults[other.recordID]?.get() }
  return "alone \(first), with its target \(second)"
}

private func deletedZonesAtFirst(_ place: ChoicePlace) async throws -> String {
  let database = place.database
  for name in ["gone", "kept"] { try await database.save(CKRecordZone(zoneName: name)) }
  try await database.deleteRecordZone(withID: CKRecordZone.ID(zoneName: "gone"))
  let first = try await database.databaseChanges(since: nil)
  try await database.deleteRecordZone(withID: CKRecordZone.ID(zoneName: "kept"))
  let then = try await database.databaseChanges(since: first.changeToken)
  let names = [first, then].map { $0.deletions.map(\.zoneID.zoneName).joined(separator: " ") }
  return "first \(names[0]), then \(names[1])"
}

private func sharedQueryWithoutZone(_ place: ChoicePlace) async throws -> String {
  let (alice, bob) = (place.container(), place.container(of: "bob"))
  _ = try await bob.userRecordID()
  try await alice.privateCloudDatabase.save(CKRecordZone(zoneID: ChoicePlace.zoneID))
  try await alice.privateCloudDatabase.save(place.record("note"))
  let share = CKShare(recordZoneID: ChoicePlace.zoneID)
  share.publicPermission = .readOnly
  try await alice.privateCloudDatabase.save(share)
  let metadata = try await bob.shareMetadata(for: #require(share.url))
  _ = try await bob.accept(metadata)
  let query = CKQuery(recordType: "Note", predicate: NSPredicate(format: "text == 'note'"))
  do {
    let (matches, _) = try await bob.sharedCloudDatabase.records(matching: query)
    return matches.map(\.0.recordName).joined(separator: " ")
  } catch let error as CKError {
    return "\(error.code)"
  }
}

private func quotaExceededInEngine(_ place: ChoicePlace) async throws -> String {
  let container = place.container()
  try await container.privateCloudDatabase.save(CKRecordZone(zoneID: ChoicePlace.zoneID))
  _ = try await CloudAdministration(connection: place.world.cloud.connection).changeLimits(
    CloudLimitChanges(quotaBytes: 1))
  let app = OneNote(record: place.record("note"))
  let engine = place.engine(of: container, app)
  engine.state.add(pendingRecordZoneChanges: [.saveRecord(app.record.recordID)])
  await #expect(throws: CKError.self) { try await engine.sendChanges() }
  return "\(engine.state.pendingRecordZoneChanges.count) pending"
}

private func changesBeforeSignIn(_ place: ChoicePlace) async throws -> String {
  let container = place.container(of: nil)
  let app = OneNote(record: place.record("note"))
  let engine = place.engine(of: container, app)
  engine.state.add(pendingRecordZoneChanges: [.saveRecord(app.record.recordID)])
  container.device.signIn(.init(name: "alice"))
  try await engine.fetchChanges()
  return "\(engine.state.pendingRecordZoneChanges.count) pending"
}

private func undeterminedAccount(_ place: ChoicePlace) async throws -> String {
  let container = place.container()
  container.device.setAccountState(.couldNotDetermine)
  let status: String
  do {
    status = "status \(try await container.accountStatus().rawValue)"
  } catch let error as CKError {
    status = "\(error.code)"
  }
  let handed = await withCheckedContinuation { continuation in
    container.accountStatus { status, error in
      let error = (error as? CKError).map { "\($0.code)" } ?? "without an error"
      continuation.resume(returning: "\(status.rawValue) \(error)")
    }
  }
  return "\(status), handler \(handed)"
}

private func lostAnswer(_ place: ChoicePlace) async throws -> String {
  let container = place.container()
  let database = container.privateCloudDatabase
  func lose(_ operation: String, after skip: Int = 0) async throws {
    let fault = CloudFault(
      filter: .init(operation: operation), schedule: .init(skip: skip, count: 1),
      effect: .dropAfter)
    _ = try await CloudAdministration(connection: place.world.cloud.connection).add([fault])
  }
  let zoneIDs = ["A", "B", "C"].map { CKRecordZone.ID(zoneName: $0) }
  for zoneID in zoneIDs { try await database.save(CKRecordZone(zoneID: zoneID)) }
  for zoneID in zoneIDs.dropFirst() { try await database.save(place.record("note", in: zoneID)) }
  try await lose("records/modify")
  let saved = await outcome { try await database.save(place.record("note", in: zoneIDs[0])) }
  // What was lost is the answer; and nothing is asked after a request that was lost.
  try await lose("records/lookup", after: 1)
  let found = try await database.records(
    for: zoneIDs.map { CKRecord.ID(recordName: "note", zoneID: $0) })
  var names: [String] = []
  for (id, result) in found {
    names.append("\(id.zoneID.zoneName) \(await outcome { try result.get() })")
  }
  let app = OneNote(record: place.record("another", in: zoneIDs[0]))
  let engine = place.engine(of: container, app)
  engine.state.add(pendingRecordZoneChanges: [.saveRecord(app.record.recordID)])
  try await lose("records/modify")
  let sent = await outcome { try await engine.sendChanges() }
  let pending = engine.state.pendingRecordZoneChanges.count
  let nowhere = CloudDevice(environment: [
    "CLOUDKIT_EMULATOR_HOST": "127.0.0.1:1", "CLOUDKIT_ACCOUNT": "alice:none",
    "CLOUDKIT_CHOICES": "lostAnswer=\(place.choices.lostAnswer.rawValue)",
  ])
  let nobody = await outcome {
    try await CKContainer(identifier: TestWorld.container, device: nowhere).userRecordID()
  }
  return "save \(saved), \(names.sorted().joined(separator: ", ")), "
    + "engine \(sent) \(pending) pending, nobody \(nobody)"
}

/// An app with one record, which it sends when it is asked.
private final class OneNote: CKSyncEngineDelegate {
  let record: CKRecord

  init(record: CKRecord) { self.record = record }

  func handleEvent(_ event: CKSyncEngine.Event, syncEngine: CKSyncEngine) async {}

  func nextRecordZoneChangeBatch(
    _ context: CKSyncEngine.SendChangesContext, syncEngine: CKSyncEngine
  ) async -> CKSyncEngine.RecordZoneChangeBatch? {
    let record = record
    return await CKSyncEngine.RecordZoneChangeBatch(
      pendingChanges: syncEngine.state.pendingRecordZoneChanges
    ) { _ in record }
  }
}
