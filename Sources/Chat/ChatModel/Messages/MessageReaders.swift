/// The accounts that have read a message and those that have not, by name, as far as their devices have reported.
package struct MessageReaders: Sendable, Equatable {
  package var read: [String]
  package var unread: [String]

  package init(read: [String] = [], unread: [String] = []) {
    self.read = read
    self.unread = unread
  }
}
