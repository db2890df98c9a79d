/// The eleventh version: replies, and drafts of replies and edits.
extension ReplicaSchema {
  static let version11 = """
    -- The record name of the message that is answered.
    ALTER TABLE message ADD COLUMN replyTo TEXT;
    ALTER TABLE draft ADD COLUMN replyTo TEXT;
    -- The message that is being changed, and its text as it is being written.
    ALTER TABLE draft ADD COLUMN editOf TEXT;
    ALTER TABLE draft ADD COLUMN editText TEXT;
    """
}
