package import CloudModel
package import CloudRules

extension RepairReport {
  package init(_ repairs: [Repair]) {
    self.init(
      setAside: repairs.flatMap { repair in
        repair.rows.map { row in
          SetAsideRow(
            container: repair.partition.container,
            environment: repair.partition.environment.rawValue, kind: row.kind,
            ownerName: row.ownerName, zoneName: row.zoneName, name: row.name)
        }
      })
  }
}
