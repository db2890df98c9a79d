extension SQLiteSchema {
  /// Record types with their fields and grants, and the indexes of the records.
  ///
  /// 1. An entry is one value of one field of one record: `(zone, field, value)` finds records,
  ///    `(record, field)` finds values. The value is an `IndexKey`.
  /// 2. The field named `___type` has one entry with the empty key for every living record of the
  ///    type, in the order in which the records were made.
  /// 3. Rows in `indexQueue` are not in the entries yet.
  static let recordTypes = """
    CREATE TABLE schemaRole (
      partition INTEGER NOT NULL REFERENCES partition ON DELETE CASCADE,
      name TEXT NOT NULL,
      PRIMARY KEY (partition, name)
    ) STRICT, WITHOUT ROWID;

    CREATE TABLE recordType (
      id INTEGER PRIMARY KEY,
      partition INTEGER NOT NULL REFERENCES partition ON DELETE CASCADE,
      name TEXT NOT NULL,
      UNIQUE (partition, name)
    ) STRICT;

    CREATE TABLE recordTypeGrant (
      recordType INTEGER NOT NULL REFERENCES recordType ON DELETE CASCADE,
      role TEXT NOT NULL,
      permission TEXT NOT NULL,
      PRIMARY KEY (recordType, role, permission)
    ) STRICT, WITHOUT ROWID;

    CREATE TABLE field (
      id INTEGER PRIMARY KEY,
      recordType INTEGER NOT NULL REFERENCES recordType ON DELETE CASCADE,
      name TEXT NOT NULL,
      type TEXT NOT NULL,
      isQueryable INTEGER NOT NULL,
      isSearchable INTEGER NOT NULL,
      isSortable INTEGER NOT NULL,
      UNIQUE (recordType, name)
    ) STRICT;

    CREATE TABLE indexEntry (
      zone TEXT NOT NULL REFERENCES zone ON DELETE CASCADE,
      field INTEGER NOT NULL,
      value BLOB NOT NULL,
      record INTEGER NOT NULL REFERENCES record ON DELETE CASCADE,
      PRIMARY KEY (zone, field, value, record)
    ) STRICT, WITHOUT ROWID;

    CREATE INDEX indexEntryByRecord ON indexEntry (record, field, value);

    CREATE TABLE indexWord (
      zone TEXT NOT NULL REFERENCES zone ON DELETE CASCADE,
      field INTEGER NOT NULL,
      word TEXT NOT NULL,
      record INTEGER NOT NULL REFERENCES record ON DELETE CASCADE,
      PRIMARY KEY (zone, field, word, record)
    ) STRICT, WITHOUT ROWID;

    CREATE INDEX indexWordByRecord ON indexWord (record, field, word);

    CREATE TABLE indexPlace (
      zone TEXT NOT NULL REFERENCES zone ON DELETE CASCADE,
      field INTEGER NOT NULL,
      latitude REAL NOT NULL,
      longitude REAL NOT NULL,
      record INTEGER NOT NULL REFERENCES record ON DELETE CASCADE,
      PRIMARY KEY (zone, field, latitude, longitude, record)
    ) STRICT, WITHOUT ROWID;

    CREATE INDEX indexPlaceByRecord ON indexPlace (record, field);

    CREATE TABLE indexQueue (
      id INTEGER PRIMARY KEY AUTOINCREMENT,
      partition INTEGER NOT NULL REFERENCES partition ON DELETE CASCADE,
      dueAt INTEGER NOT NULL,
      zone TEXT NOT NULL REFERENCES zone ON DELETE CASCADE,
      record INTEGER NOT NULL REFERENCES record ON DELETE CASCADE,
      recordType TEXT NOT NULL,
      entries TEXT
    ) STRICT;

    CREATE INDEX indexQueueDue ON indexQueue (partition, dueAt);
    CREATE INDEX indexQueueByRecord ON indexQueue (record);
    """
}
