package import CloudRows
package import CloudRules
package import Foundation
package import PostgresClient

/// The tables of a store in PostgreSQL, and the bytes of its assets, on a connection of their own.
///
/// Each method belongs to a transaction of `transaction`.
package struct PostgresTables: TableWriting, AssetBytesWriting {
  /// Our choice: many for one trip, few for the memory where each has a megabyte.
  private static let batch = 200

  let connection: PostgresConnection

  package func transaction<R>(
    _ mode: PostgresTransactionMode, _ body: () throws -> R
  ) throws -> R {
    try connection.transaction(mode, body)
  }

  /// Whether there is nothing but what a store has for itself.
  package func isEmpty() throws -> Bool {
    for table in StoredTable.all {
      var isEmpty = true
      try read(table) { if $0.contains(where: table.isMoved) { isEmpty = false } }
      guard isEmpty else { return false }
    }
    return true
  }

  /// Notes that the cloud has moved, so that this store is opened no more.
  package func markAsMoved(to place: String) throws {
    try run(
      """
      INSERT INTO setting (name, value) VALUES (\(OwnSetting.moved.rawValue), \(place))
      ON CONFLICT (name) DO UPDATE SET value = excluded.value
      """)
  }

  /// Begins a new incarnation, whose numbers are `step` above those of the present one, and takes back all codes;
  /// returns how many were open.
  package func beginLife(named name: String, step: Int64, at milliseconds: Int64) throws -> Int {
    let stored: String? = try run(
      "SELECT value FROM setting WHERE name = \(StoreLife.settingName)"
    ).one { try $0.next() }
    let before = try StoreLife(stored: stored)
    let life = before.next(named: name, step: step).stored
    try run(
      """
      INSERT INTO setting (name, value)
      VALUES (\(StoreLife.settingName), \(life))
      ON CONFLICT (name) DO UPDATE SET value = excluded.value
      """)
    let codes: [Int64] = try run(
      "UPDATE admissionCode SET isRevoked = TRUE WHERE uses > 0 AND NOT isRevoked RETURNING expiresAt"
    ).read { try $0.next() }
    return codes.count { $0 > milliseconds }
  }

  // MARK: Rows

  package func read(_ table: StoredTable, _ body: ([[TableValue]]) throws -> Void) throws {
    let columns = table.columns.map(\.name).joined(separator: ", ")
    // Each text once: a plan would keep the columns of another table.
    func run(_ sql: String) throws -> PostgresRows {
      try connection.run(PostgresStatement(sql, [], .once))
    }
    _ = try run("DECLARE moved NO SCROLL CURSOR FOR SELECT \(columns) FROM \(table.name)")
    while true {
      let rows = try run("FETCH \(Self.batch) FROM moved").read { row in
        try table.columns.map { try TableValue(&row, $0.kind) }
      }
      guard !rows.isEmpty else { break }
      try body(rows)
    }
    _ = try run("CLOSE moved")
  }

  package func insert(_ rows: [[TableValue]], into table: StoredTable) throws {
    guard !rows.isEmpty else { return }
    let columns = table.columns.map(\.name).joined(separator: ", ")
    let lists = try table.columns.indices.map { try table.list(ofColumn: $0, rows) }
    let marks = lists.indices.map { "$\($0 + 1)" }.joined(separator: ", ")
    // Nobody knows who has made a change that has come from elsewhere.
    let (more, values) = table.name == "feedEntry" ? (", otherSequence", ", sequence") : ("", "")
    _ = try connection.run(
      PostgresStatement(
        """
        INSERT INTO \(table.name) (\(columns)\(more))
        SELECT \(columns)\(values) FROM unnest(\(marks)) AS moved (\(columns))
        """, lists))
  }

  /// Lets the database number new rows after those that are there.
  package func finish() throws {
    for table in StoredTable.all where table.isNumbered && table.name != "record" {
      try run(
        """
        SELECT setval(pg_get_serial_sequence('\(sql: table.name)', 'id'),
          (SELECT coalesce(max(id), 0) + 1 FROM \(sql: table.name)), false)
        """)
    }
    try run(
      """
      SELECT setval('recordBlock', (SELECT coalesce(max(id), 0) / \(RecordBlock.size) + 1 FROM record),
        false)
      """)
  }

  // MARK: Bytes of assets

  package func read(_ checksum: AssetChecksum, _ body: (Data) throws -> Void) throws -> Bool {
    let blob: Int64? = try run("SELECT id FROM blob WHERE checksum = \(checksum.bytes)")
      .one { try $0.next() }
    guard let blob else { return false }
    var number = 0
    while let chunk: Data = try run(
      "SELECT bytes FROM blobChunk WHERE blob = \(blob) AND number = \(number)"
    ).one({ try $0.next() }) {
      try body(chunk)
      number += 1
    }
    return true
  }

  package func write(
    _ checksum: AssetChecksum, _ fill: ((Data) throws -> Void) throws -> Bool
  ) throws -> Bool {
    let blob: Int64? = try run(
      """
      INSERT INTO blob (checksum, length, changedAt)
      VALUES (\(checksum.bytes), 0, \(sql: PostgresSchema.now)) RETURNING id
      """
    ).one { try $0.next() }
    guard let blob else { throw StoreError.failed(reason: "it gives no numbers") }
    var (number, length) = (0, 0)
    let isThere = try fill { bytes in
      try run("INSERT INTO blobChunk (blob, number, bytes) VALUES (\(blob), \(number), \(bytes))")
      number += 1
      length += bytes.count
    }
    if isThere {
      try run("UPDATE blob SET length = \(length) WHERE id = \(blob)")
    } else {
      try run("DELETE FROM blobChunk WHERE blob = \(blob)")
      try run("DELETE FROM blob WHERE id = \(blob)")
    }
    return isThere
  }

  @discardableResult private func run(_ sql: SQL) throws -> PostgresRows {
    try connection.run(sql.statement())
  }
}

