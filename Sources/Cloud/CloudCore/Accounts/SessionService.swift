package import CloudModel
package import CloudRules
import Foundation

/// The sessions of signed-in users; of their web auth tokens only the SHA-256 is kept.
///
/// A session belongs to one partition. If the environment rotates tokens strictly, every use of a
/// token ends it and makes another; else a session has one token, which does not expire.
///
/// Source: CloudKit Web Services Reference, Accessing CloudKit Using an API Token.
package struct SessionService: Sendable {
  /// The lifetime of a token in an environment that rotates tokens, in milliseconds.
  static let shortLife: Int64 = 30 * 60 * 1000
  static let longLife: Int64 = 14 * 24 * 60 * 60 * 1000

  /// A request's user, and the token for the next request.
  package struct Admission: Sendable, Equatable {
    package var userRecordName: String
    package var nextToken: String
  }

  let store: any CloudStore
  let surroundings: Surroundings

  package init(store: any CloudStore, surroundings: Surroundings) {
    self.store = store
    self.surroundings = surroundings
  }

  /// Signs the user in to the partition; returns the web auth token, 256 random bits in base64.
  ///
  /// Throws `.notAuthenticated` if the account has got another passphrase since it was proven.
  package func open(
    for proven: ProvenAccount, in partition: Partition, isLongLived: Bool
  ) throws(CloudError) -> String {
    let user = proven.account.userRecordName
    let token = newToken()
    let now = surroundings.now().millisecondsSince1970
    let session = StoredSession(
      id: surroundings.randomHex(byteCount: 16), partition: partition, userRecordName: user,
      isLongLived: isLongLived, tokenCreatedAt: now)
    try store.writingRegistry { registry in
      // Locked, so that no new passphrase comes between the check and the session.
      _ = try registry.lockAccount(userRecordName: user)
      try proven.requireCurrent(in: registry)
      try registry.insert(session, limit: CloudLimits.sessionsPerUser)
      try registry.insertToken(hash: TokenHash.of(token), of: session.id, milliseconds: now)
    }
    return token
  }

  /// The user of the token in `partition`, and the token for the next request; nil if the token is
  /// unknown, of another partition, or expired.
  ///
  /// `session` is what the registry has for the token.
  package func admit(
    _ token: String, of session: StoredSession?, to partition: StoredPartition
  ) throws(CloudError) -> Admission? {
    guard let session, session.partition == partition.partition else { return nil }
    guard partition.settings.environment.tokenRotation == .strict else {
      return Admission(userRecordName: session.userRecordName, nextToken: token)
    }
    return try rotate(TokenHash.of(token), at: surroundings.now().millisecondsSince1970)
  }

  /// Whether the session of the token still exists.
  package func isOpen(_ token: String) throws(CloudError) -> Bool {
    try store.readingRegistry { try $0.session(forTokenHash: TokenHash.of(token)) != nil }
  }

  /// Ends the session of the token; does nothing if the token is unknown.
  package func close(_ token: String) throws(CloudError) {
    try store.writingRegistry { registry in
      guard let session = try registry.session(forTokenHash: TokenHash.of(token)) else { return }
      try registry.deleteSession(session.id)
    }
  }

  /// Of two requests with the same token one wins: the one that removes the token.
  private func rotate(_ hash: [UInt8], at now: Int64) throws(CloudError) -> Admission? {
    let next = newToken()
    return try store.writingRegistry { registry in
      guard let session = try registry.takeToken(hash: hash) else { return nil }
      let life = session.isLongLived ? Self.longLife : Self.shortLife
      // A clock that went back by less than the life lets the token live that much longer; one that went back
      // further ends the session.
      guard abs(now - session.tokenCreatedAt) <= life else {
        try registry.deleteSession(session.id)
        return nil
      }
      try registry.insertToken(hash: TokenHash.of(next), of: session.id, milliseconds: now)
      return Admission(userRecordName: session.userRecordName, nextToken: next)
    }
  }

  private func newToken() -> String {
    Data(surroundings.randomBytes(32)).base64EncodedString()
  }
}
