import CloudModel
import Foundation
import GRDB

extension SQLiteTransaction {
  func subscriptions(of user: String, _ scope: DatabaseScope) throws -> [Subscription] {
    try Row.fetchAll(
      database.cachedStatement(
        sql: """
          SELECT body FROM subscription WHERE partition = ? AND userRecordName = ? AND scope = ?
          ORDER BY subscriptionID
          """), arguments: [partitionID, user, scope.rawValue]
    )
    .map { try Subscription(stored: $0) }
  }

  func subscription(
    _ id: String, of user: String, _ scope: DatabaseScope
  ) throws -> Subscription? {
    try Row.fetchOne(
      database.cachedStatement(
        sql: """
          SELECT body FROM subscription
          WHERE partition = ? AND userRecordName = ? AND scope = ? AND subscriptionID = ?
          """), arguments: [partitionID, user, scope.rawValue, id]
    )
    .map { try Subscription(stored: $0) }
  }

  func changeSubscriptions(of user: String, _ scope: DatabaseScope) throws -> [Subscription] {
    try Row.fetchAll(
      database.cachedStatement(
        sql: """
          SELECT body FROM subscription WHERE partition = ? AND userRecordName = ? AND scope = ?
            AND recordType IS NULL
          ORDER BY subscriptionID
          """), arguments: [partitionID, user, scope.rawValue]
    )
    .map { try Subscription(stored: $0) }
  }

  func querySubscriptions(
    onRecordType type: String, of user: String?, _ scope: DatabaseScope
  ) throws -> [(userRecordName: String, subscription: Subscription)] {
    try Row.fetchAll(
      database.cachedStatement(
        sql: """
          SELECT userRecordName, body FROM subscription
          WHERE partition = ? AND scope = ? AND recordType = ? \(user == nil ? "" : "AND userRecordName = ?")
          ORDER BY userRecordName, subscriptionID
          """),
      arguments: [partitionID, scope.rawValue, type] + StatementArguments(user.map { [$0] } ?? [])
    )
    .map { ($0["userRecordName"], try Subscription(stored: $0)) }
  }

  func save(_ subscription: Subscription, of user: String, _ scope: DatabaseScope) throws {
    var recordType: String?
    if case .query(let watched) = subscription.kind { recordType = watched.recordType }
    let body = try JSONEncoder().encode(WireSubscription(subscription))
    try database.cachedStatement(
      sql: """
        INSERT OR REPLACE INTO subscription
          (partition, userRecordName, scope, subscriptionID, recordType, body)
        VALUES (?, ?, ?, ?, ?, ?)
        """
    ).execute(arguments: [
      partitionID, user, scope.rawValue, subscription.subscriptionID, recordType,
      String(decoding: body, as: UTF8.self),
    ])
  }

  func deleteSubscription(_ id: String, of user: String, _ scope: DatabaseScope) throws {
    try database.cachedStatement(
      sql: """
        DELETE FROM subscription
        WHERE partition = ? AND userRecordName = ? AND scope = ? AND subscriptionID = ?
        """
    ).execute(arguments: [partitionID, user, scope.rawValue, id])
  }
}

extension Subscription {
  /// Every zone in a stored subscription names its owner.
  fileprivate init(stored row: Row) throws {
    let body: String = row["body"]
    do {
      self = try JSONDecoder().decode(WireSubscription.self, from: Data(body.utf8))
        .subscription(currentUser: "")
    } catch {
      throw StoreError.damaged(what: "a subscription cannot be read")
    }
  }
}
