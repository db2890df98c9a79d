extension SQLiteSchema {
  /// Assets by the checksum of their bytes, the records that hold them, and rights to upload and
  /// attach.
  ///
  /// Bytes belong to no partition. Triggers note every asset that loses a reference in
  /// `releasedAsset`, so that the cost of a sweep depends on what was released.
  static let assets = """
    CREATE TABLE asset (
      checksum BLOB NOT NULL PRIMARY KEY,
      size INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID;

    CREATE TABLE assetReference (
      record INTEGER NOT NULL REFERENCES record ON DELETE CASCADE,
      fieldName TEXT NOT NULL,
      position INTEGER NOT NULL,
      checksum BLOB NOT NULL REFERENCES asset,
      size INTEGER NOT NULL,
      PRIMARY KEY (record, fieldName, position)
    ) STRICT, WITHOUT ROWID;

    CREATE INDEX assetReferenceByAsset ON assetReference (checksum);

    CREATE TABLE assetUpload (
      id INTEGER PRIMARY KEY,
      partition INTEGER NOT NULL REFERENCES partition ON DELETE CASCADE,
      userRecordName TEXT NOT NULL,
      scope INTEGER NOT NULL,
      zone TEXT REFERENCES zone ON DELETE CASCADE,
      recordType TEXT,
      fieldName TEXT,
      recordName TEXT,
      tokenHash BLOB UNIQUE,
      receiptHash BLOB UNIQUE,
      checksum BLOB REFERENCES asset,
      size INTEGER,
      expiresAt INTEGER NOT NULL
    ) STRICT;

    CREATE INDEX assetUploadByUser ON assetUpload (partition, userRecordName, expiresAt);
    CREATE INDEX assetUploadByZone ON assetUpload (zone) WHERE zone IS NOT NULL;
    CREATE INDEX assetUploadByAsset ON assetUpload (checksum) WHERE checksum IS NOT NULL;
    CREATE INDEX assetUploadExpiry ON assetUpload (expiresAt);

    CREATE TABLE releasedAsset (
      checksum BLOB NOT NULL PRIMARY KEY
    ) STRICT, WITHOUT ROWID;

    CREATE TRIGGER assetReferenceReleases AFTER DELETE ON assetReference BEGIN
      INSERT OR IGNORE INTO releasedAsset (checksum) VALUES (old.checksum);
    END;

    CREATE TRIGGER assetUploadReleases AFTER DELETE ON assetUpload
    WHEN old.checksum IS NOT NULL BEGIN
      INSERT OR IGNORE INTO releasedAsset (checksum) VALUES (old.checksum);
    END;
    """
}
