import Foundation
import GRDB

/// A replica as the first version has written it.
enum FirstReplica {
  /// Makes one in `directory`: a chat of `user` with a message that was sent, one that was not, and a name
  /// that was not.
  static func make(in directory: URL, user: String) throws {
    let queue = try DatabaseQueue(path: directory.appending(path: "replica.sqlite").path)
    try queue.write { db in
      try db.execute(sql: schema)
      try db.execute(
        sql: """
          CREATE TABLE grdb_migrations (identifier TEXT NOT NULL PRIMARY KEY);
          INSERT INTO grdb_migrations VALUES ('v1: chats, messages, members, outbox');
          """)
      try db.execute(
        sql: "INSERT INTO account (id, userRecordName) VALUES (1, ?)", arguments: [user])
      try db.execute(
        sql: """
          INSERT INTO chat (zoneName, ownerName, name, createdAt, permission, sessionChangeTag,
            changeToken, lastSeenMessageID)
          VALUES ('chat-old', ?, 'New name', 1000, 'READ_WRITE', 's1', 'z1', 1)
          """, arguments: [user])
      try db.execute(
        sql: """
          INSERT INTO message (chatID, recordName, senderID, text, timestamp, changeTag, epoch)
          VALUES (1, 'm1', ?, 'sent', 2000, 'a', 0), (1, 'm2', ?, 'unsent', 3000, NULL, 0)
          """, arguments: [user, user])
      try db.execute(
        sql: """
          INSERT INTO member (chatID, participantID, userRecordName, name, role, permission, status)
          VALUES (1, 'p1', '_eve', 'alice', 'USER', 'READ_WRITE', 'ACCEPTED')
          """)
      try db.execute(
        sql: """
          INSERT INTO outbox (chatID, recordName, kind, ancestor)
          VALUES (1, 'session', 'session', 'Old name'), (1, 'm2', 'message', NULL)
          """)
    }
    try queue.close()
  }

  private static let schema = """
    CREATE TABLE account (
      id INTEGER PRIMARY KEY CHECK (id = 1),
      userRecordName TEXT NOT NULL
    ) STRICT;

    CREATE TABLE chat (
      id INTEGER PRIMARY KEY AUTOINCREMENT,
      zoneName TEXT NOT NULL,
      ownerName TEXT NOT NULL,
      name TEXT NOT NULL,
      createdAt INTEGER NOT NULL,
      sessionChangeTag TEXT,
      sessionUnknownFields BLOB,
      permission TEXT NOT NULL,
      publicPermission TEXT NOT NULL DEFAULT 'NONE',
      shortGUID TEXT,
      changeToken TEXT,
      hasChanges INTEGER NOT NULL DEFAULT 0,
      epoch INTEGER NOT NULL DEFAULT 0,
      isResyncing INTEGER NOT NULL DEFAULT 0,
      isListed INTEGER NOT NULL DEFAULT 1,
      sealReason TEXT,
      lastSeenMessageID INTEGER NOT NULL DEFAULT 0,
      UNIQUE (zoneName, ownerName)
    ) STRICT;
    CREATE INDEX chat_hasChanges ON chat (id) WHERE hasChanges;

    CREATE TABLE message (
      id INTEGER PRIMARY KEY AUTOINCREMENT,
      chatID INTEGER NOT NULL REFERENCES chat ON DELETE CASCADE,
      recordName TEXT NOT NULL,
      senderID TEXT NOT NULL,
      text TEXT NOT NULL,
      timestamp INTEGER NOT NULL,
      changeTag TEXT,
      unknownFields BLOB,
      epoch INTEGER NOT NULL,
      UNIQUE (chatID, recordName)
    ) STRICT;
    CREATE INDEX message_byTime ON message (chatID, timestamp, recordName);
    CREATE INDEX message_byArrival ON message (chatID, id);

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

    CREATE TABLE outbox (
      sequence INTEGER PRIMARY KEY AUTOINCREMENT,
      chatID INTEGER NOT NULL REFERENCES chat ON DELETE CASCADE,
      recordName TEXT NOT NULL,
      kind TEXT NOT NULL CHECK (kind IN ('zone', 'share', 'session', 'message')),
      generation INTEGER NOT NULL DEFAULT 1,
      ancestor TEXT,
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