extension StoredTable {
  /// The values of a column, as one parameter.
  fileprivate func list(ofColumn index: Int, _ rows: [[TableValue]]) throws -> PostgresValue {
    func list<Value>(_ value: (TableValue) -> Value?) throws -> [Value?] {
      try rows.map { row in
        if row[index] == .null { return nil }
        guard let value = value(row[index]) else {
          throw StoreError.damaged(
            what: "‘\(columns[index].name)’ in the table ‘\(name)’ has another type")
        }
        return value
      }
    }
    switch columns[index].kind {
    case .integer:
      return .bigints(try list { if case .integer(let value) = $0 { Int(value) } else { nil } })
    case .truth:
      return .booleans(try list { if case .integer(let value) = $0 { value != 0 } else { nil } })
    case .real: return .doubles(try list { if case .real(let value) = $0 { value } else { nil } })
    case .text: return .texts(try list { if case .text(let value) = $0 { value } else { nil } })
    case .bytes: return .byteas(try list { if case .bytes(let value) = $0 { value } else { nil } })
    }
  }
}

extension TableValue {
  fileprivate init(_ row: inout Columns, _ kind: StoredTable.Kind) throws {
    switch kind {
    case .integer: self = try row.nextOrNil(Int64.self).map(TableValue.integer) ?? .null
    case .truth: self = try row.nextOrNil(Bool.self).map { TableValue.integer($0 ? 1 : 0) } ?? .null
    case .real: self = try row.nextOrNil(Double.self).map(TableValue.real) ?? .null
    case .text: self = try row.nextOrNil(String.self).map(TableValue.text) ?? .null
    case .bytes: self = try row.nextOrNil(Data.self).map(TableValue.bytes) ?? .null
    }
  }
}

extension PostgresStore: TableStore {
  /// Where the servers keep the bytes of assets: `AssetsPlace` writes it.
  package static let assetsSetting = "servers.assets"
  package static let assetsInDatabase = "database"

  /// Our choice: for a statement over a whole table, and for bytes that come slowly from a disk.
  private static let patience = Duration.seconds(86_400)
  /// Our choice: three times what a server lets pass until it says again that it is there.
  private static let secondsOfLife = 30

  package func withTables<R>(
    _ body: (any TableReading, (any AssetBytesReading)?) throws -> R
  ) throws -> R {
    try patiently { connection in
      try connection.transaction(.snapshot) {
        let tables = PostgresTables(connection: connection)
        let place: String? = try connection.run(
          "SELECT value FROM setting WHERE name = $1", .text(Self.assetsSetting)
        ).one { try $0.next() }
        // Where no server has decided it yet, no other place can have any.
        let isHere = place == nil || place == Self.assetsInDatabase
        return try body(tables, isHere ? tables : nil)
      }
    }
  }

  /// Runs `body` while no server starts or works on the store.
  ///
  /// Throws `StoreError.inUse` if one does.
  package func withTablesAlone<R>(_ body: (PostgresTables) throws -> R) throws -> R {
    try patiently { connection in
      // The lock ends with the connection, also if this program is killed.
      _ = try connection.run(
        "SELECT pg_advisory_lock($1)", .bigint(Int(LockKey.number(.startUp, ""))))
      let servers: [String] = try connection.run(
        """
        SELECT name FROM server WHERE seenAt > \(PostgresSchema.now) - $1 ORDER BY name
        """, .bigint(Self.secondsOfLife * 1000)
      ).read { try $0.next() }
      guard servers.isEmpty else {
        throw StoreError.inUse(place: "\(address)", servers: servers)
      }
      try PostgresSchema.requireInUse(connection, at: "\(address)")
      return try body(PostgresTables(connection: connection))
    }
  }

  private func patiently<R>(_ body: (PostgresConnection) throws -> R) throws -> R {
    var limits = PostgresLimits()
    limits.statement = Self.patience
    limits.idleInTransaction = Self.patience
    limits.lock = Self.patience
    do {
      return try PostgresConnection.with(address, limits, body)
    } catch {
      throw Self.storeError(error)
    }
  }
}
