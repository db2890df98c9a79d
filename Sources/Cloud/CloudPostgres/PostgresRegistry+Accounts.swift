import CloudModel
import CloudRows
import CloudRules
import Foundation
import PostgresClient

extension PostgresRegistry {
  func account(named name: String) throws -> StoredAccount? {
    guard UserLookup.isNameOrAddress(name) else { return nil }
    // Every address contains `@`, and no account name does.
    let condition: SQL =
      name.contains("@") ? "lower(emailAddress) = lower(\(name))" : "lower(name) = lower(\(name))"
    let account = try accounts(condition).first
    return account?.isGone == true ? nil : account
  }

  func isNameTaken(_ name: String) throws -> Bool {
    try !accounts("lower(name) = lower(\(name))").isEmpty
  }

  func endingAccounts() throws -> [StoredAccount] {
    try accounts("state = \(AccountState.ending.rawValue) ORDER BY lower(name)")
  }

  func account(userRecordName: String) throws -> StoredAccount? {
    try accounts("userRecordName = \(userRecordName)").first
  }

  private func accounts(_ condition: SQL) throws -> [StoredAccount] {
    try conversation.read(
      "SELECT \(sql: StoredAccount.columns) FROM account WHERE \(condition)"
    ).read { try StoredAccount(&$0) }
  }

  func accountUse(named name: String) throws -> AccountUse? {
    try uses("lower(account.name) = lower(\(name))").first
  }

  func accountUse(after name: String, limit: Int) throws -> [AccountUse] {
    try uses(
      "lower(account.name) > lower(\(name)) ORDER BY lower(account.name) LIMIT \(limit)")
  }

  private func uses(_ condition: SQL) throws -> [AccountUse] {
    try conversation.read(
      """
      SELECT \(sql: StoredAccount.columns),
        (SELECT max(lastUsedAt) FROM session
          WHERE session.userRecordName = account.userRecordName),
        (SELECT coalesce(sum(bytes), 0)::bigint FROM partition JOIN zone
          ON zone.partition = partition.id AND zone.ownerName = account.userRecordName),
        (SELECT count(*) FROM partition JOIN zone
          ON zone.partition = partition.id AND zone.ownerName = account.userRecordName),
        (SELECT count(*) FROM session WHERE session.userRecordName = account.userRecordName)
      FROM account WHERE \(condition)
      """
    ).read {
      AccountUse(
        account: try StoredAccount(&$0), lastUsedAt: try $0.nextOrNil(), bytes: try $0.next(),
        zones: try $0.next(), sessions: try $0.next())
    }
  }

  func lockAccount(userRecordName: String) throws -> StoredAccount? {
    conversation.lock(.account, userRecordName)
    locks.take(.account(userRecordName: userRecordName))
    return try account(userRecordName: userRecordName)
  }

  func insert(_ account: StoredAccount) throws {
    conversation.write(
      """
      INSERT INTO account
        (userRecordName, name, isServer, emailAddress, firstName, lastName, isDiscoverable, state,
          createdAt)
      VALUES (\(account.userRecordName), \(account.name), \(account.isServer),
        \(account.emailAddress), \(account.firstName), \(account.lastName),
        \(account.isDiscoverable), \(account.state.rawValue), \(account.createdAt))
      """)
    locks.take(.account(userRecordName: account.userRecordName))
  }

  func update(_ account: StoredAccount) throws {
    locks.require(.account(userRecordName: account.userRecordName))
    conversation.write(
      """
      UPDATE account SET emailAddress = \(account.emailAddress), firstName = \(account.firstName),
        lastName = \(account.lastName), isDiscoverable = \(account.isDiscoverable),
        state = \(account.state.rawValue)
      WHERE userRecordName = \(account.userRecordName)
      """)
  }

  func passphraseHash(of user: String) throws -> String? {
    try conversation.read("SELECT passphrase FROM account WHERE userRecordName = \(user)")
      .one { try $0.nextOrNil() } ?? nil
  }

  func setPassphraseHash(_ text: String?, of user: String) throws {
    locks.require(.account(userRecordName: user))
    conversation.write("UPDATE account SET passphrase = \(text) WHERE userRecordName = \(user)")
  }

