import CloudClient
import CloudModel
import CommandSupport

/// A database in somebody's name, with the schema by which values are read.
struct ConsoleDatabase: Sendable {
  static let noAnswer = CloudError(
    .serviceUnavailable, "The cloud's answer does not have this record.")

  let cloud: CloudAdministration
  let database: any CloudDatabase
  /// Nil for all zones of a person's database.
  let zoneID: RecordZoneID?
  let schema: Schema
  /// Nil for nobody, who sees only the public database.
  let user: String?

  /// The zone of records that are named.
  ///
  /// Throws a sentence where the shared database has none that could be meant.
  var recordZoneID: RecordZoneID {
    get throws(Failure) {
      if let zoneID { return zoneID }
      guard database.scope == .private, let user else {
        throw Failure(
          "Records of the shared database are in a zone of their owner. Name it with --zone.",
          code: .usage)
      }
      return RecordZoneID(zoneName: RecordZoneID.defaultZoneName, ownerName: user)
    }
  }

  /// Looks up at most 200 records, in the order of their names.
  func lookUp(
    _ names: [String], desiredKeys: [String]?
  ) async throws -> [(name: String, result: Result<Record, CloudError>)] {
    let zoneID = try recordZoneID
    let recordIDs = names.map { RecordID(recordName: $0, zoneID: zoneID) }
    let results = try await database.records(for: recordIDs, desiredKeys: desiredKeys)
    return recordIDs.map { ($0.recordName, results[$0] ?? .failure(Self.noAnswer)) }
  }

  /// The names of the first 200 accounts, by user record name.
  func accountNames() async throws -> [String: String] {
    let found = try await cloud.inspect(.accounts, options: [("limit", "200")])
    let pairs = found.rows.compactMap { row -> (String, String)? in
      guard case .text(let name)? = row["name"], case .text(let user)? = row["userRecordName"]
      else { return nil }
      return (user, name)
    }
    return Dictionary(pairs) { first, _ in first }
  }
}
