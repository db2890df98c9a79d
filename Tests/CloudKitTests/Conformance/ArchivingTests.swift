import CloudKit
import Foundation
import Testing

/// Every class that can be archived comes back as it was.
@Suite struct ArchivingTests {
  private func roundTrip<Value: NSObject & NSSecureCoding>(_ value: Value) throws -> Value {
    let data = try NSKeyedArchiver.archivedData(withRootObject: value, requiringSecureCoding: true)
    return try #require(try NSKeyedUnarchiver.unarchivedObject(ofClass: Value.self, from: data))
  }

  @Test func `people and their views of a share`() async throws {
    let place = try await State.invited.prepare(try await LocalFixture.shared.fixture())
    let metadata = try await place.container.shareMetadata(for: try place.link())
    let read = try roundTrip(metadata)
    #expect(read == metadata && read.hash == metadata.hash)
    #expect(read.containerIdentifier == metadata.containerIdentifier)
    #expect(read.share.recordID == metadata.share.recordID)
    #expect(read.share[CKShare.SystemFieldKey.title] == "Notes")
    #expect(read.participantStatus == .pending && metadata.participantStatus == .pending)
    #expect(read.participantPermission == .readWrite)
    #expect(read.participantRole == metadata.participantRole)
    #expect(read.hierarchicalRootRecordID == nil && read.rootRecord == nil)
    #expect(read.ownerIdentity == metadata.ownerIdentity)
    #expect(read.ownerIdentity.hasiCloudAccount)
    // The invitation can be accepted with what was read.
    try await place.container.accept(read)

    let address = place.fixture.address(of: place.other)
    let participant = try await place.container.shareParticipant(forEmailAddress: address)
    participant.permission = .readOnly
    let person = try roundTrip(participant)
    #expect(person == participant)
    #expect(person.permission == .readOnly && person.role == participant.role)
    #expect(person.acceptanceStatus == participant.acceptanceStatus)
    #expect(person.participantID == participant.participantID)
    let identity = try roundTrip(participant.userIdentity)
    #expect(identity == participant.userIdentity)
    #expect(identity.userRecordID == participant.userIdentity.userRecordID)
    #expect(identity.lookupInfo?.emailAddress == address)
    #expect(identity.nameComponents == participant.userIdentity.nameComponents)
    for info in [
      CKUserIdentity.LookupInfo(emailAddress: "a"), .init(phoneNumber: "1"),
      .init(userRecordID: CKRecord.ID(recordName: "_a")),
    ] { #expect(try roundTrip(info) == info) }
  }

  @Test func `the root of a shared hierarchy`() async throws {
    let place = try await State.saved.prepare(try await LocalFixture.shared.fixture())
    let share = CKShare(rootRecord: place.record)
    share.publicPermission = .readOnly
    _ = try await place.database.modifyRecords(saving: [place.record, share], deleting: [])
    let operation = CKFetchShareMetadataOperation(shareURLs: [try #require(share.url)])
    operation.shouldFetchRootRecord = true
    let metadata: CKShare.Metadata = try await withCheckedThrowingContinuation { done in
      operation.perShareMetadataResultBlock = { _, result in done.resume(with: result) }
      place.container.add(operation)
    }
    let read = try roundTrip(metadata)
    #expect(read.hierarchicalRootRecordID == metadata.hierarchicalRootRecordID)
    #expect(read.rootRecord?.recordID == metadata.rootRecord?.recordID)
    #expect(read.rootRecord?["text"] == "hello")
    #expect(read.share.url == share.url && read.share.publicPermission == .readOnly)
  }

  @Test func `a cursor goes on where its page ended`() async throws {
    let place = try await State.saved.prepare(try await LocalFixture.shared.fixture())
    _ = try await place.database.modifyRecords(
      saving: ["b", "c"].map { name in
        let record = place.newRecord(name)
        record["row"] = place.me
        return record
      }, deleting: [])
    let query = CKQuery(
      recordType: "Note", predicate: NSPredicate(format: "row == %@", place.me))
    let page = try await place.database.records(
      matching: query, inZoneWith: place.zoneID, resultsLimit: 2)
    let cursor = try #require(page.queryCursor)
    let read = try roundTrip(cursor)
    #expect(read == cursor && read.hash == cursor.hash)
    let rest = try await place.database.records(continuingMatchFrom: read)
    #expect(Set((page.matchResults + rest.matchResults).map(\.0.recordName)).count == 3)
    #expect(rest.queryCursor == nil)
  }

  @Test func `files and places`() throws {
    let asset = CKAsset(fileURL: URL(filePath: "/a/b c"))
    #expect(try roundTrip(asset).fileURL == asset.fileURL)
    let location = CLLocation(
      coordinate: CLLocationCoordinate2DMake(48.5, -2.25), altitude: 3, horizontalAccuracy: 4,
      verticalAccuracy: 5, course: 6, speed: 7, timestamp: Date(timeIntervalSince1970: 8.5))
    let read = try roundTrip(location)
    #expect(read.coordinate.latitude == 48.5 && read.coordinate.longitude == -2.25)
    #expect(read.altitude == 3 && read.horizontalAccuracy == 4 && read.verticalAccuracy == 5)
    #expect(read.course == 6 && read.speed == 7 && read.timestamp == location.timestamp)
    #expect(read.floor == nil)
  }

  @Test func `groups, with their configuration`() throws {
    let group = CKOperationGroup()
    (group.name, group.quantity) = ("import", 5)
    (group.expectedSendSize, group.expectedReceiveSize) = (.megabytes, .tensOfGigabytes)
    let configuration = CKOperation.Configuration()
    configuration.qualityOfService = .utility
    configuration.allowsCellularAccess = false
    configuration.isLongLived = true
    configuration.timeoutIntervalForRequest = 3
    configuration.timeoutIntervalForResource = 4
    group.defaultConfiguration = configuration
    let read = try roundTrip(group)
    #expect(read.operationGroupID == group.operationGroupID)
    #expect(read.name == "import" && read.quantity == 5)
    #expect(read.expectedSendSize == .megabytes && read.expectedReceiveSize == .tensOfGigabytes)
    let kept = try #require(read.defaultConfiguration)
    #expect(kept.qualityOfService == .utility && !kept.allowsCellularAccess && kept.isLongLived)
    #expect(kept.timeoutIntervalForRequest == 3 && kept.timeoutIntervalForResource == 4)
  }

  @Test func `subscriptions, and how their notifications look`() throws {
    let info = CKSubscription.NotificationInfo(
      alertBody: "a", alertLocalizationArgs: ["b"], title: "c", soundName: "d",
      desiredKeys: ["e", "f"], shouldBadge: true, shouldSendMutableContent: true, category: "g",
      collapseIDKey: "h")
    func check(_ read: CKSubscription.NotificationInfo?) {
      #expect(read?.alertBody == "a" && read?.alertLocalizationArgs == ["b"])
      #expect(read?.title == "c" && read?.soundName == "d" && read?.subtitle == nil)
      #expect(read?.desiredKeys == ["e", "f"] && read?.category == "g")
      #expect(read?.shouldBadge == true && read?.shouldSendMutableContent == true)
      #expect(read?.shouldSendContentAvailable == false && read?.collapseIDKey == "h")
    }
    check(try roundTrip(info))
    let zoneID = CKRecordZone.ID(zoneName: "z", ownerName: "_o")
    let zone = CKRecordZoneSubscription(zoneID: zoneID, subscriptionID: "zone")
    (zone.recordType, zone.notificationInfo) = ("Note", info)
    let database = CKDatabaseSubscription(subscriptionID: "database")
    (database.recordType, database.notificationInfo) = ("List", info)
    let query = CKQuerySubscription(
      recordType: "Note", predicate: NSPredicate(format: "n > 5"), subscriptionID: "query",
      options: [.firesOnRecordUpdate, .firesOnce])
    (query.zoneID, query.notificationInfo) = (zoneID, info)

    let readZone = try roundTrip(zone)
    #expect(readZone.subscriptionID == "zone" && readZone.subscriptionType == .recordZone)
    #expect(readZone.zoneID == zoneID && readZone.recordType == "Note")
    check(readZone.notificationInfo)
    let readDatabase = try roundTrip(database)
    #expect(readDatabase.subscriptionID == "database" && readDatabase.recordType == "List")
    check(readDatabase.notificationInfo)
    let readQuery = try roundTrip(query)
    #expect(readQuery.subscriptionID == "query" && readQuery.recordType == "Note")
    #expect(readQuery.querySubscriptionOptions == [.firesOnRecordUpdate, .firesOnce])
    #expect(readQuery.zoneID == zoneID)
    #expect(readQuery.predicate.evaluate(with: ["n": 6]))
    #expect(!readQuery.predicate.evaluate(with: ["n": 5]))
    check(readQuery.notificationInfo)
    #expect(try roundTrip(CKDatabaseSubscription(subscriptionID: "bare")).notificationInfo == nil)

    for subscription: CKSubscription in [zone, database, query] {
      #expect(try roundTrip(subscription) == subscription)
      #expect(try roundTrip(subscription).hash == subscription.hash)
      let copy = try #require(subscription.copy() as? CKSubscription)
      #expect(copy == subscription)
      copy.notificationInfo = .init(alertBody: "another")
      #expect(copy != subscription)
    }
  }

  @Test func `subscriptions are equal if they wish for the same`() {
    let zoneIDs = ["a", "b"].map { CKRecordZone.ID(zoneName: $0) }
    func query(
      _ type: String = "Note", _ format: String = "n > 5",
      _ options: CKQuerySubscription.Options = [],
      in zoneID: CKRecordZone.ID? = nil
    ) -> CKSubscription {
      let query = CKQuerySubscription(
        recordType: type, predicate: NSPredicate(format: format), subscriptionID: "one",
        options: options)
      query.zoneID = zoneID
      return query
    }
    func database(_ recordType: String?) -> CKSubscription {
      let database = CKDatabaseSubscription(subscriptionID: "one")
      database.recordType = recordType
      return database
    }
    let makers: [() -> CKSubscription] = [
      { CKDatabaseSubscription(subscriptionID: "one") },
      { CKDatabaseSubscription(subscriptionID: "two") }, { database("Note") },
      { CKRecordZoneSubscription(zoneID: zoneIDs[0], subscriptionID: "one") },
      { CKRecordZoneSubscription(zoneID: zoneIDs[1], subscriptionID: "one") },
      { query() }, { query("List") }, { query("Note", "n > 6") },
      { query("Note", "n > 5", [.firesOnce]) }, { query(in: zoneIDs[0]) },
    ]
    for (place, make) in makers.enumerated() {
      for (other, makeOther) in makers.enumerated() {
        #expect((make() == makeOther()) == (place == other), "\(place) and \(other)")
      }
    }
  }

  @Test func `the options of a fetch for a zone`() async throws {
    let place = try await State.saved.prepare(try await LocalFixture.shared.fixture())
    let token = try await place.database.recordZoneChanges(
      inZoneWith: place.zoneID, since: nil
    ).changeToken
    let wanted = CKFetchRecordZoneChangesOperation.ZoneConfiguration(
      previousServerChangeToken: token, resultsLimit: 7, desiredKeys: ["a", "b"])
    let read = try roundTrip(wanted)
    #expect(read.previousServerChangeToken == token && read.resultsLimit == 7)
    #expect(read.desiredKeys == ["a", "b"])
    let bare = try roundTrip(CKFetchRecordZoneChangesOperation.ZoneConfiguration())
    #expect(bare.previousServerChangeToken == nil && bare.desiredKeys == nil)
    #expect(bare.resultsLimit == 0)
  }

  @Test func `the names of pushes`() throws {
    func push(_ name: String) throws -> CKNotification.ID {
      let payload: [String: Any] = [
        "nid": name, "cid": "iCloud.com.example", "ckuserid": "_a", "ce": 2,
        "met": ["dbs": 2, "sid": "database"],
      ]
      let notification = CKNotification(
        fromRemoteNotificationDictionary: ["aps": [:] as [String: Any], "ck": payload])
      return try #require(notification?.notificationID)
    }
    let id = try push("a")
    let read = try roundTrip(id)
    #expect(read == id && read.hash == id.hash)
    #expect(read != (try push("b")))
  }

  @Test func `operations, groups and subscriptions keep copies of what they are given`() {
    let configuration = CKOperation.Configuration()
    configuration.timeoutIntervalForRequest = 1
    let (operation, group) = (CKFetchRecordsOperation(), CKOperationGroup())
    operation.configuration = configuration
    group.defaultConfiguration = configuration
    configuration.timeoutIntervalForRequest = 2
    #expect(operation.configuration.timeoutIntervalForRequest == 1)
    #expect(group.defaultConfiguration.timeoutIntervalForRequest == 1)
    operation.configuration = nil
    group.defaultConfiguration = nil
    #expect(operation.configuration.timeoutIntervalForRequest == 60)
    #expect(group.defaultConfiguration.timeoutIntervalForRequest == 60)
    let info = CKSubscription.NotificationInfo(alertBody: "before")
    let subscription = CKDatabaseSubscription(subscriptionID: "a")
    subscription.notificationInfo = info
    info.alertBody = "after"
    #expect(subscription.notificationInfo?.alertBody == "before")
  }
}
