/// What an administrator has done, in the word of the command that does it.
package enum AdministrationAction: String, Sendable, CaseIterable {
  /// Signed in to an account without its passphrase and without a code.
  case signIn = "sign-in"
  /// Made a code with which somebody sets a new passphrase.
  case reset
  /// Set, by a plan, the passphrase of an account that there was already.
  case passphrase
  case disable
  case enable
  case endSessions = "end-sessions"
  case closeLinks = "close-links"
  case delete
  case reveal
}

/// One line of the log of what administrators did.
package struct AdministrationEntry: Codable, Sendable, Equatable {
  /// Grows from entry to entry.
  package var id: Int64
  /// Milliseconds since 1970.
  package var at: Int64
  /// An `AdministrationAction`; another word if a newer cloud has written it.
  package var action: String
  /// What was changed or revealed: the name of an account, or the place of a record.
  package var subject: String

  package init(id: Int64, at: Int64, action: String, subject: String) {
    self.id = id
    self.at = at
    self.action = action
    self.subject = subject
  }
}
