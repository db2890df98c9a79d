/// Chats that were marked as read, in words.
package enum ReadingWords {
  /// - Parameter names: the chats that had unread messages, each as a sentence names it.
  /// - Returns: one sentence.
  package static func markedRead(_ names: [String]) -> String {
    switch names.count {
    case 0: "Nothing is unread."
    case 1: "\(names[0]) is marked as read."
    case let count: "\(count) chats are marked as read."
    }
  }
}
