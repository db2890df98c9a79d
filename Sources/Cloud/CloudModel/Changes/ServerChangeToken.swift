/// An opaque bookmark in a feed of changes.
///
/// Tokens of a database and of a zone are different kinds; a reader uses each only where it came
/// from. Without a token, reading starts at the beginning. A token may be used any number of times.
/// The cloud alone knows what is in one: `SyncToken`, in CloudRules.
package struct ServerChangeToken: Sendable, Hashable {
  package var rawValue: String

  package init(rawValue: String) { self.rawValue = rawValue }
}
