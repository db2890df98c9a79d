/// The fourth version: new messages come into the full-text index many at a time.
extension ReplicaSchema {
  /// With a trigger at every message the index would write a segment of its own for each of them.
  static let version4 = """
    DROP TRIGGER message_inserted;
    DROP TRIGGER message_deleted;
    DROP TRIGGER message_changed;
    CREATE TRIGGER message_deleted AFTER DELETE ON message
    WHEN EXISTS (SELECT 1 FROM messageText_docsize WHERE id = old.id) BEGIN
      INSERT INTO messageText (messageText, rowid, text) VALUES ('delete', old.id, old.text);
    END;
    CREATE TRIGGER message_changed AFTER UPDATE OF text ON message
    WHEN old.text <> new.text AND EXISTS (SELECT 1 FROM messageText_docsize WHERE id = old.id) BEGIN
      INSERT INTO messageText (messageText, rowid, text) VALUES ('delete', old.id, old.text);
      INSERT INTO messageText (rowid, text) VALUES (new.id, new.text);
    END;
    """
}
