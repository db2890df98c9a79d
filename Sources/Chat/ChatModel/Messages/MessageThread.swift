/// A message, the messages that answer it, and those that answer them.
package struct MessageThread: Sendable, Equatable {
  /// The answers that are read at first, and with every step back.
  package static let pageSize = 100
  /// Of more answers, about the newest count; and a chain of more answers is not followed to its beginning.
  package static let countLimit = 1000

  /// The record name of the message with which it begins.
  package var rootName: String
  /// Nil if that message is not on this device: it is deleted, or still to be fetched.
  package var root: Message?
  /// The newest answers, oldest first; none that was taken back or is of a blocked person.
  package var answers: [Message]
  /// All answers, counted up to `countLimit`.
  package var answerCount: Int

  package init(rootName: String, root: Message?, answers: [Message], answerCount: Int) {
    self.rootName = rootName
    self.root = root
    self.answers = answers
    self.answerCount = answerCount
  }
}
