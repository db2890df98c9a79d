import CloudKit
import CloudKitTesting
import Testing

/// An app's list of zones, without `CKSyncEngine`: a push makes it fetch what has changed.
private final class ZoneList {
  private let database = CKContainer(identifier: PushTests.container).privateCloudDatabase
  private var token: CKServerChangeToken?
  private(set) var names: Set<String> = []

  func subscribe() async throws {
    let subscription = CKDatabaseSubscription(subscriptionID: "zones")
    let info = CKSubscription.NotificationInfo()
    info.shouldSendContentAvailable = true
    subscription.notificationInfo = info
    try await database.save(subscription)
  }

  /// Handles a push for the app's delegate; false for one that is not about the zones.
  func receive(_ userInfo: [AnyHashable: Any]) async throws -> Bool {
    let notification = CKNotification(fromRemoteNotificationDictionary: userInfo)
    guard notification?.subscriptionID == "zones" else { return false }
    let changes = try await database.databaseChanges(since: token)
    names.formUnion(changes.modifications.map(\.zoneID.zoneName))
    token = changes.changeToken
    return true
  }
}

/// An app's own code for pushes.
@Suite(.timeLimit(.minutes(1))) struct PushTests {
  static let container = "iCloud.com.example.Notes"

  private func database() -> CKDatabase {
    CKContainer(identifier: Self.container).privateCloudDatabase
  }

  /// Lets the account's devices be told of new notes, with their text.
  private func watchNotes() async throws {
    // The type comes into being with its first record.
    try await save("first")
    let subscription = CKQuerySubscription(
      recordType: "Note", predicate: NSPredicate(value: true), subscriptionID: "notes",
      options: [.firesOnRecordCreation])
    let info = CKSubscription.NotificationInfo()
    info.alertBody = "There is a new note."
    info.desiredKeys = ["text"]
    subscription.notificationInfo = info
    try await database().save(subscription)
  }

  private func save(_ text: String) async throws {
    let note = CKRecord(recordType: "Note", recordID: CKRecord.ID(recordName: text))
    note["text"] = text
    try await database().save(note)
  }

  private func note(_ userInfo: [AnyHashable: Any]?) -> CKQueryNotification? {
    userInfo.flatMap { CKQueryNotification(fromRemoteNotificationDictionary: $0) }
  }

  @Test func `a push makes the app fetch`() async throws {
    try await TestCloud.with { cloud in
      let (phone, laptop) = (cloud.device(of: "alice"), cloud.device(of: "alice"))
      let list = laptop.run { ZoneList() }
      try await list.subscribe()
      let pushes = try await laptop.pushes(in: PushTests.container)
      try await phone.run { _ = try await database().save(CKRecordZone(zoneName: "Trip")) }
      for await userInfo in pushes where try await list.receive(userInfo) { break }
      #expect(list.names == ["Trip"])
    }
  }

  @Test func `a push has the keys of Apple's, and a device gets none of its own changes`()
    async throws
  {
    try await TestCloud.with { cloud in
      let (phone, laptop) = (cloud.device(of: "alice"), cloud.device(of: "alice"))
      try await phone.run { try await watchNotes() }
      var toPhone = try await phone.pushes(in: Self.container).makeAsyncIterator()
      var toLaptop = try await laptop.pushes(in: Self.container).makeAsyncIterator()
      try await phone.run { try await save("milk") }
      try await laptop.run { try await save("bread") }
      let userInfo = try #require(await toLaptop.next())
      let aps = try #require(userInfo["aps"] as? [String: Any])
      #expect(aps["alert"] as? String == "There is a new note.")
      #expect((userInfo["ck"] as? [String: Any])?["cid"] as? String == Self.container)
      let notification = try #require(note(userInfo))
      #expect(notification.recordID?.recordName == "milk")
      #expect(notification.recordFields?["text"] as? String == "milk")
      #expect(notification.queryNotificationReason == .recordCreated)
      // The first push to the phone is of the other device's note.
      #expect(note(await toPhone.next())?.recordID?.recordName == "bread")
    }
  }

  @Test func `a push that gets lost does not come, and pushes wait until they are asked for`()
    async throws
  {
    try await TestCloud.with { cloud in
      let (phone, laptop) = (cloud.device(of: "alice"), cloud.device(of: "alice"))
      try await phone.run { try await watchNotes() }
      let pushes = try await laptop.pushes(in: Self.container)
      try await cloud.add(TestFault(.loseNotifications, count: 1))
      try await phone.run {
        for text in ["milk", "bread", "tea"] { try await save(text) }
      }
      var names: [String?] = []
      for await userInfo in pushes.prefix(2) {
        names.append(note(userInfo)?.recordID?.recordName)
      }
      #expect(names == ["bread", "tea"])
    }
  }

  @Test func `a device without an account that can be used gets no pushes`() async throws {
    try await TestCloud.with { cloud in
      let nobody = cloud.device(of: nil)
      await #expect(throws: TestCloudError.self) { try await nobody.pushes() }
      let phone = cloud.device(of: "alice")
      phone.setAccountState(.restricted)
      await #expect(throws: TestCloudError.self) { try await phone.pushes() }
      phone.setAccountState(.available)
      _ = try await phone.pushes()
    }
  }
}
