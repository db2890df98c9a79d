extension SQLiteSchema {
  /// Rows that could not be read whole, as they were when they were set aside.
  static let setAsideRows = """
    CREATE TABLE setAsideRow (
      id INTEGER PRIMARY KEY,
      partition INTEGER NOT NULL REFERENCES partition ON DELETE CASCADE,
      kind TEXT NOT NULL,
      ownerName TEXT NOT NULL,
      zoneName TEXT,
      name TEXT NOT NULL,
      body BLOB NOT NULL,
      setAsideAt INTEGER NOT NULL
    ) STRICT;

    CREATE INDEX setAsideRowByPartition ON setAsideRow (partition);
    """
}
