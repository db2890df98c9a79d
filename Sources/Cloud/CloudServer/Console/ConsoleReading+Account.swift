import CloudCore
import CloudModel
import CloudRules
import Foundation

// The data of one account, by the rules of the cloud.

extension ConsoleReading {
  /// Whose data a page shows.
  struct Subject {
    var account: StoredAccount
    /// The name in the address; nil for the account that is signed in.
    var selected: String?

    var caller: Caller { Caller(userRecordName: account.userRecordName) }
  }

  /// The account that an administrator names, or the one that is signed in.
  ///
  /// Throws `.permissionFailure` for the account of somebody else, whether there is one or not.
  func subject(of call: ConsoleCall) throws -> Subject {
    switch call.viewer {
    case .account(let account):
      guard [nil, account.name].contains(call.query["account"]) else {
        throw CloudError(.permissionFailure, "You see only what belongs to you.")
      }
      return Subject(account: account)
    case .administrator:
      let name = try call.query.text("account")
      return try store.readRegistry { registry in
        let user = try registry.userRecordName(ofAccount: name)
        guard let account = try registry.account(userRecordName: user) else {
          throw CloudError.noAccount(name)
        }
        return Subject(account: account, selected: account.name)
      }
    }
  }

  func partition(_ call: ConsoleCall) throws -> Partition {
    let name = try call.query.text("environment")
    guard let environment = CloudEnvironment(rawValue: name) else {
      throw CloudError(.invalidArguments, "An environment is ‘development’ or ‘production’.")
    }
    let partition = Partition(
      container: try call.query.text("container"), environment: environment)
    guard try store.readRegistry({ try $0.partition(partition) }) != nil else {
      throw CloudError(.unknownItem, "There is no such container here.")
    }
    return partition
  }

  private struct Target {
    var subject: Subject
    var partition: Partition
    var place: AccountPlace
    var scope: DatabaseScope
    var service: CloudService
  }

  /// Throws `.unknownItem` where the account has nothing: the rules would make databases for it.
  private func target(_ call: ConsoleCall, scope: DatabaseScope? = nil) throws -> Target {
    let subject = try subject(of: call)
    let user = subject.account.userRecordName
    let partition = try call.isAdministrator ? partition(call) : ownPartition(call, of: user)
    guard try hasDatabases(user, in: partition) else { throw Self.nothingHere }
    return Target(
      subject: subject, partition: partition,
      place: AccountPlace(
        account: subject.selected, container: partition.container,
        environment: partition.environment),
      scope: try scope ?? self.scope(call), service: cloud.service(for: partition))
  }

  /// The same answer for a container that does not exist as for one that the account has not used.
  private func ownPartition(_ call: ConsoleCall, of user: String) throws -> Partition {
    do {
      return try partition(call)
    } catch let error as CloudError where error.code == .unknownItem {
      throw Self.nothingHere
    }
  }

  private static let nothingHere = CloudError(
    .unknownItem, "The account has not used this container.")

  private func hasDatabases(_ user: String, in partition: Partition) throws -> Bool {
    try store.read(in: partition) { try $0.zoneCount(ownedBy: user) > 0 }
  }

  private func scope(_ call: ConsoleCall) throws -> DatabaseScope {
    guard let scope = DatabaseScope(pathComponent: try call.query.text("database")) else {
      throw CloudError(.invalidArguments, "A database is ‘public’, ‘private’ or ‘shared’.")
    }
    return scope
  }

  func zones(_ call: ConsoleCall) throws -> ConsolePage {
    let target = try target(call)
    let caller = target.subject.caller
    switch target.scope {
    case .private:
      let found = try inspect(
        .zones, call, account: caller.userRecordName, in: target.partition)
      let rows = found.rows.map { ZoneRow($0, ownerName: caller.userRecordName) }
      return .zones(rows, at: target.place, in: target.scope, next: found.next)
    case .shared, .public:
      let zones = try target.service.zones(of: caller, in: target.scope).map(\.zoneID).sorted()
      let start = try call.query.count("after") ?? 0
      let page = zones.dropFirst(start).prefix(Self.rowsPerPage)
      let names = try names(of: page.map(\.ownerName), for: call)
      let rows = page.map { zoneID in
        ZoneRow(
          zoneID: zoneID,
          owner: target.scope == .public ? "the container" : names[zoneID.ownerName])
      }
      let end = start + page.count
      return .zones(
        rows, at: target.place, in: target.scope, next: end < zones.count ? String(end) : nil)
    }
  }

  func zone(_ call: ConsoleCall) throws -> ConsolePage {
    let target = try target(call)
    let zoneID = try zoneID(call, target)
    // In the shared database the rules say first whether the account sees the zone.
    let isTracked =
      switch target.scope {
      case .shared: true
      case .private: zoneID.zoneName != RecordZoneID.defaultZoneName
      case .public: false
      }
    var contents = ZoneContents(
      place: target.place, scope: target.scope, zoneID: zoneID, share: nil, rows: [], order: "",
      next: nil, accounts: [:])
    if isTracked {
      try readChanges(of: target, call, into: &contents)
      let share = try target.service.records(
        for: [(.zoneWideShare(in: zoneID), nil)], by: target.subject.caller, in: target.scope)
      contents.share = try? share.first?.result.get()  // Most zones have none.
    } else {
      try readRecords(of: target, call, into: &contents)
    }
    let users = contents.rows.compactMap { row -> String? in
      guard case .record(let record) = row else { return nil }
      return record.lastModifiedUserRecordName
    }
    let people = contents.share?.share?.participants.compactMap(\.identity.userRecordName) ?? []
    contents.accounts = try names(of: users + people + [zoneID.ownerName], for: call)
    if try hidesTexts(of: target, zoneID, call) {
      contents.hideTexts(
        revealedAt: target.place.zone(
          zoneID, in: target.scope, after: call.query["after"], revealsTexts: true))
    }
    return .zone(contents)
  }

