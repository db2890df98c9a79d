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

/// Somebody who is or was in a chat of the account.
package struct Acquaintance: Sendable, Equatable {
  package var person: Person
  /// The chat of just the two; of several one without a title, then the oldest; nil if there is none.
  package var directChat: ChatID?
  /// The chats in which the person is, or to which they are invited.
  package var chats: [ChatID]

  package init(person: Person, directChat: ChatID? = nil, chats: [ChatID] = []) {
    self.person = person
    self.directChat = directChat
    self.chats = chats
  }

  /// The most people that are read.
  package static let limit = 2_000
}
