package import ChatModel
import ChatStore
import GRDB

/// The people whom this account has blocked, on all of its devices.
///
/// A block is the reader's own: nobody is told of it, and nothing changes in a chat.
extension ChatRepository {
  /// Everyone who is blocked, by name; again after every change.
  package func blockedPeople() -> AsyncThrowingStream<[BlockedPerson], any Error> {
    replica.observe(.blockedPerson) { [account] db in
      try StoredBlockedPerson.fetchAll(db, account: account)
    }
  }

  /// Everyone who is blocked, by name, as of now.
  package func currentBlockedPeople() async throws(ChatError) -> [BlockedPerson] {
    try await replica.read { [account] db in
      try StoredBlockedPerson.fetchAll(db, account: account)
    }
  }

  /// Blocks somebody, or blocks them no more.
  ///
  /// - Parameters:
  ///   - isBlocked: whether the person is blocked from now on.
  ///   - user: the user record name of the person.
  /// - Returns: the name of the person's account.
  /// - Throws: `ChatError.blocksOneself`, or an error of the disk.
  @discardableResult
  package func setBlocked(
    _ isBlocked: Bool, user: String
  ) async throws(ChatError) -> String {
    try await replica.write { [replica] db in
      let name = try StoredPerson.name(db, of: user) ?? ""
      return try Self.setBlocked(isBlocked, user, name: name, db, in: replica)
    }
  }

  /// Blocks somebody by the name of their account, or blocks them no more.
  ///
  /// - Parameters:
  ///   - isBlocked: whether the person is blocked from now on.
  ///   - name: the name of the account, in whatever case, also with an `@` before it; or its user record name.
  /// - Returns: the name of the person's account.
  /// - Throws: `ChatError.unknownPerson` where nobody of that name was met, `ChatError.notBlocked`,
  ///   `ChatError.blocksOneself`, or an error of the disk.
  @discardableResult
  package func setBlocked(
    _ isBlocked: Bool, named name: String
  ) async throws(ChatError) -> String {
    try await replica.write { [replica] db in
      let wanted = String(name.trimmingPrefix("@"))
      if isBlocked, wanted.lowercased() == replica.account.name.lowercased() {
        throw ChatError.blocksOneself
      }
      guard let found = try StoredPerson.find(db, wanted, amongBlocked: !isBlocked) else {
        throw isBlocked ? ChatError.unknownPerson(wanted) : .notBlocked(wanted)
      }
      return try Self.setBlocked(isBlocked, found.user, name: found.name, db, in: replica)
    }
  }

  private static func setBlocked(
    _ isBlocked: Bool, _ user: String, name: String, _ db: Database, in replica: Replica
  ) throws -> String {
    guard user != replica.user else { throw ChatError.blocksOneself }
    var transaction = try ChatTransaction.settings(db, in: replica)
    try transaction.setBlocked(isBlocked, user, name: name)
    try transaction.finish()
    return PersonName.account(name.isEmpty ? nil : name, of: user, reader: replica.account)
  }
}

/// The people of whom the replica knows: members of chats, those who invite, and those who are blocked.
enum StoredPerson {
  /// The name of an account; nil if it is not known.
  static func name(_ db: Database, of user: String) throws -> String? {
    try String.fetchOne(
      db.cachedStatement(
        sql: """
          SELECT name FROM (
            SELECT name, 1 AS rank FROM member WHERE userRecordName = :user AND name <> ''
            UNION ALL SELECT ownerName, 2 FROM invitation WHERE ownerID = :user AND ownerName <> ''
            UNION ALL SELECT name, 3 FROM blockedPerson WHERE userID = :user AND name <> '')
          ORDER BY rank LIMIT 1
          """),
      arguments: ["user": user])
  }

  /// The account of a name, or with a user record name; nil if there is none.
  ///
  /// A name is unique in a cloud. Where an account has had another name before, those who are in a chat come first.
  static func find(
    _ db: Database, _ text: String, amongBlocked: Bool
  ) throws -> (user: String, name: String)? {
    let blocked = "SELECT userID AS user, name, 3 AS rank FROM blockedPerson WHERE isBlocked"
    let met = """
      SELECT userRecordName AS user, name, iif(status = 'REMOVED', 2, 1) AS rank FROM member
      UNION ALL SELECT ownerID, ownerName, 2 FROM invitation UNION ALL \(blocked)
      """
    return try Row.fetchOne(
      db.cachedStatement(
        sql: """
          SELECT user, name FROM (\(amongBlocked ? blocked : met))
          WHERE user <> '' AND (name = :text COLLATE NOCASE OR user = :text) ORDER BY rank LIMIT 1
          """),
      arguments: ["text": text]
    ).map { (user: $0["user"] as String, name: $0["name"] as String) }
  }
}
