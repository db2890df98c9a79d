/// Who has read a message, and who has not, as far as their devices have told; names of accounts.
package struct MessageReaders: Sendable, Equatable {
  package var read: [String]
  package var unread: [String]

  package init(read: [String] = [], unread: [String] = []) {
    self.read = read
    self.unread = unread
  }
}
