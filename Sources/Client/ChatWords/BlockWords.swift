package import ChatModel

/// Blocked people, and what they have written, in words.
package enum BlockWords {
  /// Messages that are folded: `1 message of bob, whom you have blocked`.
  package static func line(_ fold: Message.Fold) -> String {
    let messages = fold.count == 1 ? "1 message" : "\(fold.count) messages"
    let people =
      switch fold.senders.count {
      case ...2: "\(fold.senders.joined(separator: " and ")), whom you have blocked"
      case let count: "\(count) people whom you have blocked"
      }
    return "\(messages) of \(people)"
  }

  /// A message of somebody who is blocked, where others would be shown: `a message of bob, whom you have blocked`.
  package static func message(of sender: String) -> String {
    "a message of \(sender), whom you have blocked"
  }

  /// What was done, as sentences.
  ///
  /// - Parameters:
  ///   - name: the name of the person's account.
  ///   - isBlocked: whether the person is blocked now.
  ///   - command: the way to write a command here, for example with a slash before it.
  /// - Returns: what is so now, and how a block is taken back.
  package static func done(
    _ name: String, isBlocked: Bool, command: (String) -> String
  ) -> String {
    guard isBlocked else { return "\(name) is not blocked any more." }
    return "\(name) is blocked on all your devices, and is not told. "
      + "\(command("\(ChatVerb.unblock.name) \(name)")) takes it back."
  }
}
