/// Somebody who is or was in a chat of the account.
package struct Acquaintance: Sendable, Equatable {
  package var person: Person
  /// The chat of just the two, the newest of several; nil if there is none.
  package var directChat: ChatID?

  package init(person: Person, directChat: ChatID? = nil) {
    self.person = person
    self.directChat = directChat
  }

  /// The most people that are read.
  package static let limit = 2_000
}
