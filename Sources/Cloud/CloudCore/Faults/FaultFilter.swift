import CloudModel
import CloudRules

/// A fault's filter, ready to be matched against events.
struct FaultFilter: Sendable {
  /// Whether the filter names zones, records or record types.
  let needsTargets: Bool
  /// The filter's account name while its user record name is unknown; until then it admits no
  /// event.
  var unknownAccount: String? { user == nil ? account : nil }
  private let account: String?
  private var user: String?
  private let environment: String?
  private let database: String?
  private let container: Glob?
  private let operation: Glob?
  private let zone: Glob?
  private let record: Glob?
  private let recordType: Glob?

  init(_ filter: CloudFault.Filter) {
    account = filter.account
    user = filter.account.flatMap { $0.hasPrefix("_") ? $0 : nil }
    environment = filter.environment
    database = filter.database
    container = filter.container.map(Glob.init)
    operation = filter.operation.map(Glob.init)
    zone = filter.zone.map(Glob.init)
    record = filter.record.map(Glob.init)
    recordType = filter.recordType.map(Glob.init)
    needsTargets = zone != nil || record != nil || recordType != nil
  }

  /// Learns the user record name of the account.
  mutating func resolve(_ user: String) { self.user = user }

  func admits(_ event: FaultEvent) -> Bool {
    if let environment, environment != event.partition.environment.rawValue { return false }
    if let container, !container.matches(event.partition.container) { return false }
    if let operation, !(event.operation.map(operation.matches) ?? false) { return false }
    if let database, database != event.scope?.pathComponent { return false }
    if account != nil, user == nil || user != event.user { return false }
    return admits(event.targets)
  }

  /// Whether one of the targets matches the filter.
  private func admits(_ targets: [FaultEvent.Target]) -> Bool {
    guard needsTargets else { return true }
    return targets.contains { target in
      Self.admits(zone, target.zone) && Self.admits(record, target.record)
        && Self.admits(recordType, target.recordType)
    }
  }

  private static func admits(_ glob: Glob?, _ text: String?) -> Bool {
    guard let glob else { return true }
    return text.map(glob.matches) ?? false
  }
}
