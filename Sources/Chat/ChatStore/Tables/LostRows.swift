import GRDB

/// What a salvage does where rows are lost that others speak of, and what a check says about them.
enum LostRows {
  /// The tables with what is to be saved, by the kind of its row in the outbox.
  private static let contents = [
    "message": "message", "reaction": "reaction", "readMark": "readMark", "pin": "messagePin",
    "settings": "chatSettings", "block": "blockedPerson", "parked": "parkedRecord",
  ]

  /// A condition on a row of `outbox`: a person would miss it.
  ///
  /// Read marks, and the times that a session tells of, follow from other rows.
  private static let isMissed =
    "outbox.kind <> 'readMark' AND NOT (outbox.kind = 'session' AND outbox.priority = 1)"

  private static let isHomeless = "chatID NOT IN (SELECT id FROM chat)"

  /// Makes rows of chats from the index of their zones, where those of the table are lost.
  ///
  /// What the cloud has of such a chat is fetched. A chat that it does not have yet has lost its name, and gets
  /// another one. `db` has all other rows already. Returns how many unsent changes were in the lost rows.
  static func makeChats(from damaged: Database, in db: Database) throws -> Int {
    // The index has these columns, so the table's pages are not read. It may be damaged too.
    let zones = try? Row.fetchAll(
      damaged,
      sql: "SELECT id, zoneName, ownerName FROM chat INDEXED BY sqlite_autoindex_chat_1")
    var lost = 0
    for zone in zones ?? [] {
      guard let id = zone["id"] as Int64?, let zoneName = zone["zoneName"] as String?,
        let ownerName = zone["ownerName"] as String?,
        try !exists("SELECT 1 FROM chat WHERE id = ?", [id], db)
      else { continue }
      let beginning =
        "SELECT 1 FROM outbox WHERE chatID = ? AND operation = 'save' AND kind IN ('zone', 'share')"
      let isNew = try exists(beginning, [id], db)
      try db.execute(
        sql: chatRow,
        arguments: ["id": id, "zone": zoneName, "owner": ownerName, "isNew": isNew])
      guard !isNew else { continue }
      // The new name was in the lost row; without it the old one would be overwritten with nothing.
      let names = "FROM outbox WHERE chatID = ? AND kind = 'session'"
      lost +=
        try Int.fetchOne(db, sql: "SELECT count(*) \(names) AND \(isMissed)", arguments: [id]) ?? 0
      try db.execute(sql: "DELETE \(names)", arguments: [id])
    }
    return lost
  }

  /// A chat as it is when it was found in the cloud, or as it is when it was made here.
  ///
  /// It has a change token, which the salvage forgets, so that the chat is fetched like the others. Where no member
  /// says that this account may write, it may only read until the fetch says more; what waits is sent all the same.
  private static let chatRow = """
    INSERT OR IGNORE INTO chat (id, zoneName, ownerName, name, renamedAt, createdAt, permission,
      changeToken, lastSeenMessageID, isChat, sessionName, ending)
    SELECT :id, :zone, :owner,
      iif(:isNew AND :zone LIKE 'chat-%', 'Recovered chat', ''), :isNew, 0,
      iif(EXISTS (SELECT 1 FROM member JOIN account USING (userRecordName)
        WHERE chatID = :id AND permission = 'READ_WRITE'), 'READ_WRITE', 'READ_ONLY'),
      iif(:isNew, NULL, ''), iif(:isNew, 0, -1),
      :zone LIKE 'chat-%' OR EXISTS (SELECT 1 FROM message WHERE chatID = :id),
      coalesce((SELECT recordName FROM outbox WHERE chatID = :id AND kind = 'session'), 'session'),
      (SELECT iif(:owner = (SELECT userRecordName FROM account), 'deleting', 'leaving')
        FROM outbox WHERE chatID = :id AND kind = 'zone' AND operation = 'delete')
    """

