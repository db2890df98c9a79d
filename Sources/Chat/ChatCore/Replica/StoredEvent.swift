import ChatModel
import ChatStore
import CloudModel
import Foundation
import GRDB

/// Rows of `chatEvent`.
enum StoredEvent {
  /// Adds events; one that is there already, by its time and contents, is not added again.
  static func insert(
    _ db: Database, _ changes: [ShareDifference.Change], at time: Int64, chatID: Int64
  ) throws {
    for change in changes {
      try db.cachedStatement(
        sql: """
          INSERT OR IGNORE INTO chatEvent (chatID, at, kind, userID, detail, actorID)
          VALUES (?, ?, ?, ?, ?, ?)
          """
      ).execute(arguments: [
        chatID, time, change.kind.word, change.user, change.kind.detail, change.actor,
      ])
    }
    guard !changes.isEmpty else { return }
    try db.cachedStatement(
      sql: """
        DELETE FROM chatEvent WHERE id IN (
          SELECT id FROM chatEvent WHERE chatID = ? ORDER BY id DESC LIMIT -1 OFFSET ?)
        """
    ).execute(arguments: [chatID, ChatEvent.limit])
  }

  /// Deletes the events of a kind about a person, whatever their details are.
  static func delete(
    _ db: Database, _ kind: ChatEvent.Kind, of user: String, chatID: Int64
  ) throws {
    try db.cachedStatement(
      sql: "DELETE FROM chatEvent WHERE chatID = ? AND kind = ? AND userID = ?"
    ).execute(arguments: [chatID, kind.word, user])
  }

  /// The events to fetch.
  enum Selection {
    /// Those of a time, oldest first.
    case times(ClosedRange<Int64>)
    /// Those that this device learnt of after another, in that order.
    case after(Int64)
  }

  static func fetch(
    _ db: Database, chatID: Int64, _ selection: Selection, account: Account
  ) throws -> [ChatEvent] {
    let (condition, order, bounds): (String, String, (Int64, Int64)) =
      switch selection {
      case .times(let times):
        ("at BETWEEN ? AND ?", "at, id", (times.lowerBound, times.upperBound))
      case .after(let id): ("id > ? AND id <= ?", "id", (id, .max))
      }
    return try Row.fetchAll(
      db.cachedStatement(
        sql: """
          SELECT chatEvent.*,
            \(StoredMember.name(of: "userID", in: "chatEvent.chatID")) AS userName,
            \(StoredMember.name(of: "actorID", in: "chatEvent.chatID")) AS actorName
          FROM chatEvent WHERE chatID = ? AND \(condition) ORDER BY \(order)
          """),
      arguments: [chatID, bounds.0, bounds.1]
    ).compactMap { row in
      guard let kind = ChatEvent.Kind(word: row["kind"], detail: row["detail"]) else { return nil }
      func person(_ id: String?, _ name: String?) -> ChatEvent.Person? {
        guard let id, !id.isEmpty else { return nil }
        return ChatEvent.Person(
          name: PersonName.account(name, of: id, reader: account),
          isMe: id == account.userRecordName)
      }
      return ChatEvent(
        id: row["id"], time: Date(millisecondsSince1970: row["at"]), kind: kind,
        person: person(row["userID"], row["userName"]),
        actor: person(row["actorID"], row["actorName"]))
    }
  }
}

extension ChatTransaction {
  /// Takes over the members from a share's record, and notes who has come, gone or got another right.
  ///
  /// An older version than one that was here, which may arrive after an edit on this device, tells nothing.
  mutating func takeMembers(of share: Share, _ record: CloudRecord) throws {
    let modifiedAt = record.modificationDate?.millisecondsSince1970
    if modifiedAt ?? .max >= chat.shareModifiedAt {
      let difference = ShareDifference(
        from: try StoredMember.seats(db, chatID: chatID), to: share, owner: chat.ownerName,
        modifier: record.lastModifiedUserRecordName,
        isNew: modifiedAt.map { $0 > chat.shareModifiedAt } ?? false)
      try StoredEvent.insert(
        db, difference.changes, at: min(modifiedAt ?? now, now), chatID: chatID)
      chat.shareModifiedAt = modifiedAt ?? chat.shareModifiedAt
    }
    chat.shownWords = record.shownWords
    try StoredMember.replace(db, share.participants, chatID: chatID)
  }

  /// Notes that everybody but the owner is out, because the owner has deleted the share.
  func noteEndOfShare() throws {
    let seats = try StoredMember.seats(db, chatID: chatID)
    let removed = seats.filter { $0.status == .accepted && $0.user != chat.ownerName }.map {
      ShareDifference.Change(.removed, $0.user, by: chat.ownerName)
    }
    try StoredEvent.insert(db, removed, at: now, chatID: chatID)
  }

  /// Notes that the chat has got another title, or none, by the cloud's copy of its session.
  ///
  /// The record says who has changed it last. That person has given the name if nothing else was changed.
  func noteRename(
    _ server: SessionRecord, _ record: CloudRecord, isOwnChange: Bool
  ) throws {
    let pending = try pending(for: record)
    let ancestor = try pending?.ancestorRecord(in: chat.zoneID).map(SessionRecord.init)
    let known = try ancestor ?? chat.session()
    let name = ChatTitle.isVisible(server.name) ? server.name : ""
    let before = ChatTitle.isVisible(known.name) ? known.name : ""
    guard !chat.isInFirstFetch, chat.renamedAt > 0, name != before
    else { return }
    let isAlone = known.lastMessageAt == server.lastMessageAt
    let actor = isOwnChange ? user : isAlone ? record.lastModifiedUserRecordName : nil
    try StoredEvent.insert(
      db, [ShareDifference.Change(.renamed(name), "", by: actor)],
      at: min(server.renamedAt.millisecondsSince1970, now), chatID: chatID)
  }
}
