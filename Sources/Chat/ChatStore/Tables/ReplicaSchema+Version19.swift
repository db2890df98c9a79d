import ChatModel
import GRDB

/// The nineteenth version: what a newer version of a message changes is decided by the program.
extension ReplicaSchema {
  static func migrateToVersion19(_ db: Database) throws {
    try db.execute(sql: version19)
    let long = try Int64.fetchAll(
      db, sql: "SELECT id FROM message WHERE length(CAST(text AS BLOB)) > ?",
      arguments: [Message.textLimitBytes])
    for id in long {
      let text = try String.fetchOne(
        db, sql: "SELECT text FROM message WHERE id = ?", arguments: [id])
      try db.execute(
        sql: "UPDATE message SET text = ? WHERE id = ?",
        arguments: [text.map(MessageText.bounded), id])
    }
  }

  private static let version19 = """
    -- The file of the earlier version, if the next one has another file or none.
    ALTER TABLE messageVersion ADD COLUMN fileName TEXT;
    ALTER TABLE messageVersion ADD COLUMN fileType TEXT;
    ALTER TABLE messageVersion ADD COLUMN fileSize INTEGER;
    ALTER TABLE messageVersion ADD COLUMN fileDigest TEXT;
    DROP TRIGGER message_edited;

    -- What a message answers never changes, and versions before the eleventh kept it as an unknown field.
    UPDATE message SET replyTo = json_extract(CAST(unknownFields AS TEXT), '$.replyTo.value')
    WHERE replyTo IS NULL AND unknownFields IS NOT NULL
      AND json_valid(CAST(unknownFields AS TEXT))
      AND json_type(CAST(unknownFields AS TEXT), '$.replyTo.value') = 'text'
      AND length(json_extract(CAST(unknownFields AS TEXT), '$.replyTo.value')) BETWEEN 1 AND 255;
    """
}
