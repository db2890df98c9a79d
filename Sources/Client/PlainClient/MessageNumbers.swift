import ChatCore
import ChatModel

/// The numbers of messages that were said; a number always means the same message.
struct MessageNumbers {
  struct Entry {
    var chat: ChatID
    /// As it was said last.
    var message: Message
  }

  private var numbers: [MessageID: Int] = [:]
  private var entries: [Entry] = []

  /// The number of a message; a new one if it has none.
  mutating func note(_ message: Message, in chat: ChatID) -> Int {
    if let number = numbers[message.id] {
      entries[number - 1].message = message
      return number
    }
    entries.append(Entry(chat: chat, message: message))
    numbers[message.id] = entries.count
    return entries.count
  }

  func number(of message: MessageID) -> Int? { numbers[message] }

  subscript(number: Int) -> Entry? {
    entries.indices.contains(number - 1) ? entries[number - 1] : nil
  }

  /// The newest message of a chat that fits, of those that were said.
  func newest(in chat: ChatID, where fits: (Message) -> Bool) -> Int? {
    entries.indices.filter { entries[$0].chat == chat && fits(entries[$0].message) }
      .max { entries[$0].message.cursor < entries[$1].message.cursor }.map { $0 + 1 }
  }
}
