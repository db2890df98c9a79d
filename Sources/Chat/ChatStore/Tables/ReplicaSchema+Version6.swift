import ChatModel
import GRDB

/// The sixth version: accounts' names, who last changed a reaction or a read mark, and counted reactions.
extension ReplicaSchema {
  static func migrateToVersion6(_ db: Database) throws {
    try db.execute(sql: version6)
    try forgetWhatIsNoEmoji(db)
    try db.execute(sql: reactionCounts)
  }

  private static let version6 = """
    -- name: that of the account, which older versions did not ask for
    UPDATE member SET name = '';
    -- what somebody wants to be called, sanitised; '' for nothing
    ALTER TABLE member ADD COLUMN displayName TEXT NOT NULL DEFAULT '';
    -- what the account's name looks like (LookAlike)
    ALTER TABLE member ADD COLUMN skeleton TEXT NOT NULL DEFAULT '';
    CREATE INDEX member_bySkeleton ON member (skeleton);
    CREATE INDEX member_byStatus ON member (chatID, status);

    -- ownerName: that of the account
    DELETE FROM invitation;
    ALTER TABLE invitation ADD COLUMN ownerDisplayName TEXT NOT NULL DEFAULT '';
    ALTER TABLE invitation ADD COLUMN ownerID TEXT NOT NULL DEFAULT '';

    -- who has changed it last, where that was not its person
    ALTER TABLE reaction ADD COLUMN changedBy TEXT;
    ALTER TABLE readMark ADD COLUMN changedBy TEXT;

    DELETE FROM readMark WHERE id IN (
      SELECT id FROM (
        SELECT id, row_number() OVER (PARTITION BY chatID, userID ORDER BY id DESC) AS place
        FROM readMark WHERE userID <> (SELECT userRecordName FROM account))
      WHERE place > 16);

    -- Every chat is fetched anew, since nothing here says these things.
    UPDATE epoch SET newest = newest + 1;
    UPDATE chat SET changeToken = NULL, epoch = (SELECT newest FROM epoch), isResyncing = 1,
      hasChanges = hasChanges + 1, isListed = 1
    WHERE ending IS NULL AND changeToken IS NOT NULL;
    """

  private static func forgetWhatIsNoEmoji(_ db: Database) throws {
    let kinds = try String.fetchAll(db, sql: "SELECT DISTINCT emoji FROM reaction")
    for kind in kinds where !Emoji.isOne(kind) {
      try db.execute(sql: "DELETE FROM reaction WHERE emoji = ?", arguments: [kind])
    }
  }

  private static let reactionCounts = """
    DROP INDEX reaction_byMessage;
    CREATE INDEX reaction_byKind ON reaction (chatID, messageName, emoji, changedAt, recordName)
      WHERE NOT isRemoved AND changedBy IS NULL;

    -- How many have put each kind at a message: reading it costs the same however many that are.
    CREATE TABLE reactionCount (
      id INTEGER PRIMARY KEY AUTOINCREMENT,
      chatID INTEGER NOT NULL REFERENCES chat ON DELETE CASCADE,
      messageName TEXT NOT NULL,
      emoji TEXT NOT NULL,
      count INTEGER NOT NULL,
      UNIQUE (chatID, messageName, emoji)
    ) STRICT;
    CREATE INDEX reactionCount_byCount ON reactionCount (chatID, messageName, count DESC, emoji);
    INSERT INTO reactionCount (chatID, messageName, emoji, count)
      SELECT chatID, messageName, emoji, count(*) FROM reaction
      WHERE NOT isRemoved AND changedBy IS NULL GROUP BY chatID, messageName, emoji;

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
}
