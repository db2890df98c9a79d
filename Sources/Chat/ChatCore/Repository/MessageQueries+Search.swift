import ChatModel
import ChatStore
import CloudModel
import Foundation
import GRDB
import SQLiteSupport

/// Finding messages while a person types.
extension MessageQueries {
  /// Of more matches of the words, only those that arrived last are looked at, so that the cost is bounded.
  static let searchCandidates = 2_000

  /// The messages that fit, newest first; those of a blocked person only where the search asks for that sender.
  ///
  /// If more than `searchCandidates` messages have the words, only those of them that arrived last can be
  /// found, unless the other conditions leave too few.
  func search(_ search: MessageSearch, limit: Int) throws -> [FoundMessage] {
    guard !search.isEmpty else { return [] }
    let words = SoughtWords(search.words)
    if words.isNothing, !search.words.allSatisfy(\.isWhitespace) { return [] }
    let candidates = try words.candidates(db, limit: Self.searchCandidates)
    let found = try self.search(search, candidates, limit: limit)
    guard found.count < limit, let candidates, !candidates.areAll else { return found }
    return try self.search(search, words.candidates(db, limit: .max), limit: limit)
  }

  /// The number of messages that fit, counted up to a limit; with many matches of the words as `search` finds them.
  func count(_ search: MessageSearch, limit: Int) throws -> Int {
    guard !search.isEmpty else { return 0 }
    let words = SoughtWords(search.words)
    if words.isNothing, !search.words.allSatisfy(\.isWhitespace) { return 0 }
    func count(_ candidates: Candidates?) throws -> Int {
      let (condition, arguments) = conditions(of: search, candidates)
      return try Int.fetchOne(
        db,
        sql: "SELECT count(*) FROM (SELECT 1 FROM message WHERE \(condition) LIMIT ?)",
        arguments: StatementArguments(arguments + [limit])) ?? 0
    }
    let candidates = try words.candidates(db, limit: Self.searchCandidates)
    let found = try count(candidates)
    guard found < limit, let candidates, !candidates.areAll else { return found }
    return try count(words.candidates(db, limit: .max))
  }

  /// The words of a search, for the index and for a look at the texts.
  struct SoughtWords {
    private let pattern: String?
    private let words: SearchedWords

    init(_ words: String) {
      pattern = SearchableText.pattern(words)
      self.words = SearchedWords(words)
    }

    /// Whether the search has nothing to look for.
    var isNothing: Bool { pattern == nil && words.literal.isEmpty }

    /// The newest messages that have the words, at most `limit`; nil if there is nothing to look for.
    func candidates(_ db: Database, limit: Int) throws -> Candidates? {
      if !words.literal.isEmpty {
        let found = try SearchIndex.literal(db, words, pattern, limit: limit)
        return Candidates(
          condition: "message.id IN (SELECT value FROM json_each(?))",
          arguments: [found.jsonText()], areAll: found.count < limit)
      }
      return pattern.map { pattern in
        Candidates(
          condition: """
            message.id IN (SELECT rowid FROM messageText WHERE messageText MATCH ?
              ORDER BY rowid DESC LIMIT ?)
            """, arguments: [pattern, limit], areAll: false)
      }
    }
  }

  /// Messages that have the words of a search.
  struct Candidates {
    var condition: String
    var arguments: [any DatabaseValueConvertible]
    /// Whether it is certain that no other message has the words.
    var areAll: Bool
  }

  private func search(
    _ search: MessageSearch, _ candidates: Candidates?, limit: Int
  ) throws -> [FoundMessage] {
    let (condition, arguments) = conditions(of: search, candidates)
    // Without words, the order of arrival ends the search at the limit; it is nearly that of time.
    let order =
      candidates == nil ? "message.id DESC" : "message.timestamp DESC, message.recordName DESC"
    let found = try read(
      "WHERE \(condition) ORDER BY \(order) LIMIT ?",
      StatementArguments(arguments + [limit]))
    return found.map { FoundMessage(chat: $0.chatID, message: $0.message) }
      .sorted { $0.message.cursor > $1.message.cursor }
  }

  private func conditions(
    of search: MessageSearch, _ candidates: Candidates?
  ) -> (condition: String, arguments: [any DatabaseValueConvertible]) {
    var conditions = ["message.deletedAt IS NULL"]
    var arguments: [any DatabaseValueConvertible] = []
    if let candidates {
      conditions.append(candidates.condition)
      arguments += candidates.arguments
    }
    if let chats = search.chats {
      conditions.append("message.chatID IN (SELECT value FROM json_each(?))")
      arguments.append("[\(chats.map { "\($0.rawValue)" }.joined(separator: ","))]")
    }
    if let sender = search.sender {
      let isMe = ["me", account.name.lowercased()].contains(sender.lowercased())
      conditions.append(
        isMe
          ? "message.senderID = ?"
          : """
          EXISTS (SELECT 1 FROM member WHERE userRecordName = message.senderID
            AND substr(name, 1, length(?)) = ? COLLATE NOCASE)
          """)
      arguments += isMe ? [account.userRecordName] : [sender, sender]
    }
    // Whoever asks for the person gets what they have written.
    if search.sender == nil { conditions.append(StoredBlockedPerson.isNot("message.senderID")) }
    if search.hasFile { conditions.append("message.fileName IS NOT NULL") }
    if search.hasLink {
      conditions.append("instr(message.text, '://') AND hasLink(message.text)")
    }
    if search.mentionsMe {
      conditions.append(
        "message.senderID <> ? AND instr(message.text, '@') AND mentions(message.text, ?)")
      arguments += [account.userRecordName, account.name]
    }
    if let before = search.before {
      conditions.append("message.timestamp < ?")
      arguments.append(before.millisecondsSince1970)
    }
    if let after = search.after {
      conditions.append("message.timestamp >= ?")
      arguments.append(after.millisecondsSince1970)
    }
    return (conditions.joined(separator: " AND "), arguments)
  }
}
