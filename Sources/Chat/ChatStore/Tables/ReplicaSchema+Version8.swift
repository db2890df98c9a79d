/// The eighth version: what the processes of one replica say to each other about its engine.
extension ReplicaSchema {
  static let version8 = """
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
}
