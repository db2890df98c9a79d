package import GRDB

/// The replica's tables.
///
/// A migration that was released never changes; the schema grows by new ones. Times are milliseconds since 1970.
///
/// Until its release the first one changes in place, and each change gives it another letter: a file with the former
/// tables is then refused instead of misread.
///
/// No table is WITHOUT ROWID: SQLite does not tell observers of changes in such a table
/// (sqlite3_update_hook).
package enum ReplicaSchema {
  /// Makes the tables, or brings those of an earlier version up to date.
  package static var migrator: DatabaseMigrator {
    var migrator = DatabaseMigrator()
    migrator.registerMigration("0.1.0d") { db in
      for section in [chats, messages, notes, sync, search, reactionCounts, listRevisions] {
        try db.execute(sql: section)
      }
    }
    return migrator
  }

  /// Chats, their members, and what this account wants of them.
  private static let chats = """
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
      -- reading: the newest message seen, in the order of arrival
      lastSeenMessageID INTEGER NOT NULL DEFAULT 0,
      -- How the chat's life in the cloud has ended, or is about to; NULL while it lives.
      ending TEXT,
      -- ChatSession: when its name was given, and the newest message that it tells of
      renamedAt INTEGER NOT NULL DEFAULT 0,
      lastMessageAt INTEGER NOT NULL DEFAULT 0,
      -- Whether the feed was once read to its end, and from when on nothing is missing before that.
      isHistoryComplete INTEGER NOT NULL DEFAULT 0,
      completeFrom INTEGER,
      wantsGlance INTEGER NOT NULL DEFAULT 0,
      -- Grows with every mention in a feed of changes; the chat that a window shows comes first.
      changeOrder INTEGER NOT NULL DEFAULT 0,
      isOpen INTEGER NOT NULL DEFAULT 0,
      -- The epoch in which the zone was found, made or shared again; 0 while a chat waits for its first message, and
      -- -1 where it is not known.
      lifeBegan INTEGER NOT NULL DEFAULT -1,
      -- The record name of the chat's session.
      sessionName TEXT NOT NULL DEFAULT 'session',
      -- 0 while no session was seen in a zone that was found: nothing of it is shown or kept.
      isChat INTEGER NOT NULL DEFAULT 1,
      -- The cloud's time of the share's newest version that was here.
      shareModifiedAt INTEGER NOT NULL DEFAULT 0,
      -- What the share shows of the first message of a chat of two; NULL in other chats.
      shownWords TEXT,
      -- Grows whenever something changes that the chat's entry in the list shows. The chat with the highest number
      -- keeps it when it changes again; so what has changed since the number n has n or more.
      listRevision INTEGER NOT NULL DEFAULT 0,
      UNIQUE (zoneName, ownerName)
    ) STRICT;
    CREATE INDEX chat_hasChanges ON chat (id) WHERE hasChanges;
    CREATE INDEX chat_wantsGlance ON chat (id) WHERE wantsGlance;
    CREATE INDEX chat_byListRevision ON chat (listRevision);
    CREATE INDEX chat_byChangeOrder ON chat (changeOrder);

    -- The share's participants; those who left stay, for their names.
    CREATE TABLE member (
      chatID INTEGER NOT NULL REFERENCES chat ON DELETE CASCADE,
      participantID TEXT NOT NULL,
      userRecordName TEXT,
      -- that of the account
      name TEXT NOT NULL,
      role TEXT NOT NULL,
      permission TEXT NOT NULL,
      status TEXT NOT NULL,
      -- what somebody wants to be called, sanitised; '' for nothing
      displayName TEXT NOT NULL DEFAULT '',
      -- what the account's name looks like (LookAlike)
      skeleton TEXT NOT NULL DEFAULT '',
      PRIMARY KEY (chatID, participantID)
    ) STRICT;
    CREATE INDEX member_byUser ON member (userRecordName, chatID);
    CREATE INDEX member_bySkeleton ON member (skeleton);
    CREATE INDEX member_byStatus ON member (chatID, status);

    CREATE TABLE invitation (
      shortGUID TEXT PRIMARY KEY,
      chatName TEXT NOT NULL,
      -- that of the account
      ownerName TEXT NOT NULL,
      permission TEXT NOT NULL,
      ownerDisplayName TEXT NOT NULL DEFAULT '',
      ownerID TEXT NOT NULL DEFAULT '',
      -- of a chat of two, sanitised; NULL for other chats
      firstWords TEXT
    ) STRICT;

    -- What happened in a chat beside its messages.
    CREATE TABLE chatEvent (
      -- grows in the order in which this device learnt of events
      id INTEGER PRIMARY KEY AUTOINCREMENT,
      chatID INTEGER NOT NULL REFERENCES chat ON DELETE CASCADE,
      at INTEGER NOT NULL,
      kind TEXT NOT NULL,
      -- who it is about; '' for nobody
      userID TEXT NOT NULL,
      -- a right or a name
      detail TEXT NOT NULL,
      -- who has done it, where that is known
      actorID TEXT,
      UNIQUE (chatID, at, kind, userID, detail)
    ) STRICT;

    -- What this account wants of each chat, here or not, for all of its devices.
    CREATE TABLE chatSettings (
      id INTEGER PRIMARY KEY AUTOINCREMENT,
      -- the zone of settings, a row of its own
      chatID INTEGER NOT NULL REFERENCES chat ON DELETE CASCADE,
      recordName TEXT NOT NULL,
      -- the chat that they are about
      zoneName TEXT NOT NULL,
      ownerName TEXT NOT NULL,
      -- each with the time when it was set; NULL if it never was
      isPinned INTEGER NOT NULL,
      pinnedAt INTEGER,
      isArchived INTEGER NOT NULL,
      archivedAt INTEGER,
      notifications TEXT NOT NULL,
      notificationsAt INTEGER,
      -- the end of a mute; 0 if there is none
      mutedUntil INTEGER NOT NULL DEFAULT 0,
      mutedAt INTEGER,
      changeTag TEXT,
      unknownFields BLOB,
      epoch INTEGER NOT NULL,
      -- whether the account has left the chat by itself
      isLeft INTEGER NOT NULL DEFAULT 0,
      leftAt INTEGER,
      UNIQUE (chatID, recordName)
    ) STRICT;
    CREATE INDEX chatSettings_byChat ON chatSettings (ownerName, zoneName);

    -- Whom this account has blocked, or blocks no more, on any of its devices.
    CREATE TABLE blockedPerson (
      id INTEGER PRIMARY KEY AUTOINCREMENT,
      -- the zone of settings
      chatID INTEGER NOT NULL REFERENCES chat ON DELETE CASCADE,
      recordName TEXT NOT NULL,
      userID TEXT NOT NULL,
      -- that of the account, as it was known when this was set
      name TEXT NOT NULL,
      isBlocked INTEGER NOT NULL,
      changedAt INTEGER,
      changeTag TEXT,
      unknownFields BLOB,
      epoch INTEGER NOT NULL,
      UNIQUE (chatID, recordName)
    ) STRICT;
    CREATE INDEX blockedPerson_byUser ON blockedPerson (userID) WHERE isBlocked;
    """

  /// Messages with their files and earlier versions.
  private static let messages = """
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
      revision INTEGER NOT NULL DEFAULT 0,
      editedAt INTEGER,
      deletedAt INTEGER,
      -- who has changed it last, where that is not its sender
      changedBy TEXT,
      -- the attached file, as its sender describes it
      fileName TEXT,
      fileType TEXT,
      fileSize INTEGER,
      -- SHA-256 of its bytes, in hexadecimal digits
      fileDigest TEXT,
      -- the cloud's checksum of them; NULL while it does not have them
      fileChecksum TEXT,
      -- the record name of the message that is answered
      replyTo TEXT,
      UNIQUE (chatID, recordName)
    ) STRICT;
    CREATE INDEX message_byTime ON message (chatID, timestamp, recordName);
    CREATE INDEX message_byArrival ON message (chatID, id);
    -- The answers to a message, the newest first, and all that counting them needs.
    CREATE INDEX message_byReply ON message
      (chatID, replyTo, timestamp DESC, recordName, senderID, deletedAt) WHERE replyTo IS NOT NULL;
    -- What the panel beside a chat shows, and all that counting it needs.
    CREATE INDEX message_withFile ON message (chatID, timestamp, recordName, senderID)
      WHERE deletedAt IS NULL AND fileName IS NOT NULL;
    CREATE INDEX message_withLink ON message (chatID, timestamp, recordName, senderID)
      WHERE deletedAt IS NULL AND instr(text, '://');
    CREATE INDEX message_deleted ON message (deletedAt) WHERE deletedAt IS NOT NULL;

    -- What messages said before they were changed, as far as this device has seen it.
    CREATE TABLE messageVersion (
      -- grows with every change of a message
      id INTEGER PRIMARY KEY AUTOINCREMENT,
      messageID INTEGER NOT NULL REFERENCES message ON DELETE CASCADE,
      text TEXT NOT NULL,
      revision INTEGER NOT NULL,
      writtenAt INTEGER NOT NULL,
      -- who had written it, where that was not the sender
      changedBy TEXT,
      -- the file of this version, if the next one has another file or none
      fileName TEXT,
      fileType TEXT,
      fileSize INTEGER,
      fileDigest TEXT
    ) STRICT;
    CREATE INDEX messageVersion_byMessage ON messageVersion (messageID);

    -- What is taken back is gone.
    CREATE TRIGGER message_takenBack AFTER UPDATE OF deletedAt ON message
    WHEN new.deletedAt IS NOT NULL
    BEGIN
      DELETE FROM messageVersion WHERE messageID = new.id;
    END;

    -- Files on their way, in either direction, or wanted and failed.
    CREATE TABLE transfer (
      messageID INTEGER PRIMARY KEY REFERENCES message ON DELETE CASCADE,
      direction TEXT NOT NULL CHECK (direction IN ('upload', 'download')),
      -- where an upload that has begun goes on; a secret
      link TEXT,
      -- what the record is to be saved with once the cloud has the bytes, and how often it refused that
      uploaded BLOB,
      refusals INTEGER NOT NULL DEFAULT 0,
      -- bytes moved, by the last word
      transferred INTEGER NOT NULL DEFAULT 0,
      -- why it waits
      waitReason TEXT,
      -- why it will not be tried again by itself
      failure TEXT
    ) STRICT;
    """

  /// What people note at messages: reactions, read marks, pins, drafts; and records that this version does not know.
  private static let notes = """
    CREATE TABLE reaction (
      id INTEGER PRIMARY KEY AUTOINCREMENT,
      chatID INTEGER NOT NULL REFERENCES chat ON DELETE CASCADE,
      recordName TEXT NOT NULL,
      messageName TEXT NOT NULL,
      userID TEXT NOT NULL,
      emoji TEXT NOT NULL,
      changedAt INTEGER NOT NULL,
      isRemoved INTEGER NOT NULL,
      changeTag TEXT,
      unknownFields BLOB,
      epoch INTEGER NOT NULL,
      -- who has changed it last, where that was not its person
      changedBy TEXT,
      UNIQUE (chatID, recordName)
    ) STRICT;
    CREATE INDEX reaction_byKind ON reaction (chatID, messageName, emoji, changedAt, recordName)
      WHERE NOT isRemoved AND changedBy IS NULL;

    CREATE TABLE readMark (
      id INTEGER PRIMARY KEY AUTOINCREMENT,
      chatID INTEGER NOT NULL REFERENCES chat ON DELETE CASCADE,
      recordName TEXT NOT NULL,
      messageName TEXT NOT NULL,
      userID TEXT NOT NULL,
      readAt INTEGER NOT NULL,
      changeTag TEXT,
      unknownFields BLOB,
      epoch INTEGER NOT NULL,
      -- who has changed it last, where that was not its person
      changedBy TEXT,
      UNIQUE (chatID, recordName)
    ) STRICT;
    CREATE INDEX readMark_byUser ON readMark (chatID, userID);

    CREATE TABLE messagePin (
      id INTEGER PRIMARY KEY AUTOINCREMENT,
      chatID INTEGER NOT NULL REFERENCES chat ON DELETE CASCADE,
      recordName TEXT NOT NULL,
      messageName TEXT NOT NULL,
      changedAt INTEGER NOT NULL,
      isRemoved INTEGER NOT NULL,
      -- who has changed it last; NULL if the cloud does not say
      changedBy TEXT,
      changeTag TEXT,
      unknownFields BLOB,
      epoch INTEGER NOT NULL,
      UNIQUE (chatID, recordName)
    ) STRICT;
    CREATE INDEX messagePin_byMessage ON messagePin (chatID, messageName) WHERE NOT isRemoved;

    -- Records of types that this version does not know, whole.
    CREATE TABLE parkedRecord (
      id INTEGER PRIMARY KEY AUTOINCREMENT,
      chatID INTEGER NOT NULL REFERENCES chat ON DELETE CASCADE,
      recordName TEXT NOT NULL,
      body BLOB NOT NULL,
      changeTag TEXT,
      epoch INTEGER NOT NULL,
      UNIQUE (chatID, recordName)
    ) STRICT;

    -- What is being written in a chat, by window: two windows do not overwrite one another's.
    CREATE TABLE draft (
      id INTEGER PRIMARY KEY AUTOINCREMENT,
      chatID INTEGER NOT NULL REFERENCES chat ON DELETE CASCADE,
      window TEXT NOT NULL,
      text TEXT NOT NULL,
      replyTo TEXT,
      -- The message that is being changed, and its text as it is being written.
      editOf TEXT,
      editText TEXT,
      -- The paths of the files that wait to be sent with the text, a JSON array.
      files TEXT,
      UNIQUE (chatID, window)
    ) STRICT;
    """

  /// What is to be sent, and what the engine knows of the cloud.
  private static let sync = """
    -- What the cloud has not confirmed; a row is written with the data it speaks of.
    CREATE TABLE outbox (
      sequence INTEGER PRIMARY KEY AUTOINCREMENT,
      chatID INTEGER NOT NULL REFERENCES chat ON DELETE CASCADE,
      -- '' for the zone itself
      recordName TEXT NOT NULL,
      -- The program knows the kinds; a later one needs no new table.
      kind TEXT NOT NULL,
      operation TEXT NOT NULL DEFAULT 'save' CHECK (operation IN ('save', 'delete')),
      -- 1 for what may wait for anything else
      priority INTEGER NOT NULL DEFAULT 0,
      generation INTEGER NOT NULL DEFAULT 1,
      -- the generation that is on its way now
      inFlight INTEGER,
      -- whether any generation may have reached the cloud without our knowing
      mayBeStored INTEGER NOT NULL DEFAULT 0,
      -- the cloud's copy from which a change of ours began
      ancestor BLOB,
      -- why it will not be sent any more
      failure TEXT,
      UNIQUE (chatID, recordName)
    ) STRICT;
    CREATE INDEX outbox_waiting ON outbox (chatID, priority, sequence) WHERE failure IS NULL;

    CREATE TABLE databaseToken (
      scope TEXT PRIMARY KEY,
      token TEXT,
      isListing INTEGER NOT NULL DEFAULT 1
    ) STRICT;

    -- Epochs are counted over all chats, so that a chat that is left and joined again does not begin with an
    -- earlier epoch.
    CREATE TABLE epoch (
      id INTEGER PRIMARY KEY CHECK (id = 1),
      newest INTEGER NOT NULL,
      -- The epoch in which a zone was forgotten last.
      forgotten INTEGER NOT NULL DEFAULT 0
    ) STRICT;
    INSERT INTO epoch (id, newest) VALUES (1, 2);

    CREATE TABLE connection (
      id INTEGER PRIMARY KEY CHECK (id = 1),
      state TEXT NOT NULL,
      reason TEXT NOT NULL,
      since INTEGER NOT NULL
    ) STRICT;

    -- What has happened to whatever is sent, and to the engine; bounded, the oldest goes.
    CREATE TABLE journal (
      id INTEGER PRIMARY KEY AUTOINCREMENT,
      at INTEGER NOT NULL,
      chatID INTEGER,
      recordName TEXT,
      event TEXT NOT NULL,
      detail TEXT
    ) STRICT;
    CREATE INDEX journal_byRecord ON journal (chatID, recordName, id) WHERE recordName IS NOT NULL;

    -- What is left alone for a time, by the engine's last word.
    CREATE TABLE wait (
      id INTEGER PRIMARY KEY,
      -- NULL for a whole database
      chatID INTEGER REFERENCES chat ON DELETE CASCADE,
      scope TEXT NOT NULL,
      until INTEGER NOT NULL,
      reason TEXT NOT NULL,
      -- whether there is no room in the cloud
      isFull INTEGER NOT NULL
    ) STRICT;

    -- What the processes of one replica say to each other about its engine.
    CREATE TABLE engine (
      id INTEGER PRIMARY KEY CHECK (id = 1),
      -- The number of the engine that has begun last; what an older one writes is refused.
      term INTEGER NOT NULL,
      -- How often anybody has asked the engine to answer, and up to which it has.
      asked INTEGER NOT NULL,
      heard INTEGER NOT NULL,
      -- The last of them that wants a look at the cloud, and the last for which it was made.
      lookAsked INTEGER NOT NULL,
      looked INTEGER NOT NULL
    ) STRICT;
    INSERT INTO engine (id, term, asked, heard, lookAsked, looked) VALUES (1, 0, 0, 0, 0, 0);
    """

  /// The words of messages and of their files' names.
  ///
  /// `SearchIndex` adds new messages many at a time: with a trigger the index would write a segment of its own for
  /// each of them.
  private static let search = """
    CREATE VIRTUAL TABLE messageText USING fts5 (
      text, content = '', tokenize = 'unicode61 remove_diacritics 2');
    CREATE TRIGGER message_deleted AFTER DELETE ON message
    WHEN EXISTS (SELECT 1 FROM messageText_docsize WHERE id = old.id) BEGIN
      INSERT INTO messageText (messageText, rowid, text)
        VALUES ('delete', old.id, searchable(old.text, old.fileName));
    END;
    CREATE TRIGGER message_changed AFTER UPDATE OF text, fileName ON message
    WHEN (old.text <> new.text OR old.fileName IS NOT new.fileName)
      AND EXISTS (SELECT 1 FROM messageText_docsize WHERE id = old.id) BEGIN
      INSERT INTO messageText (messageText, rowid, text)
        VALUES ('delete', old.id, searchable(old.text, old.fileName));
      INSERT INTO messageText (rowid, text) VALUES (new.id, searchable(new.text, new.fileName));
    END;
    """

  /// How many have put each kind at a message: reading it costs the same however many that are.
  private static let reactionCounts = """
    CREATE TABLE reactionCount (
      id INTEGER PRIMARY KEY AUTOINCREMENT,
      chatID INTEGER NOT NULL REFERENCES chat ON DELETE CASCADE,
      messageName TEXT NOT NULL,
      emoji TEXT NOT NULL,
      count INTEGER NOT NULL,
      UNIQUE (chatID, messageName, emoji)
    ) STRICT;
    CREATE INDEX reactionCount_byCount ON reactionCount (chatID, messageName, count DESC, emoji);

    CREATE TRIGGER reaction_inserted AFTER INSERT ON reaction
    WHEN NOT new.isRemoved AND new.changedBy IS NULL BEGIN
      INSERT INTO reactionCount (chatID, messageName, emoji, count)
        VALUES (new.chatID, new.messageName, new.emoji, 1)
        ON CONFLICT (chatID, messageName, emoji) DO UPDATE SET count = count + 1;
    END;
    CREATE TRIGGER reaction_shown AFTER UPDATE OF isRemoved, changedBy ON reaction
    WHEN NOT new.isRemoved AND new.changedBy IS NULL
      AND (old.isRemoved OR old.changedBy IS NOT NULL) BEGIN
      INSERT INTO reactionCount (chatID, messageName, emoji, count)
        VALUES (new.chatID, new.messageName, new.emoji, 1)
        ON CONFLICT (chatID, messageName, emoji) DO UPDATE SET count = count + 1;
    END;
    CREATE TRIGGER reaction_hidden AFTER UPDATE OF isRemoved, changedBy ON reaction
    WHEN NOT old.isRemoved AND old.changedBy IS NULL
      AND (new.isRemoved OR new.changedBy IS NOT NULL) BEGIN
      UPDATE reactionCount SET count = count - 1
        WHERE chatID = old.chatID AND messageName = old.messageName AND emoji = old.emoji;
      DELETE FROM reactionCount
        WHERE chatID = old.chatID AND messageName = old.messageName AND emoji = old.emoji
          AND count <= 0;
    END;
    CREATE TRIGGER reaction_deleted AFTER DELETE ON reaction
    WHEN NOT old.isRemoved AND old.changedBy IS NULL BEGIN
      UPDATE reactionCount SET count = count - 1
        WHERE chatID = old.chatID AND messageName = old.messageName AND emoji = old.emoji;
      DELETE FROM reactionCount
        WHERE chatID = old.chatID AND messageName = old.messageName AND emoji = old.emoji
          AND count <= 0;
    END;
    """

  /// Triggers that note which chats' entries in the list have changed (`chat.listRevision`).
  private static let listRevisions = """
    CREATE TRIGGER chat_listed_insert AFTER INSERT ON chat BEGIN
      UPDATE chat SET listRevision = (SELECT max(listRevision) FROM chat) + 1 WHERE id = new.id;
    END;
    \(triggers("chat", ["UPDATE"]) { "id = \($0).id" })
    \(triggers("message") { "id = \($0).chatID" })
    \(triggers("member") { "id = \($0).chatID" })
    \(triggers("outbox") { "id = \($0).chatID" })
    \(triggers("draft") { "id = \($0).chatID" })
    \(triggers("wait") { "id = \($0).chatID" })
    \(triggers("chatSettings") { "ownerName = \($0).ownerName AND zoneName = \($0).zoneName" })
    \(triggers("transfer") { "id = (SELECT chatID FROM message WHERE id = \($0).messageID)" })
    \(triggers("blockedPerson") { _ in "TRUE" })
    """

  /// Triggers that give the chat of a changed row a new number.
  ///
  /// - Parameters:
  ///   - table: where rows change.
  ///   - events: the changes that count.
  ///   - isChat: which row of `chat` is meant by the changed row, `new` or `old`.
  /// - Returns: the statements that make the triggers.
  private static func triggers(
    _ table: String, _ events: [String] = ["INSERT", "UPDATE", "DELETE"],
    where isChat: (String) -> String
  ) -> String {
    events.map { event in
      """
      CREATE TRIGGER \(table)_listed_\(event.lowercased()) AFTER \(event) ON \(table) BEGIN
        UPDATE chat SET listRevision = (SELECT max(listRevision) FROM chat) + 1
        WHERE \(isChat(event == "DELETE" ? "old" : "new"))
          AND listRevision < (SELECT max(listRevision) FROM chat);
      END;
      """
    }.joined(separator: "\n")
  }
}
