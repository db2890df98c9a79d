extension PostgresSchema {
  /// The servers that use the store, the channels whose polls they hold, and notices to the users of these.
  ///
  /// Times are those of the database's clock.
  static let servers = """
    CREATE TABLE server (
      name \(text) PRIMARY KEY,
      -- random, another one after a restart
      run \(text) NOT NULL,
      seenAt bigint NOT NULL
    );

    CREATE TABLE channel (
      -- SHA-256 of the push token
      hash bytea PRIMARY KEY,
      partition bigint NOT NULL,
      userRecordName \(text) NOT NULL,
      -- null where the device has no name, or has opened it without a session
      clientID \(text),
      session \(text),
      server \(text) NOT NULL,
      -- counts how often it was given to another device
      version bigint NOT NULL,
      -- the numbers of the user's feeds when the user got it
      notices bigint NOT NULL,
      private bigint NOT NULL,
      shared bigint NOT NULL
    );
    CREATE INDEX channelByUser ON channel (userRecordName, partition);
    CREATE INDEX channelByServer ON channel (server);

    CREATE TABLE consoleSession (
      -- SHA-256 of the secret in the browser's cookie
      digest bytea PRIMARY KEY,
      -- null for the administrator
      userRecordName \(text),
      openedAt bigint NOT NULL
    );

    CREATE TABLE notice (
      partition bigint NOT NULL,
      userRecordName \(text) NOT NULL,
      -- from the user's feed with the scope 0
      sequence bigint NOT NULL,
      -- a StoredNotice
      body bytea NOT NULL,
      createdAt bigint NOT NULL,
      PRIMARY KEY (partition, userRecordName, sequence)
    );
    """

  /// The present time in milliseconds since 1970.
  static let now = "(extract(epoch FROM clock_timestamp()) * 1000)::bigint"
}
