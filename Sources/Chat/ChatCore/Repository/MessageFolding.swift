import ChatModel
import ChatStore
import CloudModel
import Foundation
import GRDB
import SQLiteSupport

/// Messages of blocked people that follow one another: the first of them stands for all of them.
///
/// A page then has as many rows to read as one without blocked people, however much these have written.
struct MessageFolding {
  private let people: BlockedPeople
  /// The parts of the chat that the reader has unfolded.
  private let unfolded: [ClosedRange<MessageCursor>]

  /// Nothing is folded where nobody is blocked: the statements are then those without this condition.
  init?(_ people: BlockedPeople, unfolded: [ClosedRange<MessageCursor>]) {
    guard !people.isEmpty else { return nil }
    self.people = people
    self.unfolded = unfolded
  }

  /// A condition on `message` that leaves out what is folded behind the message before; takes `arguments`.
  ///
  /// Only for the messages of blocked people the one before is looked up, by one step into the index.
  static let condition = """
    AND (NOT \(isFolded("message")) OR NOT coalesce((
      SELECT \(isFolded("previous")) FROM message AS previous
      WHERE previous.chatID = message.chatID
        AND (previous.timestamp, previous.recordName) < (message.timestamp, message.recordName)
      ORDER BY previous.timestamp DESC, previous.recordName DESC LIMIT 1), 0))
    """

  private static func isFolded(_ message: String) -> String {
    """
    (\(StoredBlockedPerson.isOne("\(message).senderID")) AND NOT EXISTS (
      SELECT 1 FROM json_each(?) AS part
      WHERE (\(message).timestamp, \(message).recordName)
          >= (json_extract(part.value, '$[0]'), json_extract(part.value, '$[1]'))
        AND (\(message).timestamp, \(message).recordName)
          <= (json_extract(part.value, '$[2]'), json_extract(part.value, '$[3]'))))
    """
  }

  /// The values of `condition`, in its order.
  var arguments: [any DatabaseValueConvertible] {
    let parts = unfolded.map { part in
      let (first, last) = (part.lowerBound, part.upperBound)
      return "[\(first.timestamp.millisecondsSince1970),\(Self.quoted(first.recordName)),"
        + "\(last.timestamp.millisecondsSince1970),\(Self.quoted(last.recordName))]"
    }
    let json = "[\(parts.joined(separator: ","))]"
    return [json, json]
  }

  private static func quoted(_ text: String) -> String {
    String([text].jsonText().dropFirst().dropLast())
  }

  private func isFolded(_ sender: String, at cursor: MessageCursor) -> Bool {
    people.has(sender) && !unfolded.contains { $0.contains(cursor) }
  }

  /// Notes on the messages that stand for several how many these are, and whose.
  ///
  /// Reads what `condition` has left out, and of it only who, when and the name.
  func counting(
    _ messages: [Message], in chatID: ChatID, _ db: Database
  ) throws -> [Message] {
    let standing = messages.indices.filter {
      isFolded(messages[$0].senderID, at: messages[$0].cursor)
    }
    guard let first = standing.first.map({ messages[$0].cursor }) else { return messages }
    var places = standing[...]
    var counted = messages
    var place: Int?
    let rows = try Row.fetchCursor(
      db.cachedStatement(
        sql: """
          SELECT senderID, timestamp, recordName FROM message
          WHERE chatID = ? AND (timestamp, recordName) >= (?, ?) ORDER BY timestamp, recordName
          """),
      arguments: [chatID.rawValue, first.timestamp.millisecondsSince1970, first.recordName])
    while let row = try rows.next() {
      let sender: String = row[0]
      let cursor = MessageCursor(
        timestamp: Date(millisecondsSince1970: row[1]), recordName: row[2])
      guard isFolded(sender, at: cursor) else {
        if places.isEmpty { break }
        place = nil
        continue
      }
      if let next = places.first, counted[next].cursor == cursor {
        place = next
        places.removeFirst()
      }
      guard let place, let name = people.names[sender] else { continue }
      counted[place].fold.note(name, at: cursor)
    }
    return counted
  }
}

extension Message.Fold? {
  /// Takes in a message that is folded.
  fileprivate mutating func note(_ sender: String, at cursor: MessageCursor) {
    var fold = self ?? Message.Fold(senders: [], count: 0, last: cursor)
    fold.count += 1
    fold.last = cursor
    if !fold.senders.contains(sender) { fold.senders.append(sender) }
    self = fold
  }
}
