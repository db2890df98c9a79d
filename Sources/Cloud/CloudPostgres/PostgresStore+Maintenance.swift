package import CloudModel
import CloudRules

extension PostgresStore: MaintainedStore {
  /// PostgreSQL looks after its own files.
  package func quickCheck() throws {}

  package func check() throws -> CheckReport {
    var damaged: [DamagedRow] = []
    for stored in try readRegistry({ try $0.partitions() }) {
      damaged += try read(in: stored.partition) { try $0.damagedRows() }
    }
    let kinds = [
      ("every record can be read", ["record"]),
      ("every share can be read", ["share", "participant"]),
      ("every subscription can be read", ["subscription"]),
    ]
    return CheckReport(
      checks: kinds.map { name, kinds in
        let rows = damaged.filter { kinds.contains($0.kind) }
        return CheckReport.Check(
          name: name, problems: rows.count, examples: rows.prefix(10).map { "\($0)" },
          isRepairable: true)
      })
  }
}
