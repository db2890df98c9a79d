import CloudModel
import CloudRows
import CloudRules
import PostgresClient

extension PostgresPartition {
  func subscriptions(of user: String, _ scope: DatabaseScope) throws -> [Subscription] {
    try conversation.read(
      """
      SELECT body FROM subscription
      WHERE partition = \(partitionID) AND userRecordName = \(user) AND scope = \(scope.rawValue)
      ORDER BY subscriptionID
      """
    ).read { try $0.next() }.compactMap(Self.readable)
  }

  func subscription(
    _ id: String, of user: String, _ scope: DatabaseScope
  ) throws -> Subscription? {
    try conversation.read(
      """
      SELECT body FROM subscription
      WHERE partition = \(partitionID) AND userRecordName = \(user) AND scope = \(scope.rawValue)
        AND subscriptionID = \(id)
      """
    ).one { try Subscription(stored: $0.next()) }
  }

  func changeSubscriptions(of user: String, _ scope: DatabaseScope) throws -> [Subscription] {
    let subscriber = Subscriber(user: user, scope: scope)
    if let known = memory.changeSubscriptions[subscriber] { return known }
    let found = try conversation.read(
      """
      SELECT body FROM subscription
      WHERE partition = \(partitionID) AND userRecordName = \(user) AND scope = \(scope.rawValue)
        AND recordType IS NULL
      ORDER BY subscriptionID
      """
    ).read { try $0.next() }.compactMap(Self.readable)
    memory.changeSubscriptions[subscriber] = found
    return found
  }

  /// Remembers the subscriptions of the owner of a zone and of its members, which were read with it.
  func rememberSubscriptions(
    _ rows: PostgresRows, ofMembersOf zone: StoredZone, _ shares: [StoredShare]
  ) throws {
    var found: [Subscriber: [Subscription]] = [
      Subscriber(user: zone.zoneID.ownerName, scope: .private): []
    ]
    for user in shares.flatMap(\.participants).compactMap(\.identity.userRecordName)
    where user != zone.zoneID.ownerName {
      found[Subscriber(user: user, scope: .shared)] = []
    }
    var queries: [(recordType: String, subscription: Subscription)] = []
    for (user, scope, recordType, body) in try rows.read({
      (
        try $0.next() as String, try $0.next() as Int, try $0.nextOrNil(String.self),
        try $0.next() as String
      )
    }) {
      guard let scope = DatabaseScope(rawValue: scope), let readable = Self.readable(body) else {
        continue
      }
      if let recordType {
        queries.append((recordType, readable))
      } else {
        found[Subscriber(user: user, scope: scope)]?.append(readable)
      }
    }
    memory.changeSubscriptions.merge(found) { _, new in new }
    memory.querySubscriptions[zone.zoneID.ownerName] = queries
  }

  func querySubscriptions(
    onRecordType type: String, of user: String?, _ scope: DatabaseScope
  ) throws -> [(userRecordName: String, subscription: Subscription)] {
    if scope == .private, let user, let known = memory.querySubscriptions[user] {
      return known.filter { $0.recordType == type }.map { (user, $0.subscription) }
    }
    let ofUser: SQL = user.map { "AND userRecordName = \($0)" } ?? ""
    return try conversation.read(
      """
      SELECT userRecordName, body FROM subscription
      WHERE partition = \(partitionID) AND scope = \(scope.rawValue) AND recordType = \(type)
        \(ofUser)
      ORDER BY userRecordName, subscriptionID
      """
    ).read { (try $0.next() as String, try $0.next() as String) }
      .compactMap { user, body in Self.readable(body).map { (user, $0) } }
  }

  func save(_ subscription: Subscription, of user: String, _ scope: DatabaseScope) throws {
    var recordType: String?
    if case .query(let watched) = subscription.kind { recordType = watched.recordType }
    conversation.write(
      """
      INSERT INTO subscription
        (partition, userRecordName, scope, subscriptionID, recordType, body)
      VALUES (\(partitionID), \(user), \(scope.rawValue), \(subscription.subscriptionID),
        \(recordType), \(try StoredSubscription(subscription).json))
      ON CONFLICT (partition, userRecordName, scope, subscriptionID)
        DO UPDATE SET recordType = excluded.recordType, body = excluded.body
      """)
    memory.forgetSubscriptions()
  }

  func deleteSubscription(_ id: String, of user: String, _ scope: DatabaseScope) throws {
    conversation.write(
      """
      DELETE FROM subscription
      WHERE partition = \(partitionID) AND userRecordName = \(user) AND scope = \(scope.rawValue)
        AND subscriptionID = \(id)
      """)
    memory.forgetSubscriptions()
  }

  /// Lists leave out what cannot be read.
  private static func readable(_ body: String) -> Subscription? { try? Subscription(stored: body) }
}
