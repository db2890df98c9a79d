import CloudModel
import CommandSupport

/// Prints records: a table, or one object a line.
struct RecordOutput {
  private let type: RecordTypeDefinition
  private let fields: [ConsoleField]?
  private let console: ConsoleDatabase
  private let json: Bool
  private var records: [Record] = []
  private var failures = 0
  private(set) var count = 0
  /// Whether the cloud has hidden texts of a record.
  private(set) var hasHiddenTexts = false

  /// Without `fields` the table has the names, all fields of the type and the times of change.
  init(type: RecordTypeDefinition, fields: [ConsoleField]?, of console: ConsoleDatabase, json: Bool)
  {
    self.type = type
    self.fields = fields
    self.console = console
    self.json = json
  }

  /// With `--json` the record is printed at once.
  mutating func add(_ recordID: RecordID, _ result: Result<Record, CloudError>) throws {
    count += 1
    if case .success(let record) = result, record.hasHiddenText { hasHiddenTexts = true }
    switch result {
    case .success(let record) where json:
      try Output.json(RecordJSON(record, in: console.database.scope))
    case .success(let record): records.append(record)
    case .failure(let error):
      failures += 1
      Output.problem("\(recordID.recordName): \(error.reason)")
    }
  }

  /// Prints the table.
  ///
  /// Throws where a record could not be read.
  func finish() async throws {
    if count == 0 {
      Output.note("No record was found.")
    } else if !json, !records.isEmpty {
      try await table.write(choosingWith: "--fields")
    }
    guard failures == 0 else { throw Failure("\(failures) of \(count) records cannot be read.") }
  }

  private var table: TextTable {
    get async throws {
      let fields = fields ?? standardFields
      let showsPeople = fields.contains { $0.system == .createdBy || $0.system == .modifiedBy }
      return table(of: fields, accounts: showsPeople ? try await console.accountNames() : [:])
    }
  }

  private func table(of fields: [ConsoleField], accounts: [String: String]) -> TextTable {
    let zones = Set(records.map(\.recordID.zoneID))
    let headings = fields.map { $0.system == .recordID ? "recordName" : $0.name }
    let rows = records.map { record in
      let words = RecordWords(record: record, accounts: accounts)
      return (zones.count > 1 ? [record.recordID.zoneID.zoneName] : [])
        + fields.map { words.value(of: $0) }
    }
    return TextTable(
      (zones.count > 1 ? ["zone"] : []) + headings, rows,
      widest: Output.columns.map { _ in TextTable.widest })
  }

  private var standardFields: [ConsoleField] {
    let own = type.fields.values.sorted { $0.name < $1.name }.map {
      ConsoleField(name: $0.name, type: $0.type, indexes: $0.indexes)
    }
    let changed = SystemField.modTime
    return [
      ConsoleField(name: "recordName", type: FieldType(.reference), indexes: [], system: .recordID)
    ]
      + own
      + [ConsoleField(name: "modified", type: changed.type, indexes: [], system: changed)]
  }
}