  /// Whether a page hides texts from an administrator; what it shows otherwise is noted.
  private func hidesTexts(
    of target: Target, _ zoneID: RecordZoneID, record: String? = nil, _ call: ConsoleCall
  ) throws -> Bool {
    // People read what is theirs.
    guard call.isAdministrator else { return false }
    return try veil.isDrawn(isRevealed: call.query.revealsTexts) { _ in
      let words = [
        "\(target.subject.account.name): console", "\(target.scope.pathComponent) database",
        record.map { "record \(TextVeil.cut($0))" }, "zone \(TextVeil.cut(zoneID.zoneName))",
      ]
      return words.compactMap(\.self).joined(separator: ", ")
    }
  }

  /// A page of the zone's feed: newest first where the feed can be read so.
  private func readChanges(
    of target: Target, _ call: ConsoleCall, into contents: inout ZoneContents
  ) throws {
    let isReverse = target.scope == .private
    contents.order = isReverse ? "newest change first" : "oldest change first"
    contents.next = call.query["after"]
    repeat {
      let request = ZoneChangesRequest(
        zoneID: contents.zoneID, changeToken: contents.next.map(ServerChangeToken.init),
        resultsLimit: Self.recordsPerPage, isReverse: isReverse)
      let answer = try target.service.zoneChanges(
        [request], by: target.subject.caller, in: target.scope)
      guard let page = try answer.first?.result.get() else { return }
      contents.rows += page.changes.map { change in
        switch change {
        case .modified(let record): .record(record)
        case .deleted(let deletion): .deletion(deletion)
        }
      }
      contents.next = page.moreComing ? page.changeToken.rawValue : nil
      // A page is empty if the account may see none of its records.
    } while contents.rows.isEmpty && contents.next != nil
  }

  /// A page of a zone without a feed: the names in the store, then the records that the account sees.
  private func readRecords(
    of target: Target, _ call: ConsoleCall, into contents: inout ZoneContents
  ) throws {
    contents.order = "oldest change first"
    let found = try inspect(
      .records, call, account: contents.zoneID.ownerName, in: target.partition,
      zone: contents.zoneID.zoneName, limit: Self.recordsPerPage)
    let names = found.rows.compactMap { row -> RecordID? in
      guard case .text(let name) = row["recordName"], row["deleted"] != .flag(true) else {
        return nil
      }
      return RecordID(recordName: name, zoneID: contents.zoneID)
    }
    let records = try target.service.records(
      for: names.map { ($0, nil) }, by: target.subject.caller, in: target.scope)
    contents.rows = records.compactMap { _, result in
      guard case .success(let record) = result else { return nil }
      return .record(record)
    }
    contents.next = found.next
  }

  func record(_ call: ConsoleCall) throws -> ConsolePage {
    let target = try target(call)
    let id = RecordID(
      recordName: try call.query.text("record"), zoneID: try zoneID(call, target))
    let found = try target.service.records(
      for: [(id, nil)], by: target.subject.caller, in: target.scope)
    guard let record = try found.first?.result.get() else { throw Self.nothingHere }
    let users = [record.creatorUserRecordName, record.lastModifiedUserRecordName]
    let people = record.share?.participants.map(\.identity.userRecordName) ?? []
    var contents = RecordContents(
      place: target.place, scope: target.scope, record: record,
      accounts: try names(of: (users + people).compactMap(\.self), for: call))
    if try hidesTexts(of: target, id.zoneID, record: id.recordName, call) {
      contents.hideTexts(
        revealedAt: target.place.record(id, in: target.scope, revealsTexts: true))
    }
    return .record(contents)
  }

  func subscriptions(_ call: ConsoleCall) throws -> ConsolePage {
    let target = try target(call, scope: .private)
    let found = try [DatabaseScope.private, .shared, .public].flatMap { scope in
      try target.service.subscriptions(of: target.subject.caller, in: scope)
        .map { (scope, $0) }
    }
    return .subscriptions(found, at: target.place)
  }

  private func zoneID(_ call: ConsoleCall, _ target: Target) throws -> RecordZoneID {
    switch target.scope {
    case .private:
      RecordZoneID(
        zoneName: try call.query.text("zone"), ownerName: target.subject.account.userRecordName)
    case .shared:
      RecordZoneID(
        zoneName: try call.query.text("zone"), ownerName: try call.query.text("owner"))
    case .public:
      RecordZoneID(
        zoneName: RecordZoneID.defaultZoneName,
        ownerName: try store.read(in: target.partition) { $0.partition.ownerName })
    }
  }

  /// The names of accounts by user record name; only an administrator learns those of others.
  private func names(of users: [String], for call: ConsoleCall) throws -> [String: String] {
    switch call.viewer {
    case .account(let account): [account.userRecordName: account.name]
    case .administrator: try store.readRegistry { try $0.names(of: users) }
    }
  }
}

extension ZoneRow {
  /// A zone of the private database, from a row of an inspection.
  fileprivate init(_ row: [String: InspectionValue], ownerName: String) {
    func number(_ key: String) -> Int64 {
      guard case .integer(let number) = row[key] else { return 0 }
      return number
    }
    var name = ""
    if case .text(let text) = row["zoneName"] { name = text }
    self.init(
      zoneID: RecordZoneID(zoneName: name, ownerName: ownerName), owner: nil,
      contents: Contents(
        records: number("records"), deletions: number("tombstones"), shares: number("shares"),
        bytes: number("bytes")))
  }
}