  func claimInvitations(of account: StoredAccount) throws {
    locks.require(.account(userRecordName: account.userRecordName))
    guard let address = account.emailAddress else { return }
    conversation.lock(.account, address.lowercased())
    _ = try conversation.read(
      """
      SELECT 1 FROM zone WHERE incarnation IN (
        SELECT zone FROM awaitedParticipant WHERE lower(address) = lower(\(address)))
      ORDER BY ownerName, zoneName FOR UPDATE
      """)
    // A user who is already in the share keeps the present row.
    conversation.write(
      """
      INSERT INTO participant
        (zone, root, userRecordName, participantID, position, role, permission, status)
      SELECT zone, root, \(account.userRecordName), participantID, position,
        \(Participant.Role.privateUser.rawValue), permission,
        \(Participant.AcceptanceStatus.pending.rawValue)
      FROM awaitedParticipant WHERE lower(address) = lower(\(address)) ON CONFLICT DO NOTHING
      """)
    conversation.write(
      "DELETE FROM awaitedParticipant WHERE lower(address) = lower(\(address))")
  }

  // MARK: Sessions

  private static let sessionColumns = """
    session.id, container, environment, session.userRecordName, isLongLived, deviceName, address,
    session.createdAt, lastUsedAt
    """

  func session(forTokenHash hash: [UInt8]) throws -> StoredSession? {
    try conversation.read(Self.readingSession(hash)).one { try StoredSession(&$0) }
  }

  /// Finds none for nil.
  static func readingSession(_ tokenHash: [UInt8]?) -> SQL {
    """
    SELECT \(sql: sessionColumns), webAuthToken.createdAt
    FROM webAuthToken JOIN session ON session.id = webAuthToken.session
      JOIN partition ON partition.id = session.partition
    WHERE webAuthToken.hash = \(tokenHash)
    """
  }

  func sessions(of user: String) throws -> [StoredSession] {
    try conversation.read(
      """
      SELECT \(sql: Self.sessionColumns), webAuthToken.createdAt
      FROM session JOIN partition ON partition.id = session.partition
        JOIN webAuthToken ON webAuthToken.session = session.id
      WHERE session.userRecordName = \(user)
      ORDER BY lastUsedAt DESC, session.createdAt DESC, session.id
      """
    ).read { try StoredSession(&$0) }
  }

  func insert(_ session: StoredSession, limit: Int) throws -> [String] {
    conversation.write(
      """
      INSERT INTO session
        (id, partition, userRecordName, isLongLived, createdAt, lastUsedAt, deviceName, address)
      VALUES (\(session.id), \(try id(of: session.partition)), \(session.userRecordName),
        \(session.isLongLived), \(session.createdAt), \(session.lastUsedAt),
        \(session.device.name), \(session.device.address))
      """)
    return try conversation.read(
      """
      DELETE FROM session WHERE id IN (
        SELECT id FROM session WHERE userRecordName = \(session.userRecordName)
        ORDER BY createdAt DESC OFFSET \(limit))
      RETURNING id
      """
    ).read { try $0.next() }
  }

  func noteUse(of session: String, at milliseconds: Int64, from address: String) throws {
    conversation.write(
      """
      UPDATE session SET lastUsedAt = \(milliseconds), address = \(address) WHERE id = \(session)
      """)
  }

  func deleteSession(_ id: String) throws {
    conversation.write("DELETE FROM session WHERE id = \(id)")
  }

  func deleteSessions(of user: String, at milliseconds: Int64) throws -> Int {
    let count = try conversation.read("DELETE FROM session WHERE userRecordName = \(user)").affected
    revokeCodes("userRecordName = \(user)", at: milliseconds)
    return count
  }

  func insertToken(hash: [UInt8], of session: String, milliseconds: Int64) throws {
    conversation.write(
      """
      INSERT INTO webAuthToken (hash, session, createdAt)
      VALUES (\(hash), \(session), \(milliseconds))
      """)
  }

  func takeToken(hash: [UInt8]) throws -> StoredSession? {
    try conversation.read(
      """
      WITH taken AS (DELETE FROM webAuthToken WHERE hash = \(hash) RETURNING session, createdAt)
      SELECT \(sql: Self.sessionColumns), taken.createdAt
      FROM taken JOIN session ON session.id = taken.session
        JOIN partition ON partition.id = session.partition
      """
    ).one { try StoredSession(&$0) }
  }

  // MARK: Codes

  func code(hash: [UInt8]) throws -> StoredCode? { try codes("hash = \(hash)").first }

  func code(id: String) throws -> StoredCode? { try codes("id = \(id)").first }

  func codes(of issuer: String?) throws -> [StoredCode] {
    guard let issuer else { return try codes("TRUE") }
    return try codes("issuer = \(issuer)")
  }

  func codes(reserving name: String) throws -> [StoredCode] {
    try codes("lower(name) = lower(\(name))")
  }

