/// The seventh version: every zone with a session is a chat; the names of the zone and the session
/// do not matter.
extension ReplicaSchema {
  static let version7 = """
    -- The record name of the chat's session.
    ALTER TABLE chat ADD COLUMN sessionName TEXT NOT NULL DEFAULT 'session';
    -- 0 while no session was seen in a zone that was found: nothing of it is shown or kept.
    ALTER TABLE chat ADD COLUMN isChat INTEGER NOT NULL DEFAULT 1;
    -- Zones that were passed over for their names are named again, by a listing of all.
    UPDATE databaseToken SET token = NULL, isListing = 1;
    UPDATE chat SET isListed = 0;
    """
}
