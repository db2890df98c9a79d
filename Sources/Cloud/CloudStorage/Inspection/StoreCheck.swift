import CloudModel

/// One of the store's invariants, with a query that finds the rows that break it.
struct StoreCheck {
  /// The invariant in words, for people.
  var name: String
  /// Returns one text per problem.
  var sql: String
  /// The tables that the query needs; without them there is nothing to check.
  var needs: [String] = []

  static let all: [StoreCheck] = accounts + codes + feeds + sharing + storage + indexes

  private static let deletionReasons = DatabaseChanges.Deletion.Reason.allCases
    .map { "'\($0.rawValue)'" }.joined(separator: ", ")

  private static let accounts = [
    StoreCheck(
      name: "nobody is signed in to an account that is disabled or deleted",
      sql: """
        SELECT a.name FROM session AS s JOIN account AS a USING (userRecordName)
        WHERE a.state <> 'active'
        """),
    StoreCheck(
      name: "nothing is left of an account that was deleted but its name",
      sql: """
        SELECT a.name FROM account AS a WHERE a.state = 'deleted' AND (
          coalesce(a.emailAddress, a.firstName, a.lastName, a.passphrase) IS NOT NULL
          OR EXISTS (SELECT 1 FROM partition AS p JOIN zone AS z
            ON z.partition = p.id AND z.ownerName = a.userRecordName)
          OR EXISTS (SELECT 1 FROM participant AS t WHERE t.userRecordName = a.userRecordName))
        """),
  ]

  private static let feeds = [
    StoreCheck(
      name: "every record has a place in its zone's feed",
      sql: """
        SELECT z.zoneName || '/' || r.recordName FROM record AS r
        JOIN zone AS z ON z.incarnation = r.zone WHERE r.sequence NOT BETWEEN 1 AND z.sequence
        """),
    StoreCheck(
      name: "every departure has a place in its zone's feed",
      sql: """
        SELECT z.zoneName || '/' || d.recordName FROM departure AS d
        JOIN zone AS z ON z.incarnation = d.zone WHERE d.sequence NOT BETWEEN 1 AND z.sequence
        """),
    StoreCheck(
      name: "every zone has a place in its database's feed",
      sql: """
        SELECT e.userRecordName || '/' || e.zoneName FROM feedEntry AS e
        JOIN feed AS f USING (partition, userRecordName, scope)
        WHERE e.sequence NOT BETWEEN 1 AND f.sequence
        """),
    StoreCheck(
      name: "every zone that is gone has a known reason",
      sql: """
        SELECT e.userRecordName || '/' || e.zoneName FROM feedEntry AS e
        WHERE e.deletionReason NOT IN (\(deletionReasons))
        """),
    StoreCheck(
      name: "every custom zone is in its owner's feed",
      sql: """
        SELECT z.ownerName || '/' || z.zoneName FROM zone AS z
        WHERE z.zoneName <> '_defaultZone' AND NOT EXISTS (
          SELECT 1 FROM feedEntry AS e WHERE e.partition = z.partition
            AND e.userRecordName = z.ownerName AND e.scope = 2 AND e.ownerName = z.ownerName
            AND e.zoneName = z.zoneName AND e.deletionReason IS NULL)
        """),
    StoreCheck(
      name: "every shared zone is in the feeds of its members",
      sql: """
        SELECT t.userRecordName || '/' || z.zoneName FROM participant AS t
        JOIN zone AS z ON z.incarnation = t.zone
        WHERE t.status = 'ACCEPTED' AND t.userRecordName <> z.ownerName AND NOT EXISTS (
          SELECT 1 FROM feedEntry AS e WHERE e.partition = z.partition
            AND e.userRecordName = t.userRecordName AND e.scope = 3
            AND e.ownerName = z.ownerName AND e.zoneName = z.zoneName
            AND e.deletionReason IS NULL)
        """),
  ]

