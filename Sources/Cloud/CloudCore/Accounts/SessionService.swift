package import CloudModel
package import CloudRules
package import CloudWire
package import Foundation

/// The sessions of signed-in users; of their web auth tokens only the SHA-256 is kept.
///
/// 1. A session belongs to one partition. If the environment rotates tokens strictly, every use of a token ends it and
///    makes another, unless the disk is full; else a session has one token, which does not expire.
/// 2. The use of a session is noted at most once an hour. An administrator can let sessions end that are not used:
///    `CloudLimitSettings.sessionIdleSeconds`.
/// 3. Whatever a session has open outside of the store is closed after the transaction that has ended it.
///
/// Source: CloudKit Web Services Reference, Accessing CloudKit Using an API Token.
package struct SessionService: Sendable {
  /// The lifetime of a token in an environment that rotates tokens, in milliseconds.
  static let shortLife: Int64 = 30 * 60 * 1000
  static let longLife: Int64 = 14 * 24 * 60 * 60 * 1000

  /// A request's user, and the token for the next request.
  package struct Admission: Sendable, Equatable {
    package var userRecordName: String
    package var session: String
    package var nextToken: String
  }

  let store: any CloudStore
  let surroundings: Surroundings
  private let conditions: any RequestConditions
  private let clock = SessionClock()
  /// Closes what ended sessions have open outside of the store.
  private let whenEnded: @Sendable (EndedSessions) -> Void

  /// Without `conditions` no session ends for lack of use.
  package init(
    store: any CloudStore, surroundings: Surroundings,
    conditions: any RequestConditions = UnrestrictedConditions(),
    whenEnded: @escaping @Sendable (EndedSessions) -> Void = { _ in }
  ) {
    self.store = store
    self.surroundings = surroundings
    self.conditions = conditions
    self.whenEnded = whenEnded
  }

  /// Compares the clock with the time that the store has noted last.
  ///
  /// Returns that time if one of the two seems to be wrong, which an administrator should know.
  package func resumeClock() throws(CloudError) -> Date? {
    guard let last = try store.readingRegistry({ try $0.lastSeenTime() }) else { return nil }
    let now = now
    clock.resume(at: last)
    // That a cloud was not used for a week matters only where sessions end for that.
    guard clock.look(at: now), conditions.limits.sessionIdleSeconds > 0 || now < last else {
      return nil
    }
    return Date(millisecondsSince1970: last)
  }

  /// Signs the user in to the partition; returns the web auth token, 256 random bits in base64.
  ///
  /// Throws `.notAuthenticated` if the account has got another passphrase since it was proven.
  package func open(
    for proven: ProvenAccount, in partition: Partition, isLongLived: Bool,
    device: SessionDevice = .unknown
  ) throws(CloudError) -> String {
    let user = proven.account.userRecordName
    let token = newToken()
    let now = now
    _ = clock.look(at: now)
    let session = StoredSession(
      id: surroundings.randomHex(byteCount: 16), partition: partition, userRecordName: user,
      isLongLived: isLongLived, device: device, createdAt: now, tokenCreatedAt: now,
      lastUsedAt: now)
    let ended = try store.writingRegistry { registry in
      // Locked, so that no new passphrase comes between the check and the session.
      _ = try registry.lockAccount(userRecordName: user)
      try proven.requireCurrent(in: registry)
      let ended = try registry.insert(session, limit: CloudLimits.sessionsPerUser)
      try registry.insertToken(hash: TokenHash.of(token), of: session.id, milliseconds: now)
      try registry.noteTime(now)
      return ended
    }
    if !ended.isEmpty { whenEnded(EndedSessions(of: user, .these(Set(ended)))) }
    return token
  }

  /// The user of the token in `partition`, and the token for the next request; nil if the token is unknown or of
  /// another partition, or has expired, also by lack of use.
  ///
  /// `session` is what the registry has for the token, and `address` where the request comes from.
  package func admit(
    _ token: String, of session: StoredSession?, to partition: StoredPartition,
    from address: String
  ) throws(CloudError) -> Admission? {
    guard let session, session.partition == partition.partition else { return nil }
    let now = now
    let isInDoubt = clock.look(at: now)
    guard !isIdle(session, at: now, isInDoubt: isInDoubt) else {
      _ = try end(session.id, of: session.userRecordName)
      return nil
    }
    if session.isUseToNote(at: now, isInDoubt: isInDoubt) {
      // A disk that is full keeps nobody from reading; the next request notes the use.
      try? note(session.id, at: now, from: address)
    }
    guard partition.settings.environment.tokenRotation == .strict else {
      return Admission(
        userRecordName: session.userRecordName, session: session.id, nextToken: token)
    }
    do throws(CloudError) {
      return try rotate(TokenHash.of(token), at: now)
    } catch {
      guard error == .diskFull else { throw error }
      return try admitUnrotated(token, at: now)
    }
  }

  /// Notes that the user's session is used now, by a request that has shown no token.
  package func noteUse(of id: String, of user: String, from address: String) {
    let now = now
    let isInDoubt = clock.look(at: now)
    // As above, the next one notes it.
    try? store.writingRegistry { registry in
      let session = try registry.sessions(of: user).first { $0.id == id }
      guard let session, session.isUseToNote(at: now, isInDoubt: isInDoubt) else { return }
      try registry.noteUse(of: id, at: now, from: address)
      try registry.noteTime(now)
    }
  }

  /// The user's sessions, those first that were used last; `current` is the one of the request.
  package func list(of user: String, current: String?) throws(CloudError) -> [SessionEntry] {
    let now = now
    let isInDoubt = clock.look(at: now)
    let (sessions, strict) = try store.readingRegistry { registry in
      let strict = try registry.partitions().filter {
        $0.settings.environment.tokenRotation == .strict
      }
      return (try registry.sessions(of: user), Set(strict.map(\.partition)))
    }
    return sessions.filter { session in
      !isIdle(session, at: now, isInDoubt: isInDoubt)
        && !(strict.contains(session.partition) && session.isOver(at: now))
    }.map { session in
      SessionEntry(
        id: session.id, deviceName: session.device.name, address: session.device.address,
        createdAt: session.createdAt, lastUsedAt: session.lastUsedAt,
        isCurrent: session.id == current)
    }
  }

  /// Whether the user's session is there.
  package func isOpen(_ id: String, of user: String) throws(CloudError) -> Bool {
    try store.readingRegistry { try $0.sessions(of: user).contains { $0.id == id } }
  }

  /// Ends one of the user's sessions; returns whether there was one.
  package func end(_ id: String, of user: String) throws(CloudError) -> Bool {
    let isThere = try store.writingRegistry { registry in
      guard try registry.sessions(of: user).contains(where: { $0.id == id }) else { return false }
      try registry.deleteSession(id)
      return true
    }
    if isThere { whenEnded(EndedSessions(of: user, .these([id]))) }
    return isThere
  }

  /// Ends all sessions of the user but one, also those of the console; returns how many there were, without those.
  package func endOthers(than kept: String, of user: String) throws(CloudError) -> Int {
    let count = try store.writingRegistry { registry in
      let others = try registry.sessions(of: user).filter { $0.id != kept }
      for session in others { try registry.deleteSession(session.id) }
      return others.count
    }
    whenEnded(EndedSessions(of: user, .others(than: kept)))
    return count
  }

  /// Closes what the user's sessions have left open, also in the console, after a transaction that has ended all of
  /// them.
  package func closeAll(of user: String) { whenEnded(EndedSessions(of: user, .all)) }

  /// Of two requests with the same token one wins: the one that removes the token.
  private func rotate(_ hash: [UInt8], at now: Int64) throws(CloudError) -> Admission? {
    let next = newToken()
    return try store.writingRegistry { registry in
      guard let session = try registry.takeToken(hash: hash) else { return nil }
      guard !session.isOver(at: now) else {
        try registry.deleteSession(session.id)
        return nil
      }
      try registry.insertToken(hash: TokenHash.of(next), of: session.id, milliseconds: now)
      return Admission(
        userRecordName: session.userRecordName, session: session.id, nextToken: next)
    }
  }

  /// Lets a token in on a full disk, where its successor cannot be written, so that people can still read.
  ///
  /// Nothing was committed, so the token is as it was: it lives no longer for this use, and the next one with room ends
  /// it. Until then it can be used again, also by somebody who has seen it; but nothing can be written, and what it
  /// reads its holder could read before. A request with the same token that was faster has ended it.
  private func admitUnrotated(_ token: String, at now: Int64) throws(CloudError) -> Admission? {
    let session = try store.readingRegistry {
      try $0.session(forTokenHash: TokenHash.of(token))
    }
    guard let session, !session.isOver(at: now) else { return nil }
    return Admission(
      userRecordName: session.userRecordName, session: session.id, nextToken: token)
  }

  private func note(_ id: String, at now: Int64, from address: String) throws(CloudError) {
    try store.writingRegistry { registry in
      try registry.noteUse(of: id, at: now, from: address)
      try registry.noteTime(now)
    }
  }

  /// Whether the session was not used for as long as ends it.
  private func isIdle(_ session: StoredSession, at now: Int64, isInDoubt: Bool) -> Bool {
    let idle = conditions.limits.sessionIdleSeconds
    return idle > 0 && !isInDoubt && now - session.lastUsedAt > idle * 1000
  }

  private var now: Int64 { surroundings.now().millisecondsSince1970 }

  private func newToken() -> String {
    Data(surroundings.randomBytes(32)).base64EncodedString()
  }
}

extension StoredSession {
  /// Our choice: people learn the day of the last use, and few requests write.
  static let useNotedSeconds: Int64 = 3600

  /// Whether a use now is to be noted; a clock that may be wrong makes no use seem older.
  fileprivate func isUseToNote(at now: Int64, isInDoubt: Bool) -> Bool {
    let later = now - lastUsedAt
    let most = Self.useNotedSeconds * 1000
    return later >= most || (later <= -most && !isInDoubt)
  }

  /// Whether the token has expired, where tokens rotate.
  ///
  /// A clock that went back by less than the life lets the token live that much longer; one that went back further ends
  /// the session.
  fileprivate func isOver(at now: Int64) -> Bool {
    abs(now - tokenCreatedAt) > (isLongLived ? SessionService.longLife : SessionService.shortLife)
  }
}
