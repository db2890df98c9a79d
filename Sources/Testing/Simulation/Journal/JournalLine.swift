package import ChatModel

/// One entry of a device's own journal, about a chat.
package struct JournalLine: Sendable, Equatable {
  /// The device's own number for the chat.
  package var chat: Int64
  package var record: String?
  package var kind: JournalEntry.Kind

  var line: String { "\(chat) \(record ?? "-") \(kind.rawValue)" }
}
