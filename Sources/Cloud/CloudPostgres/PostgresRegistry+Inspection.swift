import CloudModel
import CloudRows
import CloudRules
import Foundation

extension PostgresRegistry {
  /// One page in a stable order; later pages shift if rows are added or removed meanwhile.
  func inspect(_ query: InspectionQuery) throws -> InspectionPage {
    let source = PostgresInspection(query)
    var conditions: [SQL] = source.conditions
    if let zone = query.zone, let column = source.zone {
      conditions.append("\(sql: column) = \(zone)")
    }
    if let account = query.account, let column = source.account {
      conditions.append(
        """
        (\(sql: column) = \(account) OR \(sql: column) =
          (SELECT userRecordName FROM account WHERE lower(name) = lower(\(account))))
        """)
    }
    let condition: SQL =
      conditions.isEmpty ? "" : "WHERE \(conditions.joined(separator: " AND "))"
    let columns = source.columns.map(\.sql).joined(separator: ", ")
    let rows = try conversation.readOnce(
      """
      SELECT \(columns) FROM \(sql: source.tables) \(condition)
      ORDER BY \(sql: source.order) LIMIT \(query.limit + 1) OFFSET \(query.offset)
      """
    ).read { row in
      var values: [String: InspectionValue] = [:]
      for column in source.columns { values[column.name] = try column.value(&row) }
      return values
    }
    return InspectionPage(
      subject: query.subject, columns: source.columns.map(\.name),
      rows: Array(rows.prefix(query.limit)),
      next: rows.count > query.limit ? String(query.offset + query.limit) : nil)
  }
}

/// The source of the rows of a subject; its columns are those that the store in SQLite shows.
private struct PostgresInspection {
  struct Column {
    enum Kind {
      case text, integer, flag, json, hex, database, changeTag
    }

    var name: String
    var sql: SQL
    var kind: Kind

    func value(_ row: inout Columns) throws -> InspectionValue {
      switch kind {
      case .text: try row.nextOrNil(String.self).map { .text($0) } ?? .null
      case .json: try row.nextOrNil(String.self).map { InspectionValue(json: $0) } ?? .null
      case .integer: try row.nextOrNil(Int64.self).map { .integer($0) } ?? .null
      case .changeTag: try row.nextOrNil(Int64.self).map { .text(String($0, radix: 36)) } ?? .null
      case .flag: try row.nextOrNil(Bool.self).map { .flag($0) } ?? .null
      case .hex:
        try row.nextOrNil(Data.self).map { .text(Array($0).hexadecimal) } ?? .null
      case .database:
        try row.nextOrNil(Int.self)
          .map { .text(DatabaseScope(rawValue: $0)?.pathComponent ?? "\($0)") } ?? .null
      }
    }
  }

  var columns: [Column] = []
  var tables: String
  var order: String
  var account: String?
  var zone: String?
  var conditions: [SQL] = []

  private static let zones = """
    zone AS z JOIN partition AS p ON p.id = z.partition
    LEFT JOIN account AS a ON a.userRecordName = z.ownerName
    """
  private static let place: [Column] = [
    Column(name: "container", sql: "p.container", kind: .text),
    Column(name: "environment", sql: "p.environment", kind: .text),
  ]
  private static let zonePlace =
    place + [
      Column(name: "owner", sql: "a.name", kind: .text),
      Column(name: "zoneName", sql: "z.zoneName", kind: .text),
    ]

