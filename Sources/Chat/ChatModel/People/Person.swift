/// Somebody by the name of their account.
package struct Person: Sendable, Hashable {
  /// The account's name, unique in its cloud.
  package var account: String
  /// The name that the person has chosen; nil if it could be mistaken for another account's name.
  package var displayName: String?

  package init(account: String, displayName: String? = nil) {
    self.account = account
    self.displayName = displayName
  }
}
