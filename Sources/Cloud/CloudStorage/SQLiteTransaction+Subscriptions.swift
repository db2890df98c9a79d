import CloudModel
import CloudRows
import CloudRules
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
    .compactMap { try? Subscription(stored: $0["body"]) }  // Lists leave out what cannot be read.
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
    .map { try Subscription(stored: $0["body"]) }
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
    .compactMap { try? Subscription(stored: $0["body"]) }  // Lists leave out what cannot be read.
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
    .compactMap { row in
      // Lists leave out what cannot be read.
      (try? Subscription(stored: row["body"])).map { (row["userRecordName"], $0) }
    }
  }

  func save(_ subscription: Subscription, of user: String, _ scope: DatabaseScope) throws {
    var recordType: String?
    if case .query(let watched) = subscription.kind { recordType = watched.recordType }
    try database.cachedStatement(
      sql: """
        INSERT OR REPLACE INTO subscription
          (partition, userRecordName, scope, subscriptionID, recordType, body)
        VALUES (?, ?, ?, ?, ?, ?)
        """
    ).execute(arguments: [
      partitionID, user, scope.rawValue, subscription.subscriptionID, recordType,
      try StoredSubscription(subscription).json,
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
