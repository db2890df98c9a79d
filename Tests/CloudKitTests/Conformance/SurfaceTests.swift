import CloudKit
import Foundation

/// Every public name of Apple's framework that this one has, used once with its labels and defaults.
///
/// Nothing here runs: that it compiles, with either framework, is the test.
private enum Surface: SurfaceOfOlderForms {
  static func containers(_ container: CKContainer, _ url: URL, _ data: CKShare.Metadata)
    async throws
  {
    _ = CKContainer.default()
    _ = CKContainer(identifier: "iCloud.com.example")
    let _: String? = container.containerIdentifier
    let databases: [CKDatabase] = [
      container.privateCloudDatabase, container.publicCloudDatabase, container.sharedCloudDatabase,
      container.database(with: .private),
    ]
    container.add(CKFetchShareMetadataOperation())
    databases[0].add(CKFetchRecordsOperation())
    let _: CKAccountStatus = try await container.accountStatus()
    container.accountStatus { (_: CKAccountStatus, _: (any Error)?) in }
    try await container.userRecordID()
    container.fetchUserRecordID { (_: CKRecord.ID?, _: (any Error)?) in }
    try await container.shareMetadata(for: url)
    container.fetchShareMetadata(with: url) { (_: CKShare.Metadata?, _: (any Error)?) in }
    let _: [URL: Result<CKShare.Metadata, any Error>] = try await container.shareMetadatas(
      for: [url])
    container.fetchShareMetadatas(for: [url]) { _ in }
    try await container.accept(data)
    container.accept(data) { (_: CKShare?, _: (any Error)?) in }
    let _: [CKShare.Metadata: Result<CKShare, any Error>] = try await container.accept([data])
    container.accept([data]) { _ in }
    let id = CKRecord.ID(recordName: "a")
    try await container.shareParticipant(forEmailAddress: "a")
    try await container.shareParticipant(forPhoneNumber: "1")
    try await container.shareParticipant(forUserRecordID: id)
    container.fetchShareParticipant(withEmailAddress: "a") { _, _ in }
    container.fetchShareParticipant(withPhoneNumber: "1") { _, _ in }
    container.fetchShareParticipant(withUserRecordID: id) { _, _ in }
    let _: [String: Result<CKShare.Participant, any Error>] =
      try await container.shareParticipants(forEmailAddresses: ["a"])
    _ = try await container.shareParticipants(forPhoneNumbers: ["1"])
    _ = try await container.shareParticipants(forUserRecordIDs: [id])
    let infos = [CKUserIdentity.LookupInfo(emailAddress: "a")]
    let _: [CKUserIdentity.LookupInfo: Result<CKShare.Participant, any Error>] =
      try await container.shareParticipants(for: infos)
    container.fetchShareParticipants(forEmailAddresses: ["a"]) { _ in }
    container.fetchShareParticipants(forPhoneNumbers: ["1"]) { _ in }
    container.fetchShareParticipants(forUserRecordIDs: [id]) { _ in }
    let _: [CKOperation.ID] = try await container.allLongLivedOperationIDs()
    container.fetchAllLongLivedOperationIDs { _, _ in }
    let _: CKOperation? = try await container.longLivedOperation(for: "a")
    container.fetchLongLivedOperation(withID: "a") { _, _ in }
    let _: Int = container.configuredWith { _ in 1 }
    let _: Int = databases[0].configuredWith(configuration: nil, group: nil) { _ in 1 }
    let _: [CKAccountStatus] = [
      .couldNotDetermine, .available, .restricted, .noAccount, .temporarilyUnavailable,
    ]
    _ = Notification.Name.CKAccountChanged
  }

