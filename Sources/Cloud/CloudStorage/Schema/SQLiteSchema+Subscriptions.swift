extension SQLiteSchema {
  /// The subscriptions of users; `body` is a `StoredSubscription`.
  ///
  /// The index finds the subscriptions that watch a record's type without a look at others.
  static let subscriptions = """
    CREATE TABLE subscription (
      partition INTEGER NOT NULL REFERENCES partition ON DELETE CASCADE,
      userRecordName TEXT NOT NULL,
      scope INTEGER NOT NULL,
      subscriptionID TEXT NOT NULL,
      recordType TEXT,
      body TEXT NOT NULL,
      PRIMARY KEY (partition, userRecordName, scope, subscriptionID)
    ) STRICT, WITHOUT ROWID;

    CREATE INDEX subscriptionByRecordType
      ON subscription (partition, scope, recordType, userRecordName)
      WHERE recordType IS NOT NULL;
    """
}
