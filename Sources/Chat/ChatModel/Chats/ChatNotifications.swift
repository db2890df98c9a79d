/// The messages of a chat for which a person wants notifications.
package enum ChatNotifications: String, Sendable, CaseIterable {
  case all
  /// Only messages that name this account behind an `@`.
  case mentions
  case none

  /// A value of a later version counts as `.all`.
  package init(stored: String) { self = Self(rawValue: stored) ?? .all }
}