  private static let sharing = [
    StoreCheck(
      name: "no zone is shared both as a whole and by hierarchies",
      sql: """
        SELECT z.zoneName FROM share AS s JOIN zone AS z ON z.incarnation = s.zone
        WHERE s.root = '' AND EXISTS (
          SELECT 1 FROM share AS other WHERE other.zone = s.zone AND other.root <> '')
        """),
    StoreCheck(
      name: "every share has one owner and at most 100 participants",
      sql: """
        SELECT z.zoneName || '/' || s.recordName FROM share AS s
        JOIN zone AS z ON z.incarnation = s.zone
        WHERE (SELECT count(*) FROM participant AS t
            WHERE t.zone = s.zone AND t.root = s.root) > 100
          OR (SELECT count(*) FROM participant AS t WHERE t.zone = s.zone AND t.root = s.root
            AND t.role = 'OWNER' AND t.userRecordName = z.ownerName) <> 1
        """),
    StoreCheck(
      name: "every share has its record, and every share record its share",
      sql: """
        SELECT z.zoneName || '/' || s.recordName FROM share AS s
        JOIN zone AS z ON z.incarnation = s.zone
        WHERE NOT EXISTS (SELECT 1 FROM record AS r WHERE r.zone = s.zone
          AND r.recordName = s.recordName AND r.recordType = 'cloudkit.share'
          AND NOT r.isDeleted)
        UNION ALL
        SELECT z.zoneName || '/' || r.recordName FROM record AS r
        JOIN zone AS z ON z.incarnation = r.zone
        WHERE r.recordType = 'cloudkit.share' AND NOT r.isDeleted AND NOT EXISTS (
          SELECT 1 FROM share AS s WHERE s.zone = r.zone AND s.recordName = r.recordName)
        """),
    StoreCheck(
      name: "every record is in its parent's share, and that share exists",
      sql: """
        SELECT z.zoneName || '/' || r.recordName FROM record AS r
        JOIN zone AS z ON z.incarnation = r.zone
        LEFT JOIN record AS p
          ON p.zone = r.zone AND p.recordName = r.parent AND NOT p.isDeleted
        WHERE NOT r.isDeleted AND (
          (r.coveredBy IS NOT NULL AND NOT EXISTS (
            SELECT 1 FROM share AS s WHERE s.zone = r.zone AND s.root = r.coveredBy))
          OR (r.recordType <> 'cloudkit.share' AND r.coveredBy IS NOT r.recordName
            AND r.coveredBy IS NOT p.coveredBy))
        """),
  ]

  private static let storage = [
    StoreCheck(
      name: "charged bytes equal stored bytes",
      sql: """
        SELECT z.ownerName || '/' || z.zoneName FROM zone AS z WHERE z.bytes <>
          (SELECT coalesce(sum(r.bytes), 0) FROM record AS r WHERE r.zone = z.incarnation)
        UNION ALL
        SELECT u.userRecordName FROM usage AS u WHERE u.bytes <>
          (SELECT coalesce(sum(z.bytes), 0) FROM zone AS z
            WHERE z.partition = u.partition AND z.ownerName = u.userRecordName)
        """),
    StoreCheck(
      name: "the bytes of writers equal those of their records",
      sql: """
        SELECT z.zoneName || '/' || c.userRecordName FROM (
          SELECT zone, userRecordName, bytes FROM writer
          UNION ALL SELECT zone, createdBy, -bytes FROM record) AS c
        JOIN zone AS z ON z.incarnation = c.zone
        GROUP BY c.zone, c.userRecordName HAVING sum(c.bytes) <> 0
        """, needs: ["writer"]),
    StoreCheck(
      name: "every validated reference belongs to an existing record",
      sql: """
        SELECT r.recordName FROM recordReference AS f JOIN record AS r ON r.id = f.record
        WHERE r.isDeleted OR r.zone <> f.zone
        """),
    StoreCheck(
      name: "every asset belongs to an existing record",
      sql: """
        SELECT r.recordName || '/' || f.fieldName FROM assetReference AS f
        JOIN record AS r ON r.id = f.record WHERE r.isDeleted
        """, needs: ["assetReference"]),
  ]

  private static let indexes = ["indexEntry", "indexWord", "indexPlace"].map { table in
    StoreCheck(
      name: "every entry of \(table) belongs to an existing record",
      sql: """
        SELECT r.recordName FROM \(table) AS i JOIN record AS r ON r.id = i.record
        WHERE r.isDeleted OR r.zone <> i.zone
        """, needs: [table])
  }

  private static let codes = [
    StoreCheck(
      name: "every code but an invitation is for an account",
      sql: """
        SELECT c.id FROM admissionCode AS c
        WHERE (c.kind = '\(CodeKind.invitation.rawValue)') <> (c.userRecordName IS NULL)
          OR (c.name IS NOT NULL AND c.kind <> '\(CodeKind.invitation.rawValue)')
          OR c.kind NOT IN (\(codeKinds)) OR c.uses < 0
        """, needs: ["admissionCode"])
  ]

  private static let codeKinds = CodeKind.allCases.map { "'\($0.rawValue)'" }
    .joined(separator: ", ")
}
