import CloudCore
import CloudModel
import CloudRules
import Foundation

/// The data that the console shows, read from the cloud for one viewer.
///
/// The rules of the cloud read an account's data as the account itself: the viewer sees exactly what the account sees.
struct ConsoleReading: Sendable {
  /// Our choices: as much as people read on one page.
  static let rowsPerPage = 100
  static let recordsPerPage = 50

  let cloud: Cloud
  let veil: TextVeil
  let journal: RequestJournal
  let clock: CloudClock
  /// Whether the cloud can be reset to its start.
  let canReset: Bool
  let seed: UInt64?
  let startedAt: Date
  /// The machine's time.
  let now: @Sendable () -> Date

  var store: any CloudStore { cloud.store }
  var faults: FaultInjector { cloud.conditions.faults }

  /// Throws `CloudError` for what does not exist or may not be seen.
  func page(_ path: ConsoleAddress.Path, for call: ConsoleCall) throws -> ConsolePage {
    switch path {
    case .overview:
      switch call.viewer {
      case .administrator: return try overview(call)
      case .account: return try account(call)
      }
    case .schema:
      let partition = try partition(call)
      return .schema(
        try cloud.administration(of: partition).schema(), container: partition.container,
        environment: partition.environment)
    case .accounts: return .accounts(try inspect(.accounts, call))
    case .account: return try account(call)
    case .zones: return try zones(call)
    case .zone: return try zone(call)
    case .record: return try record(call)
    case .shares: return try shares(call)
    case .subscriptions: return try subscriptions(call)
    case .requests: return .requests(try requests(call))
    case .faults: return .faults(faults.statuses)
    }
  }

  private func overview(_ call: ConsoleCall) throws -> ConsolePage {
    .overview(
      of: CloudFacts(
        address: call.origin, startedAt: startedAt,
        secondsUp: now().timeIntervalSince(startedAt), clock: clock.response,
        accounts: try cloud.census().accounts,
        activeFaults: faults.statuses.count(where: \.isActive), canReset: canReset, seed: seed),
      containers: try inspect(.containers, call))
  }

  private func account(_ call: ConsoleCall) throws -> ConsolePage {
    let subject = try subject(of: call)
    let user = subject.account.userRecordName
    let partitions = try store.readRegistry { try $0.partitions().map(\.partition) }
    let environments = try partitions.compactMap { partition in
      try store.read(in: partition) { reading -> AccountDetails.Environment? in
        // The default zone is there since the account's first request.
        let zones = try reading.zoneCount(ownedBy: user)
        guard zones > 0 else { return nil }
        return .init(
          container: partition.container, environment: partition.environment, zones: zones,
          bytes: try reading.usedBytes(of: user))
      }
    }
    return .account(
      AccountDetails(
        selected: subject.selected, name: subject.account.name, userRecordName: user,
        emailAddress: subject.account.emailAddress, environments: environments))
  }

  private func shares(_ call: ConsoleCall) throws -> ConsolePage {
    if case .administrator = call.viewer, call.query["account"] == nil {
      return .shares(try inspect(.shares, call), account: nil, isOwn: false)
    }
    let subject = try subject(of: call)
    return .shares(
      try inspect(.shares, call, account: subject.account.userRecordName),
      account: subject.account.name, isOwn: subject.selected == nil)
  }

  /// A page of rows of the store itself: shown to administrators and to owners, and for others only names that the
  /// rules look up.
  func inspect(
    _ subject: InspectionSubject, _ call: ConsoleCall, account: String? = nil,
    in partition: Partition? = nil, zone: String? = nil, limit: Int = rowsPerPage
  ) throws -> InspectionPage {
    let query = InspectionQuery(
      subject, account: account, container: partition?.container,
      environment: partition?.environment.rawValue, zone: zone, limit: limit,
      offset: try call.query.count("after") ?? 0)
    return try store.readRegistry { try $0.inspect(query) }
  }
}