  static func databases(_ database: CKDatabase, _ query: CKQuery) async throws {
    let (id, zoneID) = (CKRecord.ID(), CKRecordZone.ID.default)
    let record = CKRecord(recordType: "Note")
    let zone = CKRecordZone(zoneName: "Notes")
    let subscription: CKSubscription = CKDatabaseSubscription()
    let _: CKDatabase.Scope = database.databaseScope
    try await database.record(for: id)
    try await database.save(record)
    try await database.deleteRecord(withID: id)
    try await database.allRecordZones()
    try await database.recordZone(for: zoneID)
    try await database.save(zone)
    try await database.deleteRecordZone(withID: zoneID)
    try await database.subscription(for: "a")
    try await database.allSubscriptions()
    try await database.save(subscription)
    try await database.deleteSubscription(withID: "a")
    database.fetch(withRecordID: id) { (_: CKRecord?, _: (any Error)?) in }
    database.save(record) { (_: CKRecord?, _: (any Error)?) in }
    database.delete(withRecordID: id) { (_: CKRecord.ID?, _: (any Error)?) in }
    database.fetchAllRecordZones { (_: [CKRecordZone]?, _: (any Error)?) in }
    database.fetch(withRecordZoneID: zoneID) { (_: CKRecordZone?, _: (any Error)?) in }
    database.save(zone) { (_: CKRecordZone?, _: (any Error)?) in }
    database.delete(withRecordZoneID: zoneID) { (_: CKRecordZone.ID?, _: (any Error)?) in }
    database.fetch(withSubscriptionID: "a") { (_: CKSubscription?, _: (any Error)?) in }
    database.fetchAllSubscriptions { (_: [CKSubscription]?, _: (any Error)?) in }
    database.save(subscription) { (_: CKSubscription?, _: (any Error)?) in }
    database.delete(withSubscriptionID: "a") { (_: String?, _: (any Error)?) in }
    _ = try await database.records(for: [id])
    _ = try await database.records(for: [id], desiredKeys: ["a"])
    database.fetch(withRecordIDs: [id], desiredKeys: nil) { _ in }
    _ = try await database.modifyRecords(saving: [record], deleting: [id])
    _ = try await database.modifyRecords(
      saving: [], deleting: [], savePolicy: .allKeys, atomically: false)
    database.modifyRecords(saving: [], deleting: []) { _ in }
    _ = try await database.records(matching: query)
    let page = try await database.records(
      matching: query, inZoneWith: zoneID, desiredKeys: nil, resultsLimit: 5)
    if let cursor = page.queryCursor {
      _ = try await database.records(continuingMatchFrom: cursor)
      _ = try await database.records(
        continuingMatchFrom: cursor, desiredKeys: nil, resultsLimit: 5)
      database.fetch(withCursor: cursor) { _ in }
    }
    database.fetch(withQuery: query) { _ in }
    _ = try await database.recordZones(for: [zoneID])
    database.fetch(withRecordZoneIDs: [zoneID]) { _ in }
    _ = try await database.modifyRecordZones(saving: [zone], deleting: [zoneID])
    database.modifyRecordZones(saving: [], deleting: []) { _ in }
    _ = try await database.subscriptions(for: ["a"])
    database.fetch(withSubscriptionIDs: ["a"]) { _ in }
    _ = try await database.modifySubscriptions(saving: [subscription], deleting: ["a"])
    database.modifySubscriptions(saving: [], deleting: []) { _ in }
    let changes = try await database.databaseChanges(since: nil)
    _ = changes.deletions.map { ($0.zoneID, $0.reason) }
    let _: [CKDatabase.DatabaseChange.Deletion.Reason] = [.deleted, .purged, .encryptedDataReset]
    _ = try await database.databaseChanges(since: changes.changeToken, resultsLimit: 5)
    database.fetchDatabaseChanges(since: nil) { _ in }
    let zoneChanges = try await database.recordZoneChanges(inZoneWith: zoneID, since: nil)
    _ = zoneChanges.deletions.map { ($0.recordID, $0.recordType) }
    _ = try zoneChanges.modificationResultsByID[id]?.get().record
    _ = try await database.recordZoneChanges(
      inZoneWith: zoneID, since: nil, desiredKeys: nil, resultsLimit: 5)
    database.fetchRecordZoneChanges(inZoneWith: zoneID, since: nil) { _ in }
  }

  static func records(_ record: CKRecord, _ archiver: NSKeyedArchiver) {
    let _: [Any?] = [
      record.recordType, record.recordID, record.recordChangeTag, record.creatorUserRecordID,
      record.creationDate, record.lastModifiedUserRecordID, record.modificationDate,
      record.share, record.parent,
    ]
    let _: (any CKRecordValue)? = record.object(forKey: "a")
    record.setObject(nil, forKey: "a")
    record["a"] = "a" as any CKRecordValue
    let _: [[String]] = [record.allKeys(), record.changedKeys(), record.allTokens()]
    record.setParent(CKRecord(recordType: "Note"))
    record.setParent(CKRecord.ID())
    record.parent = CKRecord.Reference(record: record, action: .none)
    record.encryptedValues["a"] = 5
    record.encodeSystemFields(with: archiver)
    for (key, value) in record { _ = (key, value) as (String, any CKRecordValueProtocol) }
    var fields: CKRecordKeyValueIterator = record.makeIterator()
    let _: (CKRecord.FieldKey, any CKRecordValueProtocol)? = fields.next()
    let _: [CKRecord.FieldKey] = [
      CKRecord.SystemFieldKey.recordID, CKRecord.SystemFieldKey.creatorUserRecordID,
      CKRecord.SystemFieldKey.creationDate, CKRecord.SystemFieldKey.lastModifiedUserRecordID,
      CKRecord.SystemFieldKey.modificationDate, CKRecord.SystemFieldKey.parent,
      CKRecord.SystemFieldKey.share,
    ]
    let id = CKRecord.ID(recordName: "a", zoneID: .default)
    let reference = CKRecord.Reference(recordID: id, action: .deleteSelf)
    _ = (
      reference.recordID, reference.action, id.recordName, id.zoneID, CKRecord.ID(zoneID: .default)
    )
    let _: URL? = CKAsset(fileURL: URL(filePath: "/a")).fileURL
    let zone = CKRecordZone(zoneID: CKRecordZone.ID(zoneName: "a", ownerName: "b"))
    _ = (zone.zoneID, zone.capabilities, zone.share, CKRecordZone.default(), CKRecordZone.ID())
    let _: CKRecordZone.Capabilities = [.fetchChanges, .atomic, .sharing, .zoneWideSharing]
  }

