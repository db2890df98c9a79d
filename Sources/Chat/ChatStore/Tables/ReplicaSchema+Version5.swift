/// The fifth version: epochs are counted over all chats, so that a chat that is left and joined again
/// does not begin with an earlier epoch.
extension ReplicaSchema {
  static let version5 = """
    CREATE TABLE epoch (
      id INTEGER PRIMARY KEY CHECK (id = 1),
      newest INTEGER NOT NULL
    ) STRICT;
    INSERT INTO epoch (id, newest) SELECT 1, coalesce(max(epoch), 0) FROM chat;
    -- The epoch in which the zone was found, made or shared again.
    ALTER TABLE chat ADD COLUMN lifeBegan INTEGER NOT NULL DEFAULT 0;
    """
}
