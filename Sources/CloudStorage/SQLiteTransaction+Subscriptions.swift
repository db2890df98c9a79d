import CloudModel
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
    .compactMap { Subscription(stored: $0["body"]) }
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
    .map { row in
      guard let subscription = Subscription(stored: row["body"]) else {
        throw StoreError.damaged(what: "a subscription cannot be read")
      }
      return subscription
    }
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
    .compactMap { Subscription(stored: $0["body"]) }
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
      Subscription(stored: row["body"]).map { (row["userRecordName"], $0) }
    }
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
  /// Reads what is stored; nil where it cannot be read.
  ///
  /// Every zone in a stored subscription names its owner.
  package init?(stored body: String) {
    do {
      self = try JSONDecoder().decode(WireSubscription.self, from: Data(body.utf8))
        .subscription(currentUser: "")
      if case .query(let watched) = kind { _ = try watched.filters }
    } catch {
      return nil
    }
  }
}