  static func operations(
    _ operation: CKOperation, _ cursor: CKQueryOperation.Cursor, _ query: CKQuery
  ) {
    let configuration = CKOperation.Configuration()
    configuration.container = nil
    configuration.qualityOfService = .utility
    configuration.allowsCellularAccess = false
    configuration.isLongLived = false
    configuration.timeoutIntervalForRequest = 5
    configuration.timeoutIntervalForResource = 5
    operation.configuration = configuration
    operation.longLivedOperationWasPersistedBlock = {}
    let group = CKOperationGroup()
    group.name = "a"
    group.quantity = 1
    group.expectedSendSize = .kilobytes
    group.expectedReceiveSize = .hundredsOfGigabytes
    group.defaultConfiguration = configuration
    let _: String = group.operationGroupID
    operation.group = group
    let _: CKOperation.ID = operation.operationID
    let modify = CKModifyRecordsOperation(recordsToSave: nil, recordIDsToDelete: nil)
    modify.savePolicy = .changedKeys
    modify.isAtomic = true
    modify.clientChangeTokenData = Data()
    modify.perRecordProgressBlock = { (_: CKRecord, _: Double) in }
    let fetch = CKFetchRecordsOperation(recordIDs: [])
    fetch.desiredKeys = []
    fetch.perRecordProgressBlock = { (_: CKRecord.ID, _: Double) in }
    let find = CKQueryOperation(cursor: cursor)
    (find.zoneID, find.desiredKeys, find.resultsLimit) = (
      .default, [], CKQueryOperation.maximumResults
    )
    (find.query, find.cursor) = (query, nil)
    let changes = CKFetchDatabaseChangesOperation(previousServerChangeToken: nil)
    (changes.resultsLimit, changes.fetchAllChanges) = (5, true)
    changes.recordZoneWithIDWasPurgedBlock = { (_: CKRecordZone.ID) in }
    changes.recordZoneWithIDWasDeletedDueToUserEncryptedDataResetBlock = { (_: CKRecordZone.ID) in }
    let zones = CKFetchRecordZoneChangesOperation()
    (zones.recordZoneIDs, zones.configurationsByRecordZoneID) = ([], [:])
    _ = CKFetchRecordZoneChangesOperation(recordZoneIDs: nil, configurationsByRecordZoneID: nil)
    _ = CKFetchRecordZoneChangesOperation(configurationsByRecordZoneID: [:])
    let _: [any Sendable] = [
      configuration, CKFetchRecordZoneChangesOperation.ZoneConfiguration(),
      CKSubscription.NotificationInfo(), group,
    ]
    let _: [any NSSecureCoding] = [
      CKFetchRecordZoneChangesOperation.ZoneConfiguration(), CKSubscription.NotificationInfo(),
      group,
    ]
    zones.recordWithIDWasDeletedBlock = { (_: CKRecord.ID, _: CKRecord.RecordType) in }
    let metadata = CKFetchShareMetadataOperation(shareURLs: [])
    (metadata.shouldFetchRootRecord, metadata.rootRecordDesiredKeys) = (true, [])
    _ = CKAcceptSharesOperation(shareMetadatas: [])
    _ = CKFetchShareParticipantsOperation(userIdentityLookupInfos: [])
    _ = CKModifySubscriptionsOperation(subscriptionsToSave: nil, subscriptionIDsToDelete: nil)
    _ = CKFetchSubscriptionsOperation.fetchAllSubscriptionsOperation()
    _ = CKModifyRecordZonesOperation(recordZonesToSave: nil, recordZoneIDsToDelete: nil)
  }

