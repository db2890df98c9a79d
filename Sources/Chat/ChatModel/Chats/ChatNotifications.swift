/// The messages of a chat for which a person wants notifications.
package enum ChatNotifications: String, Sendable, CaseIterable {
  case all
  /// Only messages that name this account behind an `@`.
  case mentions
  case none

  /// The stored word of a chat for which nothing is chosen, or nothing any more.
  package static let unchosen = "default"

  /// A choice as it is stored; nil for `unchosen`, and for a word of a later version.
  package init?(stored: String) { self.init(rawValue: stored) }
}
