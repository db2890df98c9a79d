import CloudModel
import GRDB
import StatementBinding

extension StoredChat {
  /// By hand, because almost every transaction reads one: the general decoder takes several times
  /// as long.
  init(row: Row) throws {
    self.init(
      zoneID: .init(zoneName: row["zoneName"], ownerName: row["ownerName"]), name: row["name"],
      createdAt: row["createdAt"], permission: try row.decode(forColumn: "permission"))
    id = row["id"]
    renamedAt = row["renamedAt"]
    lastMessageAt = row["lastMessageAt"]
    sessionChangeTag = row["sessionChangeTag"]
    sessionUnknownFields = row["sessionUnknownFields"]
    publicPermission = try row.decode(forColumn: "publicPermission")
    shortGUID = row["shortGUID"]
    changeToken = row["changeToken"]
    hasChanges = row["hasChanges"]
    epoch = row["epoch"]
    lifeBegan = row["lifeBegan"]
    isResyncing = row["isResyncing"]
    isListed = row["isListed"]
    ending = try row.decode(forColumn: "ending")
    lastSeenMessageID = row["lastSeenMessageID"]
    isHistoryComplete = row["isHistoryComplete"]
    completeFrom = row["completeFrom"]
    wantsGlance = row["wantsGlance"]
    changeOrder = row["changeOrder"]
    isOpen = row["isOpen"]
  }

  mutating func insert(_ db: Database) throws {
    var binder = StatementBinder(try db.cachedStatement(sql: Self.insertion))
    bind(to: &binder)
    try binder.execute()
    id = db.lastInsertedRowID
  }

  func update(_ db: Database) throws {
    var binder = StatementBinder(try db.cachedStatement(sql: Self.updating))
    bind(to: &binder)
    binder.bind(try requireID())
    try binder.execute()
  }

  func delete(_ db: Database) throws {
    try db.cachedStatement(sql: "DELETE FROM chat WHERE id = ?").execute(
      arguments: [requireID()])
  }

  private func bind(to binder: inout StatementBinder) {
    for column in Self.columns { column.bind(self, &binder) }
  }

  private struct Column: Sendable {
    var name: String
    var bind: @Sendable (StoredChat, inout StatementBinder) -> Void

    init(_ name: String, bind: @escaping @Sendable (StoredChat, inout StatementBinder) -> Void) {
      self.name = name
      self.bind = bind
    }
  }

  /// By hand for the same reason: every page and every batch writes a row.
  private static let columns = [
    Column("zoneName") { $1.bind($0.zoneName) },
    Column("ownerName") { $1.bind($0.ownerName) },
    Column("name") { $1.bind($0.name) },
    Column("renamedAt") { $1.bind($0.renamedAt) },
    Column("createdAt") { $1.bind($0.createdAt) },
    Column("lastMessageAt") { $1.bind($0.lastMessageAt) },
    Column("sessionChangeTag") { $1.bind($0.sessionChangeTag) },
    Column("sessionUnknownFields") { $1.bind($0.sessionUnknownFields) },
    Column("permission") { $1.bind($0.permission.rawValue) },
    Column("publicPermission") { $1.bind($0.publicPermission.rawValue) },
    Column("shortGUID") { $1.bind($0.shortGUID) },
    Column("changeToken") { $1.bind($0.changeToken) },
    Column("hasChanges") { $1.bind($0.hasChanges) },
    Column("epoch") { $1.bind($0.epoch) },
    Column("lifeBegan") { $1.bind($0.lifeBegan) },
    Column("isResyncing") { $1.bind($0.isResyncing) },
    Column("isListed") { $1.bind($0.isListed) },
    Column("ending") { $1.bind($0.ending?.rawValue) },
    Column("lastSeenMessageID") { $1.bind($0.lastSeenMessageID) },
    Column("isHistoryComplete") { $1.bind($0.isHistoryComplete) },
    Column("completeFrom") { $1.bind($0.completeFrom) },
    Column("wantsGlance") { $1.bind($0.wantsGlance) },
    Column("changeOrder") { $1.bind($0.changeOrder) },
    Column("isOpen") { $1.bind($0.isOpen) },
  ]

  private static let insertion = """
    INSERT INTO chat (\(columns.map(\.name).joined(separator: ", ")))
    VALUES (\(columns.map { _ in "?" }.joined(separator: ", ")))
    """

  private static let updating =
    "UPDATE chat SET \(columns.map { "\($0.name) = ?" }.joined(separator: ", ")) WHERE id = ?"
}

extension Participant.Permission: DatabaseValueConvertible {}
extension ChatLife.Ending: DatabaseValueConvertible {}
