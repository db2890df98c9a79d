package import ChatModel
package import CloudModel
package import GRDB
import SQLiteSupport

/// Rows of `member`: the share's participants, and the names of those who were.
package enum StoredMember {
  /// Updates the rows to the share's participants.
  ///
  /// A former participant stays as `REMOVED`, in one row, however often they joined and left.
  package static func replace(_ db: Database, _ participants: [Participant], chatID: Int64) throws {
    try db.cachedStatement(
      sql: "UPDATE member SET status = ? WHERE chatID = ? AND status IN ('INVITED', 'ACCEPTED')"
    ).execute(arguments: [Participant.AcceptanceStatus.removed.rawValue, chatID])
    for participant in participants.prefix(CloudLimits.participantsPerShare) {
      let identity = participant.identity
      // Without an account name, as in other clouds, the address by which the user was looked up; no
      // account has an address as its name. A version without both leaves the name that was known.
      let name =
        try [identity.accountName, identity.lookupName].compactMap(\.self).first { !$0.isEmpty }
        ?? knownName(db, of: identity.userRecordName, chatID: chatID)
      try db.cachedStatement(
        sql: "DELETE FROM member WHERE chatID = ? AND userRecordName = ? AND participantID <> ?"
      ).execute(arguments: [chatID, identity.userRecordName, participant.participantID])
      try db.cachedStatement(
        sql: """
          INSERT OR REPLACE INTO member (chatID, participantID, userRecordName, name, displayName,
            skeleton, role, permission, status)
          VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
          """
      ).execute(arguments: [
        chatID, participant.participantID, identity.userRecordName, name,
        PersonName.display(identity.givenName, account: name) ?? "", LookAlike.skeleton(of: name),
        participant.role.rawValue, participant.permission.rawValue,
        participant.acceptanceStatus.rawValue,
      ])
    }
  }

  private static func knownName(_ db: Database, of user: String?, chatID: Int64) throws -> String {
    try String.fetchOne(
      db.cachedStatement(
        sql: "SELECT name FROM member WHERE chatID = ? AND userRecordName = ? AND name <> ''"),
      arguments: [chatID, user]) ?? ""
  }

  /// SQL for the name of an account as the cloud said it last: in a chat, or else in any other.
  ///
  /// Somebody who had left a chat before this device saw it may be known from another one.
  package static func name(of user: String, in chat: String) -> String {
    """
    coalesce(
      (SELECT nullif(member.name, '') FROM member
        WHERE member.chatID = \(chat) AND member.userRecordName = \(user)),
      (SELECT member.name FROM member WHERE member.userRecordName = \(user) AND member.name <> ''
        ORDER BY member.status = 'REMOVED', member.chatID DESC LIMIT 1))
    """
  }

  /// Begins the participant's ID of somebody whom the cloud has not been told of yet.
  private static let awaited = "awaited-"

  /// A condition on a row: the person is invited by the first message of a chat of two, which the cloud does not have
  /// yet.
  package static let isUntold =
    "member.status = 'INVITED' AND member.participantID = '\(awaited)' || member.userRecordName"

  /// The account and the one person whom it is going to invite to a new chat.
  package static func expect(
    _ db: Database, _ person: Addressee, beside account: Account, chatID: Int64
  ) throws {
    func participant(_ user: String, _ name: String, isOwner: Bool) -> Participant {
      Participant(
        participantID: awaited + user,
        identity: UserIdentity(userRecordName: user, accountName: name),
        role: isOwner ? .owner : .privateUser, acceptanceStatus: isOwner ? .accepted : .pending)
    }
    try replace(
      db,
      [
        participant(account.userRecordName, account.name, isOwner: true),
        participant(person.userRecordName, person.name, isOwner: false),
      ], chatID: chatID)
  }

  /// The person whom the account is going to invite to a new chat; nil where that is nobody.
  package static func awaitedGuest(_ db: Database, chatID: Int64) throws -> Participant? {
    try Row.fetchOne(
      db.cachedStatement(
        sql: "SELECT userRecordName FROM member WHERE chatID = ? AND \(isUntold)"),
      arguments: [chatID]
    ).map { Participant(identity: UserIdentity(userRecordName: $0["userRecordName"])) }
  }

  /// Whether somebody is invited to a chat and has not joined it.
  package static func hasInvited(_ db: Database, chatID: Int64) throws -> Bool {
    try Bool.fetchOne(
      db.cachedStatement(
        sql: "SELECT EXISTS (SELECT 1 FROM member WHERE chatID = ? AND status = 'INVITED')"),
      arguments: [chatID]) ?? false
  }

  /// The chat of two of the account and somebody, in which the account may write; nil if there is none.
  ///
  /// Of several it is the oldest, which both of them find; of the sealed ones alone, if `isSealed`.
  package static func chatOfTwo(
    _ db: Database, with user: String, of account: Account, isSealed: Bool = false
  ) throws -> ChatID? {
    let names = isSealed ? ChatZone.name(unique: "*", isSealed: true) : "*"
    return try Int64.fetchOne(
      db.cachedStatement(
        sql: """
          SELECT chat.id FROM chat JOIN member ON chatID = chat.id
          WHERE userRecordName = ? AND member.status <> 'REMOVED' AND \(isOfTwo)
            AND (ownerName = ? OR chat.permission = 'READ_WRITE') AND zoneName GLOB ?
          ORDER BY \(orderOfTwo) LIMIT 1
          """),
      arguments: [user, account.userRecordName, names]
    ).map(ChatID.init(rawValue:))
  }

  /// A condition on a chat: it is a chat of two.
  ///
  /// Just one more is in it, it has no title, and its link lets nobody in. Whatever has a title or an open link is
  /// meant for more people, so nothing that is said to one person may go there.
  package static let isOfTwo = """
    isChat AND ending IS NULL AND chat.name = '' AND publicPermission = 'NONE'
      AND 2 = (SELECT count(*) FROM member AS other
        WHERE other.chatID = chat.id AND other.status <> 'REMOVED')
    """

  /// A condition on a chat: people were in it or invited, and all of them are out, so that only its owner reads it.
  package static let isLeftByAll = """
    ending IS NULL AND publicPermission = 'NONE'
      AND EXISTS (SELECT 1 FROM member AS other
        WHERE other.chatID = chat.id AND other.status = 'REMOVED')
      AND NOT EXISTS (SELECT 1 FROM member AS other
        WHERE other.chatID = chat.id AND other.status <> 'REMOVED'
          AND other.userRecordName IS NOT chat.ownerName)
    """

  /// The order of several chats with the same person, by which both go to the same one.
  package static let orderOfTwo = "createdAt, zoneName"

  /// Everyone of the last version of the share.
  package static func seats(_ db: Database, chatID: Int64) throws -> [ShareDifference.Seat] {
    try Row.fetchAll(
      db.cachedStatement(
        sql: """
          SELECT userRecordName, permission, status FROM member
          WHERE chatID = ? AND userRecordName IS NOT NULL ORDER BY participantID
          """),
      arguments: [chatID]
    ).map { row in
      ShareDifference.Seat(
        user: row["userRecordName"],
        permission: Participant.Permission(rawValue: row["permission"]) ?? .none,
        status: Participant.AcceptanceStatus(rawValue: row["status"]) ?? .removed)
    }
  }

  /// The names of the other members and of the people who are invited, as far as they are known; if there are none,
  /// of those who were there before.
  package static func otherNames(
    _ db: Database, chatID: Int64, account: Account
  ) throws -> [String] {
    let rows = try Row.fetchAll(
      db.cachedStatement(
        sql: """
          SELECT name, userRecordName, status = ? AS isFormer FROM member
          WHERE chatID = ? AND userRecordName IS NOT ? AND name <> ''
          ORDER BY isFormer, role <> 'OWNER', name COLLATE NOCASE, participantID
          """),
      arguments: [Participant.AcceptanceStatus.removed.rawValue, chatID, account.userRecordName])
    // Those who are there come first.
    let isFormer: Bool? = rows.first?["isFormer"]
    return rows.filter { $0["isFormer"] == isFormer }
      .map { PersonName.account($0["name"], of: $0["userRecordName"] ?? "", reader: account) }
  }

  /// Everyone in a chat and everyone invited, as `account` sees them; the owner first.
  package static func fetchAll(_ db: Database, chatID: ChatID, account: Account) throws -> [Member]
  {
    var names = DisplayNames(db: db, account: account)
    let rows = try Row.fetchAll(
      db.cachedStatement(
        sql: """
          SELECT *, coalesce(\(StoredBlockedPerson.isOne("userRecordName")), 0) AS isBlocked,
            \(isUntold) AS isUntold
          FROM member WHERE chatID = ? AND status IN ('INVITED', 'ACCEPTED')
          ORDER BY role <> 'OWNER', name COLLATE NOCASE, participantID
          """),
      arguments: [chatID.rawValue])
    return try rows.map { row in
      let userRecordName: String? = row["userRecordName"]
      var member = Member(
        participantID: row["participantID"], userRecordName: userRecordName,
        name: PersonName.account(row["name"], of: userRecordName ?? "", reader: account),
        role: Participant.Role(rawValue: row["role"]) ?? .privateUser,
        permission: Participant.Permission(rawValue: row["permission"]) ?? .none,
        status: Participant.AcceptanceStatus(rawValue: row["status"]) ?? .pending,
        isMe: userRecordName == account.userRecordName)
      member.isBlocked = row["isBlocked"]
      member.isUntold = row["isUntold"] ?? false
      member.displayName = try names.shown(row["displayName"], of: userRecordName ?? "")
      return member
    }
  }
}