  static func sharing(_ share: CKShare, _ metadata: CKShare.Metadata) {
    _ = CKShare(rootRecord: CKRecord(recordType: "Note"), shareID: CKRecord.ID())
    share.publicPermission = .readOnly
    let _: URL? = share.url
    let people: [CKShare.Participant] = share.participants + [share.owner]
    let _: CKShare.Participant? = share.currentUserParticipant
    let (role, permission, status) = (
      people[0].role, people[0].permission, people[0].acceptanceStatus
    )
    let _: [CKShare.ParticipantRole] = [role, .unknown, .owner, .privateUser, .publicUser]
    let _: [CKShare.ParticipantPermission] = [permission, .unknown, .none, .readOnly, .readWrite]
    let _: [CKShare.ParticipantAcceptanceStatus] = [
      status, .unknown, .pending, .accepted, .removed,
    ]
    let _: CKShare.Participant.ID = people[0].participantID
    let identity: CKUserIdentity = people[0].userIdentity
    _ = (
      identity.lookupInfo, identity.nameComponents, identity.userRecordID, identity.hasiCloudAccount
    )
    let _: [String] = identity.contactIdentifiers
    _ = CKUserIdentity.LookupInfo.lookupInfos(withEmails: ["a"])
    _ = CKUserIdentity.LookupInfo.lookupInfos(withPhoneNumbers: ["1"])
    _ = CKUserIdentity.LookupInfo.lookupInfos(with: [CKRecord.ID()])
    _ = (
      metadata.containerIdentifier, metadata.share, metadata.hierarchicalRootRecordID,
      metadata.rootRecord, metadata.participantRole, metadata.participantStatus,
      metadata.participantPermission, metadata.ownerIdentity
    )
    _ = (CKShare.SystemFieldKey.thumbnailImageData, CKShare.SystemFieldKey.shareType)
  }

  static func subscriptions(_ push: [AnyHashable: Any]) {
    let query = CKQuerySubscription(
      recordType: "Note", predicate: NSPredicate(value: true), subscriptionID: "a",
      options: [.firesOnRecordCreation, .firesOnRecordUpdate, .firesOnRecordDeletion, .firesOnce])
    query.zoneID = .default
    let _: CKRecord.RecordType? = query.recordType
    _ = (query.recordType, query.predicate, query.querySubscriptionOptions, query.subscriptionType)
    let zone = CKRecordZoneSubscription(zoneID: .default)
    zone.recordType = "Note"
    let _: CKRecordZone.ID = zone.zoneID
    CKDatabaseSubscription(subscriptionID: "a").recordType = "Note"
    let info = CKSubscription.NotificationInfo(
      alertBody: "a", alertLocalizationKey: "a", alertLocalizationArgs: [], title: "a",
      titleLocalizationKey: "a", titleLocalizationArgs: [], subtitle: "a",
      subtitleLocalizationKey: "a", subtitleLocalizationArgs: [],
      alertActionLocalizationKey: "a", alertLaunchImage: "a", soundName: "a", desiredKeys: [],
      shouldBadge: true, shouldSendContentAvailable: true, shouldSendMutableContent: true,
      category: "a", collapseIDKey: "a")
    query.notificationInfo = info
    guard let notification = CKNotification(fromRemoteNotificationDictionary: push) else { return }
    _ = (
      notification.notificationType, notification.notificationID,
      notification.containerIdentifier, notification.subscriptionID,
      notification.subscriptionOwnerUserRecordID, notification.isPruned
    )
    if let found = notification as? CKQueryNotification {
      _ = (found.queryNotificationReason, found.recordID, found.recordFields, found.databaseScope)
    }
    _ = CKRecordZoneNotification(fromRemoteNotificationDictionary: push)?.recordZoneID
    _ = CKDatabaseNotification(fromRemoteNotificationDictionary: push)?.databaseScope
  }

  static func errors(_ error: CKError) {
    _ = (
      error.code, error.userInfo, error.partialErrorsByItemID, error.serverRecord,
      error.clientRecord, error.ancestorRecord, error.retryAfterSeconds
    )
    _ = CKErrorUserDidResetEncryptedDataKey
    _ =
      CKLocationSortDescriptor(key: "a", relativeLocation: CLLocation(latitude: 1, longitude: 1))
      .relativeLocation
  }

  @available(*, deprecated)
  static func older(_ operation: CKOperation, _ database: CKDatabase, _ query: CKQuery) async throws
  {
    operation.container = nil
    operation.allowsCellularAccess = true
    operation.isLongLived = false
    operation.timeoutIntervalForRequest = 5
    operation.timeoutIntervalForResource = 5
    let _: [CKRecord] = try await database.records(matching: query, inZoneWith: nil)
    database.perform(query, inZoneWith: nil) { (_: [CKRecord]?, _: (any Error)?) in }
    _ = CKRecord(recordType: "Note", zoneID: .default)
    let zones = CKFetchRecordZoneChangesOperation(recordZoneIDs: [], optionsByRecordZoneID: nil)
    zones.optionsByRecordZoneID = [.default: CKFetchRecordZoneChangesOperation.ZoneOptions()]
  }
}

/// As `OlderForms`: what is deprecated is asked for by nobody.
private protocol SurfaceOfOlderForms {
  static func older(_ operation: CKOperation, _ database: CKDatabase, _ query: CKQuery) async throws
}
