/// The messages of a chat of which a person wants to be told.
package enum ChatNotifications: String, Sendable, CaseIterable {
  case all
  /// Only messages that name this account behind an `@`.
  case mentions
  case none

  /// A value of a later version counts as `.all`.
  package init(stored: String) { self = Self(rawValue: stored) ?? .all }
}
