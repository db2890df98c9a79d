import CloudModel

/// The source of the rows of a subject.
///
/// `p` is the partition, `?1` the container and `?2` the environment that are asked for, or null. A table that is
/// selected with `*` shows new columns without a change here.
struct InspectionSource {
  var sql: String
  var order: String
  var accountColumn: String?
  var zoneColumn: String?
  /// Whether the rows belong to a partition; an account belongs to the whole cloud.
  var isInPartition = true
  /// Columns whose text is JSON.
  var json: Set<String> = []
  /// Columns whose number is a truth value.
  var flags: Set<String> = []
  /// Tables without which there is nothing to show.
  var needs: [String] = []

  init(_ subject: InspectionSubject) {
    self =
      switch subject {
      case .accounts: Self.accounts
      case .containers: Self.containers
      case .zones: Self.zones
      case .shares: Self.shares
      case .records: Self.records
      case .feeds: Self.feeds
      case .subscriptions: Self.subscriptions
      case .assets: Self.assets
      case .setAside: Self.setAside
      }
  }

  private init(
    _ sql: String, order: String, account: String? = nil, zone: String? = nil,
    json: Set<String> = [], flags: Set<String> = [], needs: [String] = [],
    isInPartition: Bool = true
  ) {
    self.sql = sql
    self.order = order
    accountColumn = account
    zoneColumn = zone
    self.json = json
    self.flags = flags
    self.needs = needs
    self.isInPartition = isInPartition
  }

  /// Zones with their place and their owner's name.
  private static let zonesWithPlaces = """
    zone AS z JOIN partition AS p ON p.id = z.partition
    LEFT JOIN account AS a ON a.userRecordName = z.ownerName
    """

  private static let accounts = InspectionSource(
    """
    SELECT a.name, a.userRecordName,
      (SELECT count(*) FROM partition AS p JOIN zone
        ON zone.partition = p.id AND zone.ownerName = a.userRecordName
        WHERE \(isWanted)) AS zones,
      (SELECT coalesce(sum(bytes), 0) FROM partition AS p JOIN usage
        ON usage.partition = p.id AND usage.userRecordName = a.userRecordName
        WHERE \(isWanted)) AS bytes
    FROM (SELECT * FROM account WHERE state <> 'deleted') AS a
    """, order: "a.name", account: "a.userRecordName", isInPartition: false)

  private static let isWanted =
    "(?1 IS NULL OR p.container = ?1) AND (?2 IS NULL OR p.environment = ?2)"

  private static let containers = InspectionSource(
    """
    SELECT p.container, p.environment, p.ownerName AS publicOwner,
      (SELECT count(*) FROM zone WHERE partition = p.id) AS zones,
      (SELECT count(*) FROM zone JOIN record ON record.zone = zone.incarnation
        WHERE zone.partition = p.id AND NOT record.isDeleted) AS records,
      (SELECT coalesce(sum(bytes), 0) FROM usage WHERE partition = p.id) AS bytes
    FROM partition AS p
    """, order: "p.container, p.environment")

  private static let zones = InspectionSource(
    """
    SELECT p.container, p.environment, a.name AS owner, z.zoneName, z.ownerName, z.sequence,
      (SELECT count(*) FROM record WHERE zone = z.incarnation AND NOT isDeleted) AS records,
      (SELECT count(*) FROM record WHERE zone = z.incarnation AND isDeleted) AS tombstones,
      (SELECT count(*) FROM share WHERE zone = z.incarnation) AS shares, z.bytes, z.incarnation
    FROM \(zonesWithPlaces)
    """, order: "p.id, z.ownerName, z.zoneName", account: "z.ownerName", zone: "z.zoneName")

  private static let shares = InspectionSource(
    """
    SELECT p.container, p.environment, a.name AS owner, z.zoneName, nullif(s.root, '') AS root,
      s.recordName, s.publicPermission,
      (SELECT json_group_array(json_object('name', account.name,
          'userRecordName', participant.userRecordName, 'role', role, 'status', status,
          'permission', permission))
        FROM participant LEFT JOIN account USING (userRecordName)
        WHERE participant.zone = s.zone AND participant.root = s.root) AS participants,
      (SELECT shortGUID FROM shareLink
        WHERE shareLink.zone = s.zone AND shareLink.root = s.root) AS shortGUID
    FROM \(zonesWithPlaces) JOIN share AS s ON s.zone = z.incarnation
    """, order: "p.id, z.ownerName, z.zoneName, s.root", account: "z.ownerName",
    zone: "z.zoneName", json: ["participants"])

  private static let records = InspectionSource(
    """
    SELECT p.container, p.environment, a.name AS owner, z.zoneName, r.recordName, r.recordType,
      r.changeCount AS changeTag, r.sequence, r.isDeleted AS deleted, r.parent, r.coveredBy,
      r.bytes, r.modifiedAt, coalesce(m.name, r.modifiedBy) AS modifiedBy, r.fields
    FROM \(zonesWithPlaces) JOIN record AS r ON r.zone = z.incarnation
    LEFT JOIN account AS m ON m.userRecordName = r.modifiedBy
    """, order: "p.id, z.ownerName, z.zoneName, r.sequence", account: "z.ownerName",
    zone: "z.zoneName", json: ["fields"], flags: ["deleted"])

  private static let feeds = InspectionSource(
    """
    SELECT p.container, p.environment, a.name AS account, e.scope AS database, e.sequence,
      f.sequence AS head, coalesce(o.name, e.ownerName) AS owner, e.zoneName, e.deletionReason,
      e.changedAt
    FROM feedEntry AS e
    JOIN feed AS f ON f.partition = e.partition AND f.userRecordName = e.userRecordName
      AND f.scope = e.scope
    JOIN partition AS p ON p.id = e.partition
    LEFT JOIN account AS a ON a.userRecordName = e.userRecordName
    LEFT JOIN account AS o ON o.userRecordName = e.ownerName
    """, order: "e.partition, e.userRecordName, e.scope, e.sequence",
    account: "e.userRecordName", zone: "e.zoneName")

  private static let subscriptions = InspectionSource(
    """
    SELECT p.container, p.environment, a.name AS account, s.scope AS database, s.*
    FROM subscription AS s JOIN partition AS p ON p.id = s.partition
    LEFT JOIN account AS a ON a.userRecordName = s.userRecordName
    """, order: "s.partition, s.userRecordName, s.scope, s.subscriptionID",
    account: "s.userRecordName",
    zone: "CASE WHEN json_valid(s.body) THEN s.body ->> '$.zoneID.zoneName' END")

  private static let setAside = InspectionSource(
    """
    SELECT p.container, p.environment, s.kind, a.name AS owner, s.zoneName, s.name, s.setAsideAt,
      CAST(s.body AS TEXT) AS body
    FROM setAsideRow AS s JOIN partition AS p ON p.id = s.partition
    LEFT JOIN account AS a ON a.userRecordName = s.ownerName
    """, order: "s.id", account: "s.ownerName", zone: "s.zoneName")

  private static let assets = InspectionSource(
    """
    SELECT p.container, p.environment, a.name AS owner, z.zoneName, r.recordName, r.recordType,
      t.fieldName, t.position, t.size, t.checksum
    FROM \(zonesWithPlaces) JOIN record AS r ON r.zone = z.incarnation
    JOIN assetReference AS t ON t.record = r.id
    """, order: "p.id, z.ownerName, z.zoneName, r.id, t.fieldName, t.position",
    account: "z.ownerName", zone: "z.zoneName", needs: ["assetReference"])
}
