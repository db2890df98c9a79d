import CloudCore
import CloudModel
import CloudRules
import CloudServer
import CloudStorage
import Foundation

/// One container with both environments, a clock that a test sets, and Alice with a zone in each.
struct SchemaWorld {
  let store: SQLiteStore
  let cloud: Cloud
  let accounts: AccountService
  let alice: String
  let zoneID: RecordZoneID
  private let clock = ManualTime()

  init(schema: String? = nil, store: SQLiteStore? = nil) throws {
    let surroundings = clock.surroundings()
    let store = try store ?? SQLiteStore(.inMemory)
    self.store = store
    cloud = Cloud(store: store, surroundings: surroundings, announce: { _ in })
    try cloud.ensureContainer("iCloud.test")
    accounts = AccountService(store: store, surroundings: surroundings)
    alice = try accounts.createAccount(named: "alice").userRecordName
    zoneID = RecordZoneID(zoneName: "Z", ownerName: alice)
    for environment in CloudEnvironment.allCases {
      _ = try service(environment).modifyZones([.create(zoneID)], by: web, in: .private)
    }
    if let schema { _ = try administration().importSchema(text: schema) }
  }

  /// Alice in a browser, and in an application on a device of Apple's.
  var web: Caller { Caller(userRecordName: alice) }
  var native: Caller { Caller(userRecordName: alice, isNative: true) }

  func service(_ environment: CloudEnvironment = .development) -> CloudService {
    cloud.service(for: Partition(container: "iCloud.test", environment: environment))
  }

  func administration(
    of environment: CloudEnvironment = .development
  ) -> PartitionAdministration {
    cloud.administration(of: service(environment).partition)
  }

  func set(_ settings: EnvironmentSettings) throws {
    try store.change(service().partition) { $0.environment = settings }
  }

  func pass(milliseconds: Int64) { clock.advance(milliseconds: milliseconds) }

  func record(
    _ name: String, _ type: String = "T", _ fields: [String: FieldValue] = [:],
    encrypted: Set<String> = [], in zone: RecordZoneID? = nil
  ) -> Record {
    var record = Record(
      recordType: type, recordID: RecordID(recordName: name, zoneID: zone ?? zoneID),
      fields: fields)
    record.encryptedKeys = encrypted
    return record
  }

  /// Saves by force; the stored record, or the item's error.
  @discardableResult
  func save(
    _ record: Record, untyped: Set<String> = [], by caller: Caller? = nil,
    in environment: CloudEnvironment = .development, _ scope: DatabaseScope = .private
  ) -> Result<Record, CloudError> {
    Result { () throws(CloudError) in
      var modification = RecordModification(.save(record, .forceUpdate))
      modification.untypedKeys = untyped
      let outcome = try service(environment).modifyRecords(
        [modification], atomically: nil, by: caller ?? web, in: scope
      ).first
      guard let saved = try outcome?.result.get() else { throw CloudError(.internalError, "none") }
      return saved
    }
  }

  func delete(_ name: String) throws {
    let recordID = RecordID(recordName: name, zoneID: zoneID)
    _ = try service().modifyRecords(
      [RecordModification(.delete(recordID, recordChangeTag: nil))], atomically: nil, by: web,
      in: .private)
  }

  /// The names of the records that a query finds, page by page to the end, each page in one string.
  func pages(
    _ filters: [Query.Filter] = [], sort: [Query.SortDescriptor] = [], type: String = "T",
    limit: Int? = nil, by caller: Caller? = nil, _ scope: DatabaseScope = .private,
    in zones: QueryZones? = nil, between: () throws -> Void = {}
  ) throws -> [String] {
    var pages: [String] = []
    var marker: String?
    repeat {
      let page = try service().query(
        Query(recordType: type, filters: filters, sortDescriptors: sort),
        in: zones ?? .zone(zoneID), continuationMarker: marker, resultsLimit: limit,
        by: caller ?? web, in: scope)
      pages.append(page.records.map(\.recordID.recordName).joined(separator: " "))
      marker = page.continuationMarker
      if marker != nil { try between() }
    } while marker != nil && pages.count < 100
    return pages
  }

  /// The names that a query finds in one page, or its error.
  func answer(
    _ filters: [Query.Filter] = [], sort: [Query.SortDescriptor] = [], type: String = "T"
  ) -> String {
    do {
      return try pages(filters, sort: sort, type: type).joined(separator: " | ")
    } catch let error as CloudError {
      return "\(error.code) \(error.reason)"
    } catch {
      return "\(error)"
    }
  }
}

extension Result where Failure == CloudError {
  /// The error in one line; nil where there is none.
  var refusal: String? {
    guard case .failure(let error) = self else { return nil }
    return "\(error.code) \(error.reason)"
  }
}