  /// What was written in chats of which nothing is known.
  ///
  /// - Returns: the number of unsent changes, the texts of messages and drafts, and the files of messages.
  static func withoutChat(
    _ db: Database
  ) throws -> (count: Int, texts: [String], files: [ReplicaSalvage.LostFile]) {
    let messages = """
      FROM message WHERE \(isHomeless) AND deletedAt IS NULL AND (
        changeTag IS NULL AND senderID = (SELECT userRecordName FROM account)
        OR EXISTS (SELECT 1 FROM outbox WHERE operation = 'save'
          AND outbox.chatID = message.chatID AND outbox.recordName = message.recordName))
      """
    let files = try Row.fetchAll(
      db, sql: "SELECT fileDigest, fileName \(messages) AND fileDigest IS NOT NULL ORDER BY id"
    ).map { ReplicaSalvage.LostFile(digest: $0[0], name: $0[1] ?? "file") }
    let texts = try String.fetchAll(
      db,
      sql: """
        SELECT text FROM (
          SELECT text, id AS place \(messages)
          UNION ALL SELECT text, NULL FROM draft WHERE \(isHomeless)
          UNION ALL SELECT editText, NULL FROM draft WHERE \(isHomeless) AND editText IS NOT NULL)
        WHERE text <> '' ORDER BY place IS NULL, place
        """)
    let count = try Int.fetchOne(
      db, sql: "SELECT count(*) FROM outbox WHERE \(isHomeless) AND \(isMissed)")
    return (max(count ?? 0, texts.count), texts, files)
  }

  /// Removes the places in the outbox of what is lost.
  ///
  /// - Returns: how many of them a person would miss.
  static func removePlaces(_ db: Database) throws -> Int {
    var lost = 0
    for condition in try withoutContents(db) {
      lost +=
        try Int.fetchOne(db, sql: "SELECT count(*) FROM outbox WHERE \(condition) AND \(isMissed)")
        ?? 0
      try db.execute(sql: "DELETE FROM outbox WHERE \(condition)")
    }
    return lost
  }

  /// How many places in the outbox have lost what they speak of.
  static func placesWithoutContents(_ db: Database) throws -> Int {
    try withoutContents(db).reduce(0) { sum, condition in
      sum + (try Int.fetchOne(db, sql: "SELECT count(*) FROM outbox WHERE \(condition)") ?? 0)
    }
  }

  /// Conditions on a row of `outbox`: it has lost what it speaks of; one for each kind that the file knows.
  private static func withoutContents(_ db: Database) throws -> [String] {
    guard try db.tableExists("outbox"),
      try db.columns(in: "outbox").contains(where: { $0.name == "operation" })
    else { return [] }
    return try contents.filter { try db.tableExists($0.value) }.map(hasNoContents)
  }

  private static func hasNoContents(_ kind: String, _ table: String) -> String {
    """
    outbox.kind = '\(kind)' AND outbox.operation = 'save' AND NOT EXISTS (
      SELECT 1 FROM \(table) AS content
      WHERE content.chatID = outbox.chatID AND content.recordName = outbox.recordName)
    """
  }

  /// Queues own messages that the cloud has never confirmed and whose places in the outbox are lost; also what else
  /// may have lost its place, where a part of the outbox is lost.
  ///
  /// The record's name is the same, so nothing is doubled if the cloud has it after all.
  static func queueUnsent(_ db: Database, whereOutboxIsLost isLost: Bool) throws {
    let me = "(SELECT userRecordName FROM account)"
    let unsent = "changeTag IS NULL AND deletedAt IS NULL"
    // A change of a message that the cloud has is not told from one that was sent.
    let changed =
      "changeTag IS NOT NULL AND changedBy IS NULL AND (revision > 0 OR deletedAt IS NOT NULL)"
    var sources = [("message", "senderID = \(me) AND (\(unsent)\(isLost ? " OR \(changed)" : ""))")]
    if isLost {
      sources += [
        ("reaction", "userID = \(me) AND changeTag IS NULL"),
        ("pin", "changedBy = \(me) AND changeTag IS NULL"),
      ]
    }
    for (kind, condition) in sources {
      try db.execute(
        sql: """
          INSERT OR IGNORE INTO outbox (chatID, recordName, kind, mayBeStored)
          SELECT chatID, recordName, ?, 1 FROM \(contents[kind] ?? kind) WHERE \(condition) ORDER BY id
          """, arguments: [kind])
    }
  }

  private static func exists(
    _ sql: String, _ arguments: StatementArguments, _ db: Database
  ) throws -> Bool {
    try Bool.fetchOne(db, sql: "SELECT EXISTS (\(sql))", arguments: arguments) ?? false
  }
}
