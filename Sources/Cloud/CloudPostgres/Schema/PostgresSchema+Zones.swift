extension PostgresSchema {
  /// Zones, and the records in them.
  ///
  /// A record's `id` comes from a block of numbers that its transaction has reserved after it locked the zone, so the
  /// numbers in a zone are in the order in which its records were made.
  static let zones = """
    CREATE TABLE zone (
      incarnation \(text) PRIMARY KEY,
      partition bigint NOT NULL,
      ownerName \(text) NOT NULL,
      zoneName \(text) NOT NULL,
      sequence bigint NOT NULL,
      tokenEpoch bigint NOT NULL,
      bytes bigint NOT NULL DEFAULT 0,
      -- what each member may store here; null: as much as the owner has
      memberBytes bigint,
      UNIQUE (partition, ownerName, zoneName)
    ) WITH (fillfactor = 70);

    CREATE SEQUENCE recordBlock;

    CREATE TABLE record (
      id bigint PRIMARY KEY,
      zone \(text) NOT NULL,
      recordName \(text) NOT NULL,
      recordType \(text) NOT NULL,
      changeCount bigint NOT NULL,
      sequence bigint NOT NULL,
      isDeleted boolean NOT NULL,
      parent \(text),
      shareReference \(text),
      shortGUID \(text),
      coveredBy \(text),
      fields \(text) NOT NULL,
      bytes bigint NOT NULL,
      createdAt bigint NOT NULL,
      createdBy \(text) NOT NULL,
      modifiedAt bigint NOT NULL,
      modifiedBy \(text) NOT NULL,
      -- the values of encrypted fields; FieldSealer says how
      sealed bytea,
      UNIQUE (zone, recordName)
    );
    CREATE UNIQUE INDEX recordFeed ON record (zone, sequence);
    CREATE INDEX recordCover ON record (zone, coveredBy) WHERE coveredBy IS NOT NULL;
    CREATE INDEX recordChildren ON record (zone, parent) WHERE parent IS NOT NULL;

    -- the bytes of a zone's records by who made them
    CREATE TABLE writer (
      zone \(text) NOT NULL,
      userRecordName \(text) NOT NULL,
      bytes bigint NOT NULL,
      PRIMARY KEY (zone, userRecordName)
    );

    -- the references that bind: those that delete their record with the target, and those that forbid its deletion
    CREATE TABLE recordReference (
      record bigint NOT NULL,
      target \(text) NOT NULL,
      action \(text) NOT NULL,
      zone \(text) NOT NULL,
      PRIMARY KEY (record, target, action)
    );
    CREATE INDEX recordReferrers ON recordReference (zone, target, action);
    """

  /// Shares of zones and hierarchies, their participants, and the records that left a user's view.
  ///
  /// The root of a hierarchy stands in `root`; it is empty where the whole zone is shared. Who is invited under an
  /// address that no account has stands in `awaitedParticipant`.
  static let sharing = """
    CREATE TABLE share (
      zone \(text) NOT NULL,
      root \(text) NOT NULL,
      recordName \(text) NOT NULL,
      publicPermission \(text) NOT NULL,
      PRIMARY KEY (zone, root)
    );

    CREATE TABLE shareLink (
      shortGUID \(text) PRIMARY KEY,
      zone \(text) NOT NULL,
      root \(text) NOT NULL,
      UNIQUE (zone, root)
    );

    CREATE TABLE participant (
      zone \(text) NOT NULL,
      root \(text) NOT NULL,
      userRecordName \(text) NOT NULL,
      participantID \(text) NOT NULL,
      position bigint NOT NULL,
      role \(text) NOT NULL,
      permission \(text) NOT NULL,
      status \(text) NOT NULL,
      PRIMARY KEY (zone, root, userRecordName)
    );
    CREATE INDEX participantByUser ON participant (userRecordName, status);

    CREATE TABLE awaitedParticipant (
      zone \(text) NOT NULL,
      root \(text) NOT NULL,
      address \(text) NOT NULL,
      participantID \(text) NOT NULL,
      position bigint NOT NULL,
      permission \(text) NOT NULL
    );
    CREATE UNIQUE INDEX awaitedParticipantKey ON awaitedParticipant (zone, root, lower(address));
    CREATE INDEX awaitedParticipantByAddress ON awaitedParticipant (lower(address));

    CREATE TABLE departure (
      zone \(text) NOT NULL,
      userRecordName \(text) NOT NULL,
      recordName \(text) NOT NULL,
      sequence bigint NOT NULL,
      PRIMARY KEY (zone, userRecordName, recordName)
    );
    CREATE INDEX departureOrder ON departure (zone, userRecordName, sequence);
    """

  /// The feeds of users' databases, and one more for each user: `notice`, with the scope 0.
  ///
  /// `otherSequence` is the number of the zone's last change that was not made by `device`, which has made the last.
  static let feeds = """
    CREATE TABLE feed (
      partition bigint NOT NULL,
      userRecordName \(text) NOT NULL,
      scope bigint NOT NULL,
      sequence bigint NOT NULL,
      tokenEpoch bigint NOT NULL,
      PRIMARY KEY (partition, userRecordName, scope)
    ) WITH (fillfactor = 70);

    CREATE TABLE feedEntry (
      partition bigint NOT NULL,
      userRecordName \(text) NOT NULL,
      scope bigint NOT NULL,
      ownerName \(text) NOT NULL,
      zoneName \(text) NOT NULL,
      sequence bigint NOT NULL,
      changedAt bigint NOT NULL,
      deletionReason \(text),
      -- Caller.deviceNumber
      device bigint,
      otherSequence bigint NOT NULL,
      PRIMARY KEY (partition, userRecordName, scope, ownerName, zoneName)
    ) WITH (fillfactor = 70);
    CREATE UNIQUE INDEX feedEntryOrder ON feedEntry (partition, userRecordName, scope, sequence);
    """

  /// The subscriptions of users; `body` is a `StoredSubscription`.
  ///
  /// The index finds the subscriptions that watch a record's type without a look at others.
  static let subscriptions = """
    CREATE TABLE subscription (
      partition bigint NOT NULL,
      userRecordName \(text) NOT NULL,
      scope bigint NOT NULL,
      subscriptionID \(text) NOT NULL,
      recordType \(text),
      body \(text) NOT NULL,
      PRIMARY KEY (partition, userRecordName, scope, subscriptionID)
    );
    CREATE INDEX subscriptionByRecordType ON subscription (partition, scope, recordType, userRecordName)
      WHERE recordType IS NOT NULL;
    """

  /// Assets by the checksum of their bytes, the records that hold them, and rights to upload and attach.
  ///
  /// Bytes belong to no partition. `releasedAsset` notes every asset that has lost a reference, so that the cost of a
  /// sweep depends on what was released. `blob` and `blobChunk` hold the sealed files, unless they are in a folder.
  static let assets = """
    CREATE TABLE asset (
      checksum bytea PRIMARY KEY,
      size bigint NOT NULL
    );

    CREATE TABLE assetReference (
      record bigint NOT NULL,
      fieldName \(text) NOT NULL,
      position bigint NOT NULL,
      checksum bytea NOT NULL REFERENCES asset,
      size bigint NOT NULL,
      PRIMARY KEY (record, fieldName, position)
    );
    CREATE INDEX assetReferenceByAsset ON assetReference (checksum);

    CREATE TABLE assetUpload (
      id bigint GENERATED BY DEFAULT AS IDENTITY PRIMARY KEY,
      partition bigint NOT NULL,
      userRecordName \(text) NOT NULL,
      scope bigint NOT NULL,
      zone \(text),
      recordType \(text),
      fieldName \(text),
      recordName \(text),
      tokenHash bytea UNIQUE,
      receiptHash bytea UNIQUE,
      checksum bytea REFERENCES asset,
      size bigint,
      expiresAt bigint NOT NULL
    );
    CREATE INDEX assetUploadByUser ON assetUpload (partition, userRecordName, expiresAt);
    CREATE INDEX assetUploadByZone ON assetUpload (zone) WHERE zone IS NOT NULL;
    CREATE INDEX assetUploadByAsset ON assetUpload (checksum) WHERE checksum IS NOT NULL;
    CREATE INDEX assetUploadExpiry ON assetUpload (expiresAt);

    CREATE TABLE releasedAsset (checksum bytea PRIMARY KEY);

    CREATE TABLE blob (
      id bigint GENERATED BY DEFAULT AS IDENTITY PRIMARY KEY,
      -- the asset whose bytes they are; null while they are received, and after the asset was removed
      checksum bytea UNIQUE,
      length bigint NOT NULL,
      -- of the last of these changes, by the database's clock
      changedAt bigint NOT NULL
    );
    CREATE INDEX blobWithoutAsset ON blob (changedAt) WHERE checksum IS NULL;

    CREATE TABLE blobChunk (
      blob bigint NOT NULL,
      number bigint NOT NULL,
      bytes bytea NOT NULL,
      PRIMARY KEY (blob, number)
    );
    -- Sealed bytes cannot be made shorter.
    ALTER TABLE blobChunk ALTER bytes SET STORAGE EXTERNAL;
    """

  /// Rows that could not be read whole, as they were when they were set aside.
  static let setAside = """
    CREATE TABLE setAsideRow (
      id bigint GENERATED BY DEFAULT AS IDENTITY PRIMARY KEY,
      partition bigint NOT NULL,
      kind \(text) NOT NULL,
      ownerName \(text) NOT NULL,
      zoneName \(text),
      name \(text) NOT NULL,
      body bytea NOT NULL,
      setAsideAt bigint NOT NULL
    );
    CREATE INDEX setAsideRowByPartition ON setAsideRow (partition);
    """
}
