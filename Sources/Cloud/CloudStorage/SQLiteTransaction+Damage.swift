import CloudModel
import CloudRules
import GRDB

extension SQLiteTransaction {
  func damagedRows() throws -> [DamagedRow] {
    let search = DamageSearch(database: database, key: key, partitionID: partitionID)
    return try search.records() + search.shares() + search.subscriptions()
  }

  func setAside(_ row: DamagedRow, milliseconds: Int64) throws {
    let source = Source(row, partitionID: partitionID)
    try database.execute(
      sql: """
        INSERT INTO setAsideRow (partition, kind, ownerName, zoneName, name, body, setAsideAt)
        SELECT :partition, :kind, :owner, :zone, :name, CAST(\(source.body) AS BLOB), :now
        FROM \(source.rows)
        """,
      arguments: source.arguments
        + StatementArguments(["kind": row.kind, "name": row.name, "now": milliseconds]))
    guard let removal = source.removal else { return }
    try database.execute(sql: removal, arguments: source.arguments)
  }

  /// The SQL for one kind of row: it finds the row, gives the body to keep, and removes the row.
  private struct Source {
    var rows: String
    var body: String
    /// Nil for a record, which stays until it is overwritten.
    var removal: String?
    var arguments: StatementArguments

    init(_ row: DamagedRow, partitionID: Int64) {
      arguments = [
        "partition": partitionID, "owner": row.ownerName, "zone": row.zoneName,
      ]
      let zone = """
        zone = (SELECT incarnation FROM zone
          WHERE partition = :partition AND ownerName = :owner AND zoneName = :zone)
        """
      switch row {
      case .record(_, let name):
        rows = "record WHERE \(zone) AND recordName = :record"
        body = "fields || iif(sealed IS NULL, '', ' ' || hex(sealed))"
        arguments += ["record": name]
      case .share(_, let root):
        rows = "share WHERE \(zone) AND root = :root"
        body = "publicPermission"
        removal = """
          UPDATE share SET publicPermission = '\(Participant.Permission.none.rawValue)'
          WHERE \(zone) AND root = :root
          """
        arguments += ["root": root ?? ""]
      case .participant(_, let root, let user):
        rows = "participant WHERE \(zone) AND root = :root AND userRecordName = :user"
        body = "json_object('role', role, 'permission', permission, 'status', status)"
        removal = "DELETE FROM \(rows)"
        arguments += ["root": root ?? "", "user": user]
      case .subscription(_, let scope, let id):
        rows = """
          subscription WHERE partition = :partition AND userRecordName = :owner AND scope = :scope
            AND subscriptionID = :id
          """
        body = "body"
        removal = "DELETE FROM \(rows)"
        arguments += ["scope": scope.rawValue, "id": id]
      }
    }
  }
}
