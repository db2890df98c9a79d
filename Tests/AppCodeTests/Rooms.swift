import CloudKit
import Foundation

/// Chats of which each is a zone with a share for the whole zone, as an app keeps them.
///
/// The owner's are in the private database, those of others in the shared one.
actor RoomStore {
  struct Talk: Equatable {
    var words: String
    var sentAt: Date
    var hasPicture: Bool
  }

  let container: CKContainer
  /// The token of the last fetch of each database and each zone, as an app keeps it between two starts.
  private var databaseTokens: [CKDatabase.Scope: Data] = [:]
  private var zoneTokens: [CKRecordZone.ID: Data] = [:]
  private(set) var titles: [CKRecordZone.ID: String] = [:]
  private(set) var talks: [CKRecordZone.ID: [CKRecord.ID: Talk]] = [:]
  private(set) var pages = 0

  init(container: CKContainer) { self.container = container }

  private func database(of zoneID: CKRecordZone.ID) -> CKDatabase {
    zoneID.ownerName == CKCurrentUserDefaultName
      ? container.privateCloudDatabase : container.sharedCloudDatabase
  }

  // MARK: Making and sharing

  /// A new zone, its session record, and a share for the whole zone.
  func makeRoom(titled title: String) async throws -> (zoneID: CKRecordZone.ID, share: CKShare) {
    let zone = CKRecordZone(zoneID: CKRecordZone.ID(zoneName: "room-\(UUID().uuidString)"))
    _ = try await container.privateCloudDatabase.modifyRecordZones(saving: [zone], deleting: [])

    let session = CKRecord(
      recordType: "RoomSession", recordID: CKRecord.ID(recordName: "session", zoneID: zone.zoneID))
    session["createdAt"] = Date()
    session["lastTalkAt"] = Date()
    session.encryptedValues["title"] = title
    let share = CKShare(recordZoneID: zone.zoneID)
    share[CKShare.SystemFieldKey.title] = title as CKRecordValue
    share.publicPermission = .none

    let operation = CKModifyRecordsOperation(
      recordsToSave: [session, share], recordIDsToDelete: nil)
    operation.savePolicy = .ifServerRecordUnchanged
    operation.isAtomic = true
    let database = container.privateCloudDatabase
    try await withCheckedThrowingContinuation { (done: CheckedContinuation<Void, Error>) in
      operation.modifyRecordsResultBlock = { done.resume(with: $0) }
      database.add(operation)
    }
    let saved = try await container.privateCloudDatabase.record(for: share.recordID)
    return (zone.zoneID, saved as? CKShare ?? share)
  }

  func invite(_ address: String, to share: CKShare) async throws -> URL? {
    let participant = try await container.shareParticipant(forEmailAddress: address)
    participant.permission = .readWrite
    participant.role = .privateUser
    share.addParticipant(participant)
    let (results, _) = try await container.privateCloudDatabase.modifyRecords(
      saving: [share], deleting: [])
    return (try results[share.recordID]?.get() as? CKShare)?.url
  }

  func accept(_ url: URL) async throws {
    let metadata = try await container.shareMetadata(for: url)
    try await container.accept(metadata)
  }

  // MARK: Talking

  func say(_ words: String, picture: URL? = nil, in zoneID: CKRecordZone.ID) async throws {
    let talk = CKRecord(recordType: "Talk", recordID: CKRecord.ID(zoneID: zoneID))
    talk.encryptedValues["words"] = words
    talk["sentAt"] = Date()
    if let picture { talk["picture"] = CKAsset(fileURL: picture) }
    talk["session"] = CKRecord.Reference(
      recordID: CKRecord.ID(recordName: "session", zoneID: zoneID), action: .none)
    try await database(of: zoneID).save(talk)
  }

  // MARK: Hearing of changes

  /// One subscription for each database; nothing else works in the shared one.
  func subscribe() async throws {
    for database in [container.privateCloudDatabase, container.sharedCloudDatabase] {
      let name = database.databaseScope == .private ? "private-changes" : "shared-changes"
      let subscription = CKDatabaseSubscription(subscriptionID: name)
      let info = CKSubscription.NotificationInfo()
      info.shouldSendContentAvailable = true
      subscription.notificationInfo = info
      let operation = CKModifySubscriptionsOperation(
        subscriptionsToSave: [subscription], subscriptionIDsToDelete: nil)
      operation.qualityOfService = .userInitiated
      try await withCheckedThrowingContinuation { (done: CheckedContinuation<Void, Error>) in
        operation.modifySubscriptionsResultBlock = { done.resume(with: $0) }
        database.add(operation)
      }
    }
  }

  func pull() async throws {
    for database in [container.privateCloudDatabase, container.sharedCloudDatabase] {
      try await pull(database)
    }
  }

  /// Which zones have changed, and then what in each of them, both from their tokens on.
  private func pull(_ database: CKDatabase) async throws {
    let scope = database.databaseScope
    var token = try databaseTokens[scope].flatMap(Self.token)
    var changed: [CKRecordZone.ID] = []
    var moreComing = true
    while moreComing {
      let changes = try await database.databaseChanges(since: token)
      changed += changes.modifications.map(\.zoneID)
      for deletion in changes.deletions {
        titles[deletion.zoneID] = nil
        talks[deletion.zoneID] = nil
        zoneTokens[deletion.zoneID] = nil
      }
      token = changes.changeToken
      moreComing = changes.moreComing
    }
    for zoneID in changed { try await pull(zoneID, of: database) }
    // Only what has been fetched is not asked for again.
    databaseTokens[scope] = try token.map(Self.data)
  }

  private func pull(_ zoneID: CKRecordZone.ID, of database: CKDatabase) async throws {
    var moreComing = true
    while moreComing {
      let token = try zoneTokens[zoneID].flatMap(Self.token)
      do {
        let changes = try await database.recordZoneChanges(
          inZoneWith: zoneID, since: token, desiredKeys: ["title", "words", "sentAt"],
          resultsLimit: 3)
        pages += 1
        for (_, result) in changes.modificationResultsByID { take(try result.get().record) }
        for deletion in changes.deletions { talks[zoneID]?[deletion.recordID] = nil }
        zoneTokens[zoneID] = try Self.data(changes.changeToken)
        moreComing = changes.moreComing
      } catch let error as CKError where error.code == .changeTokenExpired {
        (zoneTokens[zoneID], talks[zoneID]) = (nil, nil)
      }
    }
  }

  private func take(_ record: CKRecord) {
    let zoneID = record.recordID.zoneID
    switch record.recordType {
    case "RoomSession": titles[zoneID] = record.encryptedValues["title"]
    case "Talk":
      let words = record.encryptedValues["words"] as? String ?? ""
      talks[zoneID, default: [:]][record.recordID] = Talk(
        words: words, sentAt: record["sentAt"] as? Date ?? .distantPast,
        hasPicture: record["picture"] != nil)
    default: break
    }
  }

  /// The file of one message, fetched when somebody opens it.
  func picture(of talkID: CKRecord.ID) async throws -> Data? {
    let results = try await database(of: talkID.zoneID).records(
      for: [talkID], desiredKeys: ["picture"])
    let asset = try results[talkID]?.get()["picture"] as? CKAsset
    return try asset?.fileURL.map { try Data(contentsOf: $0) }
  }

  private static func token(_ data: Data) throws -> CKServerChangeToken? {
    try NSKeyedUnarchiver.unarchivedObject(ofClass: CKServerChangeToken.self, from: data)
  }

  private static func data(_ token: CKServerChangeToken) throws -> Data {
    try NSKeyedArchiver.archivedData(withRootObject: token, requiringSecureCoding: true)
  }
}
