/// The tenth version: searches find parts of words in scripts without spaces, and the names of files.
extension ReplicaSchema {
  static let version10 = """
    DROP TRIGGER message_deleted;
    DROP TRIGGER message_changed;
    DROP TABLE messageText;
    CREATE VIRTUAL TABLE messageText USING fts5 (
      text, content = '', tokenize = 'unicode61 remove_diacritics 2');
    INSERT INTO messageText (rowid, text) SELECT id, searchable(text, fileName) FROM message;
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
}
