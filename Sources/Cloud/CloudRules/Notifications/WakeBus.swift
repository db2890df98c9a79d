/// Tells the servers of one store that users have news, so that each looks into the feeds of those whose polls it
/// holds.
///
/// A wake only makes a look sooner, which each server takes from time to time anyway. So it may be lost, late or
/// doubled, and it never holds a change itself.
package protocol WakeBus: Sendable {
  /// Tells the other servers, after the commit of the changes; it neither waits nor fails.
  func tell(_ users: Set<UserKey>)
  /// Begins to hear the other servers; to be called once.
  ///
  /// `hear` is called by one thread, and must not wait.
  func listen(_ hear: @escaping @Sendable (Wake) -> Void) throws
  /// Ends hearing and telling.
  func close()
}

/// What a server hears from the others.
package enum Wake: Sendable, Equatable {
  /// These users may have news.
  case users(Set<UserKey>)
  /// Anybody may have news: something may not have been heard.
  case everyone
  /// Nothing is heard until the next `.everyone`.
  case deaf
}

/// A user in a wake: a number from the user record name, which two users may share.
package struct UserKey: Hashable, Sendable {
  package var number: UInt64

  package init(number: UInt64) { self.number = number }

  package init(_ userRecordName: String) { number = shortHash(of: userRecordName) }
}
