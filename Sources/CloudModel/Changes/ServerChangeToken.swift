/// An opaque bookmark in a feed of changes.
///
/// Tokens of a database and of a zone are different kinds; a reader keeps each where it came from.
/// No token means from the beginning; a token may be used any number of times.
package struct ServerChangeToken: Sendable, Hashable {
  package var rawValue: String

  package init(rawValue: String) { self.rawValue = rawValue }
}
