import CloudCore
import CloudModel
import CloudRules
import CloudStorage
import Synchronization
import Testing

/// Bob, whose account ends, and what he has with others.
///
/// He owns `Trip`, which Carol has joined; he has joined Alice's `Z`, where he has saved a record, and is invited to
/// her `Y`. He has an e-mail address, a record in his default zone, a subscription and the right to an upload.
struct EndingWorld {
  static let address = "bob@example.com"

  let rules: RulesWorld
  let bob: Caller
  let carol: Caller
  let trip: RecordZoneID
  let second: RecordZoneID
  /// The users who were told of something by `ending`.
  let told = Told()

  final class Told: Sendable {
    private let recipients = Mutex<Set<String>>([])

    var all: Set<String> { recipients.withLock(\.self) }

    func note(_ announcements: [Announcement]) {
      recipients.withLock { $0.formUnion(announcements.map(\.recipient)) }
    }
  }

  var store: any CloudStore { rules.cloud.store }
  var alice: Caller { rules.caller }
  var service: CloudService { rules.service }

  init() async throws {
    rules = try RulesWorld()
    bob = try await Self.signUp("bob", Self.address, rules.accounts)
    carol = try await Self.signUp("carol", nil, rules.accounts)
    trip = RecordZoneID(zoneName: "Trip", ownerName: bob.userRecordName)
    second = RecordZoneID(zoneName: "Y", ownerName: rules.caller.userRecordName)
    _ = try service.modifyZones([.create(trip)], by: bob, in: .private)
    _ = try service.modifyZones([.create(second)], by: alice, in: .private)
    _ = try service.modifySubscriptions(
      [.save(Subscription(subscriptionID: "news", kind: .database))], by: carol, in: .shared)
    _ = try service.modifySubscriptions(
      [.save(Subscription(subscriptionID: "news", kind: .database))], by: bob, in: .private)
    _ = try service.accept(
      [.init(shortGUID: try share(trip, by: bob, with: [carol]))], by: carol)
    _ = try service.accept(
      [.init(shortGUID: try share(rules.zoneID, by: alice, with: [bob]))], by: bob)
    _ = try share(second, by: alice, with: [bob])
    try save("of-bob", in: rules.zoneID, .shared)
    try save(
      "own",
      in: RecordZoneID(zoneName: RecordZoneID.defaultZoneName, ownerName: bob.userRecordName),
      .private)
    try store.write(in: service.partition) { transaction throws in
      try transaction.insert(
        StoredUpload(
          userRecordName: bob.userRecordName, scope: .private, tokenHash: [1],
          expiresAt: 2_000_000_000_000))
    }
  }

  private static func signUp(
    _ name: String, _ address: String?, _ accounts: AccountService
  ) async throws -> Caller {
    var request = AccountRequest(name: name)
    request.emailAddress = address
    let proven = try await accounts.createAccount(request, proof: .socket)
    return Caller(userRecordName: proven.account.userRecordName, isNative: true)
  }

  /// The deletion of accounts over the world's store, or over another one that stands before it.
  func ending(over other: (any CloudStore)? = nil) -> AccountEnding {
    let store = other ?? store
    let cloud = Cloud(
      store: store, surroundings: .deterministic(seed: 5), announce: { [told] in told.note($0) })
    return AccountEnding(
      cloud: cloud, sessions: SessionService(store: store, surroundings: .deterministic(seed: 6)))
  }

  /// Shares a zone with people, or with everybody who has the link; returns what the link ends in.
  @discardableResult
  func share(
    _ zoneID: RecordZoneID, by owner: Caller, with guests: [Caller], isOpen: Bool = false
  ) throws -> String {
    let record = Record(
      recordType: Share.recordType, recordID: .zoneWideShare(in: zoneID),
      share: Share(
        publicPermission: isOpen ? .readWrite : .none,
        participants: guests.map {
          Participant(identity: UserIdentity(userRecordName: $0.userRecordName))
        }))
    let outcomes = try service.modifyRecords(
      [RecordModification(.save(record, .forceReplace))], atomically: nil, by: owner, in: .private)
    let saved = try #require(try outcomes.first?.result.get())
    return try #require(saved.share?.shortGUID)
  }

  private func save(
    _ name: String, in zoneID: RecordZoneID, _ scope: DatabaseScope
  ) throws {
    let record = Record(
      recordType: "T", recordID: RecordID(recordName: name, zoneID: zoneID),
      fields: ["text": .string(name)])
    let outcomes = try service.modifyRecords(
      [RecordModification(.save(record, .create))], atomically: nil, by: bob, in: scope)
    for outcome in outcomes { _ = try outcome.result.get() }
  }

  /// The names of those who are in a share of Alice's, invited or not.
  func people(in zoneID: RecordZoneID) throws -> [String?] {
    let found = try service.records(
      for: [(RecordID.zoneWideShare(in: zoneID), nil)], by: alice, in: .private)
    return try #require(try found.first?.result.get()).share?.participants
      .map(\.identity.accountName) ?? []
  }

  /// The zones in the shared database of Carol; one that is gone has a minus.
  func zonesOfCarol() throws -> [String] {
    try service.databaseChanges(since: nil, resultsLimit: nil, by: carol, in: .shared).changes.map {
      switch $0 {
      case .modified(let zone): zone.zoneID.zoneName
      case .deleted(let deletion): "-\(deletion.zoneID.zoneName) \(deletion.reason)"
      }
    }
  }

  /// Expects that only Bob's name is left of his account, and that the others have what is theirs.
  func expectOnlyTheName(at location: SourceLocation = #_sourceLocation) throws {
    let user = bob.userRecordName
    try store.readRegistry { registry throws in
      let account = try registry.account(userRecordName: user)
      #expect(account?.state == .deleted, sourceLocation: location)
      #expect(account?.emailAddress == nil && account?.isDiscoverable == false)
      #expect(try registry.account(named: "bob") == nil)
      #expect(try registry.account(named: Self.address) == nil)
      #expect(try registry.isNameTaken("BOB"))
      #expect(try registry.endingAccounts() == [])
    }
    try store.read(in: service.partition) { reading throws in
      #expect(try reading.zones(ownedBy: user) == [], sourceLocation: location)
      #expect(try reading.subscriptions(of: user, .private) == [])
      #expect(try reading.uploadCount(of: user, at: 0) == 0)
      #expect(try reading.usedBytes(of: user) == 0)
      let zone = try #require(try reading.zone(rules.zoneID))
      let record = try reading.record(named: "of-bob", in: zone)
      #expect(record?.isDeleted == false && record?.record.creatorUserRecordName == user)
      let publicZone = try #require(
        try reading.zones(ownedBy: reading.partition.ownerName).first)
      #expect(try reading.record(named: user, in: publicZone)?.isDeleted == true)
    }
    #expect(try people(in: rules.zoneID) == ["alice"], sourceLocation: location)
    #expect(try people(in: second) == ["alice"], sourceLocation: location)
    #expect(try zonesOfCarol() == ["-Trip deleted"], sourceLocation: location)
    let checks = try #require((store as? ContractStore)?.store as? SQLiteStore).check().checks
    #expect(checks.filter { $0.problems > 0 }.map(\.name) == [], sourceLocation: location)
  }
}