  func openInvitations(of issuer: String, at milliseconds: Int64) throws -> Int {
    try conversation.read(
      """
      SELECT count(*) FROM admissionCode
      WHERE issuer = \(issuer) AND kind = \(CodeKind.invitation.rawValue) AND uses > 0
        AND NOT isRevoked AND expiresAt > \(milliseconds)
      """
    ).one { try $0.next() } ?? 0
  }

  func lockCode(hash: [UInt8]) throws -> StoredCode? {
    conversation.lock(.code, Data(hash).base64EncodedString())
    let code = try code(hash: hash)
    if let code { locks.take(.code(id: code.id)) }
    return code
  }

  func insert(_ code: StoredCode) throws {
    conversation.write(
      """
      INSERT INTO admissionCode
        (id, hash, kind, name, userRecordName, issuer, createdAt, expiresAt, uses, lastUsedBy,
          isRevoked)
      VALUES (\(code.id), \(code.hash), \(code.kind.rawValue), \(code.name),
        \(code.userRecordName), \(code.issuer), \(code.createdAt), \(code.expiresAt),
        \(code.uses), \(code.lastUsedBy), \(code.isRevoked))
      """)
    locks.take(.code(id: code.id))
  }

  func update(_ code: StoredCode) throws {
    locks.require(.code(id: code.id))
    conversation.write(
      """
      UPDATE admissionCode SET uses = \(code.uses), lastUsedBy = \(code.lastUsedBy),
        expiresAt = \(code.expiresAt), isRevoked = \(code.isRevoked)
      WHERE id = \(code.id)
      """)
  }

  func revokeCodes(of user: String, at milliseconds: Int64) throws {
    revokeCodes("(userRecordName = \(user) OR issuer = \(user))", at: milliseconds)
  }

  private func revokeCodes(_ condition: SQL, at milliseconds: Int64) {
    conversation.write(
      """
      UPDATE admissionCode SET isRevoked = TRUE, expiresAt = least(expiresAt, \(milliseconds))
      WHERE \(condition)
      """)
  }

  func deleteCodes(expiredBefore milliseconds: Int64) throws {
    conversation.write("DELETE FROM admissionCode WHERE expiresAt < \(milliseconds)")
  }

  private func codes(_ condition: SQL) throws -> [StoredCode] {
    try conversation.read(
      """
      SELECT id, hash, kind, name, userRecordName, issuer, createdAt, expiresAt, uses, lastUsedBy,
        isRevoked
      FROM admissionCode WHERE \(condition) ORDER BY createdAt, id
      """
    ).read { try StoredCode(&$0) }
  }
}

extension StoredAccount {
  static let columns = """
    account.name, account.userRecordName, account.isServer, account.emailAddress,
    account.firstName, account.lastName, account.isDiscoverable, account.state, account.createdAt
    """

  init(_ row: inout Columns) throws {
    self.init(
      name: try row.next(), userRecordName: try row.next(), isServer: try row.next(),
      emailAddress: try row.nextOrNil(), firstName: try row.nextOrNil(),
      lastName: try row.nextOrNil(), isDiscoverable: try row.next(),
      // A state that cannot be read lets nobody in.
      state: AccountState(rawValue: try row.next()) ?? .disabled, createdAt: try row.next())
  }
}

extension StoredSession {
  init(_ row: inout Columns) throws {
    let id: String = try row.next()
    let partition = try Partition(&row)
    let user: String = try row.next()
    let isLongLived: Bool = try row.next()
    let device = SessionDevice(name: try row.next(), address: try row.next())
    let (createdAt, lastUsedAt): (Int64, Int64) = (try row.next(), try row.next())
    self.init(
      id: id, partition: partition, userRecordName: user, isLongLived: isLongLived,
      device: device, createdAt: createdAt, tokenCreatedAt: try row.next(), lastUsedAt: lastUsedAt)
  }
}

extension StoredCode {
  fileprivate init(_ row: inout Columns) throws {
    let id: String = try row.next()
    let hash: Data = try row.next()
    guard let kind = CodeKind(rawValue: try row.next()) else {
      throw StoreError.damaged(what: "a code has an unknown kind")
    }
    self.init(
      id: id, hash: Array(hash), kind: kind, name: try row.nextOrNil(),
      userRecordName: try row.nextOrNil(), issuer: try row.nextOrNil(),
      createdAt: try row.next(), expiresAt: try row.next(), uses: try row.next(),
      lastUsedBy: try row.nextOrNil(), isRevoked: try row.next())
  }
}
