import ChatModel
import CloudModel
import GRDB
import SQLiteSupport

extension StoredChat {
  /// Reads the columns by hand, because almost every transaction reads a row: the general decoder
  /// takes several times as long.
  init(row: Row) throws {
    self.init(
      zoneID: .init(zoneName: row["zoneName"], ownerName: row["ownerName"]), name: row["name"],
      createdAt: row["createdAt"], permission: try row.decode(forColumn: "permission"))
    id = row["id"]
    renamedAt = row["renamedAt"]
    lastMessageAt = row["lastMessageAt"]
    sessionName = row["sessionName"]
    sessionChangeTag = row["sessionChangeTag"]
    sessionUnknownFields = row["sessionUnknownFields"]
    publicPermission = try row.decode(forColumn: "publicPermission")
    shortGUID = row["shortGUID"]
    shareModifiedAt = row["shareModifiedAt"]
    shownWords = row["shownWords"]
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
    wantsPreview = row["wantsGlance"]
    changeOrder = row["changeOrder"]
    isOpen = row["isOpen"]
    isChat = row["isChat"]
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
  }

  /// Writes the columns by hand for the same reason: every page and every batch writes a row.
  private static let columns = [
    Column(name: "zoneName") { $1.bind($0.zoneName) },
    Column(name: "ownerName") { $1.bind($0.ownerName) },
    Column(name: "name") { $1.bind($0.name) },
    Column(name: "renamedAt") { $1.bind($0.renamedAt) },
    Column(name: "createdAt") { $1.bind($0.createdAt) },
    Column(name: "lastMessageAt") { $1.bind($0.lastMessageAt) },
    Column(name: "sessionName") { $1.bind($0.sessionName) },
    Column(name: "sessionChangeTag") { $1.bind($0.sessionChangeTag) },
    Column(name: "sessionUnknownFields") { $1.bind($0.sessionUnknownFields) },
    Column(name: "permission") { $1.bind($0.permission.rawValue) },
    Column(name: "publicPermission") { $1.bind($0.publicPermission.rawValue) },
    Column(name: "shortGUID") { $1.bind($0.shortGUID) },
    Column(name: "shareModifiedAt") { $1.bind($0.shareModifiedAt) },
    Column(name: "shownWords") { $1.bind($0.shownWords) },
    Column(name: "changeToken") { $1.bind($0.changeToken) },
    Column(name: "hasChanges") { $1.bind($0.hasChanges) },
    Column(name: "epoch") { $1.bind($0.epoch) },
    Column(name: "lifeBegan") { $1.bind($0.lifeBegan) },
    Column(name: "isResyncing") { $1.bind($0.isResyncing) },
    Column(name: "isListed") { $1.bind($0.isListed) },
    Column(name: "ending") { $1.bind($0.ending?.rawValue) },
    Column(name: "lastSeenMessageID") { $1.bind($0.lastSeenMessageID) },
    Column(name: "isHistoryComplete") { $1.bind($0.isHistoryComplete) },
    Column(name: "completeFrom") { $1.bind($0.completeFrom) },
    Column(name: "wantsGlance") { $1.bind($0.wantsPreview) },
    Column(name: "changeOrder") { $1.bind($0.changeOrder) },
    Column(name: "isOpen") { $1.bind($0.isOpen) },
    Column(name: "isChat") { $1.bind($0.isChat) },
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
