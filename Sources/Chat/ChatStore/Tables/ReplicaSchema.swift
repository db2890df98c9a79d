package import GRDB

/// The replica's tables.
///
/// A migration, once landed, never changes; the schema grows by new ones.
package enum ReplicaSchema {
  /// Makes the tables, or brings those of an earlier version up to date.
  package static var migrator: DatabaseMigrator {
    var migrator = DatabaseMigrator()
    migrator.registerMigration("v1: chats, messages, members, outbox") { db in
      try db.execute(sql: version1)
    }
    migrator.registerMigration("v2: edits, reactions, read marks, lives, journal, search") { db in
      try db.execute(sql: version2)
    }
    migrator.registerMigration("v3: attached files") { db in
      try db.execute(sql: version3)
    }
    migrator.registerMigration("v4: search, many messages at a time") { db in
      try db.execute(sql: version4)
    }
    migrator.registerMigration("v5: epochs of all chats") { db in
      try db.execute(sql: version5)
    }
    migrator.registerMigration("v6: accounts' names, counted reactions") { db in
      try migrateToVersion6(db)
    }
    migrator.registerMigration("v7: chats of any name") { db in
      try db.execute(sql: version7)
    }
    migrator.registerMigration("v8: terms of the engine") { db in
      try db.execute(sql: version8)
    }
    migrator.registerMigration("v9: a draft for each window") { db in
      try db.execute(sql: version9)
    }
    migrator.registerMigration("v10: search in every script, and for files") { db in
      try db.execute(sql: version10)
    }
    migrator.registerMigration("v11: replies") { db in
      try db.execute(sql: version11)
    }
    migrator.registerMigration("v12: settings of chats") { db in
      try db.execute(sql: version12)
    }
    migrator.registerMigration("v13: events of chats") { db in
      try db.execute(sql: version13)
    }
    migrator.registerMigration("v14: earlier texts of messages") { db in
      try db.execute(sql: version14)
    }
    migrator.registerMigration("v15: pinned messages") { db in
      try db.execute(sql: version15)
    }
    migrator.registerMigration("v16: chats that were left") { db in
      try db.execute(sql: version16)
    }
    migrator.registerMigration("v17: changed entries of the list") { db in
      try db.execute(sql: version17)
    }
    migrator.registerMigration("v18: the order of changed chats") { db in
      try db.execute(sql: version18)
    }
    migrator.registerMigration("v19: earlier files of messages") { db in
      try migrateToVersion19(db)
    }
    // With foreign keys: what belongs to a chat is deleted with it.
    migrator.registerMigration("v20: zones that were forgotten", foreignKeyChecks: .immediate) {
      db in
      try db.execute(sql: version20)
    }
    return migrator
  }

  /// Times are milliseconds since 1970.
  ///
  /// No table is WITHOUT ROWID: SQLite does not tell observers of changes in such a table
  /// (sqlite3_update_hook).
  private static let version1 = """
    CREATE TABLE account (
      id INTEGER PRIMARY KEY CHECK (id = 1),
      userRecordName TEXT NOT NULL
    ) STRICT;

    -- One row for each zone that is a chat, in either database.
    CREATE TABLE chat (
      id INTEGER PRIMARY KEY AUTOINCREMENT,
      zoneName TEXT NOT NULL,
      ownerName TEXT NOT NULL,
      -- ChatSession
      name TEXT NOT NULL,
      createdAt INTEGER NOT NULL,
      sessionChangeTag TEXT,
      sessionUnknownFields BLOB,
      -- the share, as far as it concerns us
      permission TEXT NOT NULL,
      publicPermission TEXT NOT NULL DEFAULT 'NONE',
      shortGUID TEXT,
      -- sync
      changeToken TEXT,
      hasChanges INTEGER NOT NULL DEFAULT 0,
      epoch INTEGER NOT NULL DEFAULT 0,
      isResyncing INTEGER NOT NULL DEFAULT 0,
      isListed INTEGER NOT NULL DEFAULT 1,
      sealReason TEXT,
      -- reading: the newest message seen, in the order of arrival
      lastSeenMessageID INTEGER NOT NULL DEFAULT 0,
      UNIQUE (zoneName, ownerName)
    ) STRICT;
    CREATE INDEX chat_hasChanges ON chat (id) WHERE hasChanges;

    CREATE TABLE message (
      -- grows in the order of arrival
      id INTEGER PRIMARY KEY AUTOINCREMENT,
      chatID INTEGER NOT NULL REFERENCES chat ON DELETE CASCADE,
      recordName TEXT NOT NULL,
      senderID TEXT NOT NULL,
      text TEXT NOT NULL,
      timestamp INTEGER NOT NULL,
      -- NULL until the cloud has it
      changeTag TEXT,
      unknownFields BLOB,
      -- the chat's epoch in which the cloud last told of it
      epoch INTEGER NOT NULL,
      UNIQUE (chatID, recordName)
    ) STRICT;
    CREATE INDEX message_byTime ON message (chatID, timestamp, recordName);
    CREATE INDEX message_byArrival ON message (chatID, id);

    -- The share's participants; those who left stay, for their names.
    CREATE TABLE member (
      chatID INTEGER NOT NULL REFERENCES chat ON DELETE CASCADE,
      participantID TEXT NOT NULL,
      userRecordName TEXT,
      name TEXT NOT NULL,
      role TEXT NOT NULL,
      permission TEXT NOT NULL,
      status TEXT NOT NULL,
      PRIMARY KEY (chatID, participantID)
    ) STRICT;
    CREATE INDEX member_byUser ON member (chatID, userRecordName);

    -- What the cloud has not confirmed; a row is written with the data it speaks of.
    CREATE TABLE outbox (
      sequence INTEGER PRIMARY KEY AUTOINCREMENT,
      chatID INTEGER NOT NULL REFERENCES chat ON DELETE CASCADE,
      -- '' for the zone itself
      recordName TEXT NOT NULL,
      kind TEXT NOT NULL CHECK (kind IN ('zone', 'share', 'session', 'message')),
      generation INTEGER NOT NULL DEFAULT 1,
      -- the value from which a change of ours began
      ancestor TEXT,
      -- why it will not be sent any more
      failure TEXT,
      UNIQUE (chatID, recordName)
    ) STRICT;
    CREATE INDEX outbox_waiting ON outbox (chatID, sequence) WHERE failure IS NULL;

    CREATE TABLE databaseToken (
      scope TEXT PRIMARY KEY,
      token TEXT,
      isListing INTEGER NOT NULL DEFAULT 1
    ) STRICT;

    CREATE TABLE draft (
      chatID INTEGER PRIMARY KEY REFERENCES chat ON DELETE CASCADE,
      text TEXT NOT NULL
    ) STRICT;

    CREATE TABLE invitation (
      shortGUID TEXT PRIMARY KEY,
      chatName TEXT NOT NULL,
      ownerName TEXT NOT NULL,
      permission TEXT NOT NULL
    ) STRICT;

    CREATE TABLE connection (
      id INTEGER PRIMARY KEY CHECK (id = 1),
      state TEXT NOT NULL,
      reason TEXT NOT NULL,
      since INTEGER NOT NULL
    ) STRICT;
    """
}
