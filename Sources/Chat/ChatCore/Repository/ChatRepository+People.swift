package import ChatModel
import ChatStore
import GRDB

/// The people whom an account has met in its chats.
extension ChatRepository {
  /// Everyone else who is or was in a chat, those of the newest chats first; again after every change.
  package func acquaintances() -> AsyncThrowingStream<[Acquaintance], any Error> {
    replica.observe(.member, .chat) { [account] db in
      try Self.acquaintances(db, account: account)
    }
  }

  /// Everyone else who is or was in a chat, those of the newest chats first, as of now.
  package func currentAcquaintances() async throws(ChatError) -> [Acquaintance] {
    try await replica.read { [account] db in try Self.acquaintances(db, account: account) }
  }

  private static func acquaintances(
    _ db: Database, account: Account
  ) throws -> [Acquaintance] {
    var names = DisplayNames(db: db, account: account)
    var places: [String: Int] = [:]
    var people: [Acquaintance] = []
    // The place of each person's chat of two among all such chats.
    var ranks: [String: Int64] = [:]
    let rows = try Row.fetchCursor(
      db.cachedStatement(
        sql: """
          SELECT chatID, userRecordName, member.name, displayName,
            member.status <> 'REMOVED' AS isThere,
            iif(member.status <> 'REMOVED' AND \(StoredMember.isOfTwo),
              row_number() OVER (ORDER BY \(StoredMember.orderOfTwo)), NULL) AS placeOfTwo
          FROM member JOIN chat ON chat.id = chatID
          WHERE isChat AND userRecordName IS NOT NULL AND userRecordName <> ? AND member.name <> ''
          ORDER BY lastMessageAt DESC, chatID, member.name
          """),
      arguments: [account.userRecordName])
    while let row = try rows.next(), people.count < Acquaintance.limit {
      let user: String = row["userRecordName"]
      let place = places[user] ?? people.count
      if place == people.count {
        places[user] = place
        people.append(
          Acquaintance(
            person: Person(
              account: PersonName.account(row["name"], of: user, reader: account),
              displayName: try names.shown(row["displayName"], of: user))))
      }
      let chat = ChatID(rawValue: row["chatID"])
      if row["isThere"] { people[place].chats.append(chat) }
      let rank: Int64? = row["placeOfTwo"]
      if let rank, rank < ranks[user] ?? .max {
        ranks[user] = rank
        people[place].directChat = chat
      }
    }
    return people
  }
}