  init(_ query: InspectionQuery) {
    var wanted: [SQL] = []
    if let container = query.container { wanted.append("p.container = \(container)") }
    if let environment = query.environment { wanted.append("p.environment = \(environment)") }
    func column(_ name: String, _ kind: Column.Kind, _ sql: SQL) -> Column {
      Column(name: name, sql: sql, kind: kind)
    }
    switch query.subject {
    case .accounts:
      let isWanted: SQL = wanted.isEmpty ? "TRUE" : wanted.joined(separator: " AND ")
      let owned: SQL = """
        FROM partition AS p JOIN zone ON zone.partition = p.id
          AND zone.ownerName = a.userRecordName WHERE \(isWanted)
        """
      self.init(
        [
          column("name", .text, "a.name"), column("userRecordName", .text, "a.userRecordName"),
          column("zones", .integer, "(SELECT count(*) \(owned))"),
          column("bytes", .integer, "(SELECT coalesce(sum(bytes), 0)::bigint \(owned))"),
        ], from: "account AS a", order: "lower(a.name)", account: "a.userRecordName")
      conditions = ["a.state <> 'deleted'"]
      return
    case .containers:
      self.init(
        Self.place + [
          column("publicOwner", .text, "p.ownerName"),
          column("zones", .integer, "(SELECT count(*) FROM zone WHERE partition = p.id)"),
          column(
            "records", .integer,
            """
            (SELECT count(*) FROM zone JOIN record ON record.zone = zone.incarnation
              WHERE zone.partition = p.id AND NOT record.isDeleted)
            """),
          column(
            "bytes", .integer,
            "(SELECT coalesce(sum(bytes), 0)::bigint FROM zone WHERE partition = p.id)"),
        ], from: "partition AS p", order: "p.container, p.environment")
    case .zones:
      self.init(
        Self.zonePlace + [
          column("ownerName", .text, "z.ownerName"), column("sequence", .integer, "z.sequence"),
          column(
            "records", .integer,
            "(SELECT count(*) FROM record AS r WHERE r.zone = z.incarnation AND NOT r.isDeleted)"),
          column(
            "tombstones", .integer,
            "(SELECT count(*) FROM record AS r WHERE r.zone = z.incarnation AND r.isDeleted)"),
          column(
            "shares", .integer, "(SELECT count(*) FROM share AS s WHERE s.zone = z.incarnation)"),
          column("bytes", .integer, "z.bytes"), column("incarnation", .text, "z.incarnation"),
        ], from: Self.zones, order: "p.id, z.ownerName, z.zoneName", account: "z.ownerName",
        zone: "z.zoneName")
    case .shares:
      self.init(
        Self.zonePlace + [
          column("root", .text, "nullif(s.root, '')"),
          column("recordName", .text, "s.recordName"),
          column("publicPermission", .text, "s.publicPermission"),
          column(
            "participants", .json,
            """
            (SELECT coalesce(json_agg(json_build_object('name', account.name,
                'userRecordName', t.userRecordName, 'role', role, 'status', status,
                'permission', permission) ORDER BY t.userRecordName), '[]')::text
              FROM participant AS t LEFT JOIN account USING (userRecordName)
              WHERE t.zone = s.zone AND t.root = s.root)
            """),
          column(
            "shortGUID", .text,
            "(SELECT shortGUID FROM shareLink AS l WHERE l.zone = s.zone AND l.root = s.root)"),
        ], from: Self.zones + " JOIN share AS s ON s.zone = z.incarnation",
        order: "p.id, z.ownerName, z.zoneName, s.root", account: "z.ownerName",
        zone: "z.zoneName")
    case .records:
      self.init(
        Self.zonePlace + [
          column("recordName", .text, "r.recordName"), column("recordType", .text, "r.recordType"),
          column("changeTag", .changeTag, "r.changeCount"),
          column("sequence", .integer, "r.sequence"), column("deleted", .flag, "r.isDeleted"),
          column("parent", .text, "r.parent"), column("coveredBy", .text, "r.coveredBy"),
          column("bytes", .integer, "r.bytes"), column("modifiedAt", .integer, "r.modifiedAt"),
          column("modifiedBy", .text, "coalesce(m.name, r.modifiedBy)"),
          column("fields", .json, "r.fields"),
        ],
        from: Self.zones + """
           JOIN record AS r ON r.zone = z.incarnation
          LEFT JOIN account AS m ON m.userRecordName = r.modifiedBy
          """, order: "p.id, z.ownerName, z.zoneName, r.sequence", account: "z.ownerName",
        zone: "z.zoneName")
    case .feeds:
      self.init(
        Self.place + [
          column("account", .text, "a.name"), column("database", .database, "e.scope"),
          column("sequence", .integer, "e.sequence"), column("head", .integer, "f.sequence"),
          column("owner", .text, "coalesce(o.name, e.ownerName)"),
          column("zoneName", .text, "e.zoneName"),
          column("deletionReason", .text, "e.deletionReason"),
          column("changedAt", .integer, "e.changedAt"),
        ],
        from: """
          feedEntry AS e JOIN feed AS f USING (partition, userRecordName, scope)
          JOIN partition AS p ON p.id = e.partition
          LEFT JOIN account AS a ON a.userRecordName = e.userRecordName
          LEFT JOIN account AS o ON o.userRecordName = e.ownerName
          """, order: "e.partition, e.userRecordName, e.scope, e.sequence",
        account: "e.userRecordName", zone: "e.zoneName")
    case .subscriptions:
      self.init(
        Self.place + [
          column("account", .text, "a.name"), column("database", .database, "s.scope"),
          column("userRecordName", .text, "s.userRecordName"),
          column("scope", .integer, "s.scope"),
          column("subscriptionID", .text, "s.subscriptionID"),
          column("recordType", .text, "s.recordType"), column("body", .text, "s.body"),
        ],
        from: """
          subscription AS s JOIN partition AS p ON p.id = s.partition
          LEFT JOIN account AS a ON a.userRecordName = s.userRecordName
          """, order: "s.partition, s.userRecordName, s.scope, s.subscriptionID",
        account: "s.userRecordName",
        zone: #"substring(s.body from '"zoneName":"([^"\\]*)"')"#)
    case .setAside:
      self.init(
        Self.place + [
          column("kind", .text, "s.kind"), column("owner", .text, "a.name"),
          column("zoneName", .text, "s.zoneName"), column("name", .text, "s.name"),
          column("setAsideAt", .integer, "s.setAsideAt"),
          column("body", .text, "convert_from(s.body, 'UTF8')"),
        ],
        from: """
          setAsideRow AS s JOIN partition AS p ON p.id = s.partition
          LEFT JOIN account AS a ON a.userRecordName = s.ownerName
          """, order: "s.id", account: "s.ownerName", zone: "s.zoneName")
    case .assets:
      self.init(
        Self.zonePlace + [
          column("recordName", .text, "r.recordName"), column("recordType", .text, "r.recordType"),
          column("fieldName", .text, "t.fieldName"), column("position", .integer, "t.position"),
          column("size", .integer, "t.size"), column("checksum", .hex, "t.checksum"),
        ],
        from: Self.zones + """
           JOIN record AS r ON r.zone = z.incarnation
          JOIN assetReference AS t ON t.record = r.id
          """, order: "p.id, z.ownerName, z.zoneName, r.id, t.fieldName, t.position",
        account: "z.ownerName", zone: "z.zoneName")
    }
    conditions = wanted
  }

  private init(
    _ columns: [Column], from tables: String, order: String, account: String? = nil,
    zone: String? = nil
  ) {
    self.columns = columns
    self.tables = tables
    self.order = order
    self.account = account
    self.zone = zone
  }
}
