/// The tables of the store; one file per subject beside this one.
///
/// They are those of the store in SQLite, with the same columns, so that a store can move from one to the other.
/// These differences come from the engine:
///
/// 1. Every text is compared byte by byte, whatever the locale of the database. Names without case are found by
///    `lower`, which changes only ASCII letters then.
/// 2. What a zone or a partition contains has no foreign keys: each row would look for its zone again. To remove
///    a zone names its tables, as `zoneTables` does, and so does a partition.
/// 3. Nothing counts what a user stores: one row for each user would be locked by all writers of the user's zones.
///    The sum over the zones is read instead.
/// 4. There are no triggers. Who removes a reference to an asset notes it in `releasedAsset`, as `releaseReferences`
///    does.
/// 5. Values are large integers where SQLite has integers, and truth values where it has 0 and 1.
/// 6. What servers leave for one another has tables of its own (`servers`), and `feedEntry` says which device has
///    made a change.
/// 7. Identifiers are not quoted, so PostgreSQL sees them in small letters.
enum PostgresSchema {
  /// The version of these tables.
  ///
  /// A newer program has written a store with a greater one. A released version never changes; the schema grows by one
  /// more text in `upgrades`.
  static let version: Int64 = 1

  /// The texts that make each version from the one before, the first from nothing.
  static let upgrades = [
    [
      registry, access, admissionCodes, zones, sharing, feeds, recordTypes, subscriptions, assets,
      setAside, servers,
    ]
    .joined(separator: "\n")
  ]

  /// A text that is compared byte by byte.
  static let text = #"text COLLATE "C""#

  /// The tables whose rows belong to a zone, by its incarnation in the column `zone`; the zone itself is apart.
  static let zoneTables = [
    "indexEntry", "indexWord", "indexPlace", "indexQueue", "recordReference", "writer", "record",
    "awaitedParticipant",
    "participant", "share", "shareLink", "departure",
  ]

  /// The tables whose rows belong to a partition and end with its data; the zones and uploads are apart.
  static let partitionTables = [
    "feedEntry", "feed", "notice", "channel", "subscription", "setAsideRow",
  ]
}