/// Decides which display names are shown.
package struct DisplayNames {
  let db: Database
  let account: Account
  private var known: [String: String?] = [:]

  /// Names as one account sees them; `db` is read for as long as the value lives.
  package init(db: Database, account: Account) {
    self.db = db
    self.account = account
  }

  /// The display name to show; nil if it is empty, looks like the name of another account that is known
  /// in this replica, or looks like a word that the program uses about people.
  package mutating func shown(_ name: String?, of userID: String) throws -> String? {
    guard let name, !name.isEmpty else { return nil }
    let key = userID + " " + name
    if let answer = known[key] { return answer }
    let answer = try isSomebodyElse(name, than: userID) ? nil : name
    known[key] = .some(answer)
    return answer
  }

  private func isSomebodyElse(_ name: String, than userID: String) throws -> Bool {
    let readings = PersonName.readings(of: name)
    if !readings.isDisjoint(with: PersonName.reserved) { return true }
    if userID != account.userRecordName, readings.contains(LookAlike.skeleton(of: account.name)) {
      return true
    }
    return try Bool.fetchOne(
      db.cachedStatement(
        sql: """
          SELECT EXISTS (SELECT 1 FROM json_each(?) AS reading
            JOIN member ON skeleton = reading.value AND userRecordName IS NOT ?)
          """),
      arguments: [Array(readings).jsonText(), userID]) ?? false
  }
}
