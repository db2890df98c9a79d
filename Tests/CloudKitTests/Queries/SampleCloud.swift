import CloudKitCore
import CloudModel
import CloudRules
import Foundation
import LocationValues
import TestSupport

/// A reference to a record, as predicates compare it.
final class TestReference: NSObject, PredicateOperand {
  let recordName: String

  init(_ recordName: String) { self.recordName = recordName }

  var comparableValue: Any { recordName }
}

/// Records in a cloud in process, and the same records as dictionaries.
///
/// a, b and c have values; n has none. Each was saved a second after the one before.
struct SampleCloud {
  private let database: any CloudDatabase
  let me: String
  /// By record name: what a predicate sees of the record.
  private(set) var objects: [String: [String: Any]] = [:]

  static let places = [
    "Paris": CLLocation(latitude: 48.8566, longitude: 2.3522),
    "London": CLLocation(latitude: 51.5074, longitude: -0.1278),
    "Sydney": CLLocation(latitude: -33.8688, longitude: 151.2093),
  ]

  private static let fields: [(type: String, names: String, values: [FieldValue])] = [
    ("STRING", "name", strings("Alice", "Bob", "alina")),
    ("STRING", "title heading", strings("Urgent: buy Milk", "milk and bréad", "Urgent call")),
    ("STRING", "text", strings("for breakfast", "to toast", "about bread")),
    ("STRING", "FullName", strings("Alice Adams", "Bob Brown", "alina Clark")),
    (
      "STRING", "userID ID Facebook_ID icloud_id SessionID beaconID receiver email code username",
      strings("1", "2", "3")
    ),
    ("STRING", "year", strings("2016", "2016", "2017")),
    ("STRING", "favoriteColor genre", strings("red", "blue", "green")),
    ("INT64", "isDeleted isCompleted isRead", [.int64(0), .int64(1), .int64(0)]),
    ("INT64", "Status isPublic isActive", [.int64(1), .int64(0), .int64(1)]),
    ("INT64", "score level capacity", [.int64(10), .int64(20), .int64(30)]),
    ("DOUBLE", "price rating", [.double(1.5), .double(2), .double(9.25)]),
    ("TIMESTAMP", "date createdAt startDate timestamp", dates(1000, 2000, 3000)),
    ("TIMESTAMP", "endDate expirationDate", dates(1500, 2500, 3500)),
    ("LOCATION", "location Location coordinate", ["Paris", "London", "Sydney"].map(place)),
    ("REFERENCE", "list owner post", ["x", "y", "x"].map(link)),
    (
      "LIST<STRING>", "tags favoriteColors",
      [list("red", "green"), list("green", "blue"), list("reddish")]
    ),
    (
      "LIST<REFERENCE>", "participants student",
      [.list([link("x")]), .list([link("x"), link("y")]), .list([link("z")])]
    ),
  ]

  private static func strings(_ values: String...) -> [FieldValue] { values.map { .string($0) } }
  private static func list(_ values: String...) -> FieldValue { .list(values.map { .string($0) }) }
  private static func dates(_ seconds: Int64...) -> [FieldValue] {
    seconds.map { .date(Date(millisecondsSince1970: $0 * 1000)) }
  }
  private static func link(_ name: String) -> FieldValue {
    .reference(Reference(recordName: name, action: .none))
  }
  private static func place(_ name: String) -> FieldValue {
    .location(Location(places[name] ?? CLLocation(latitude: 0, longitude: 0)))
  }

  /// Every index that a field can have, also on the system's fields.
  private static var schema: String {
    let system = [
      "___recordID REFERENCE", "___createTime TIMESTAMP", "___modTime TIMESTAMP",
      "___createdBy REFERENCE", "___modifiedBy REFERENCE",
    ].map { "\"\($0.replacing(" ", with: "\" ")) QUERYABLE SORTABLE" }
    let own = fields.flatMap { field in
      field.names.split(separator: " ").map { name in
        let indexes =
          field.type == "STRING"
          ? " SORTABLE SEARCHABLE" : field.type.hasPrefix("L") ? "" : " SORTABLE"
        return "\(name) \(field.type) QUERYABLE\(field.type == "REFERENCE" ? "" : indexes)"
          + (field.type == "LOCATION" ? " SORTABLE" : "")
      }
    }
    return "DEFINE SCHEMA RECORD TYPE T (\((system + own).joined(separator: ", ")));"
  }

  static func run(_ body: (SampleCloud) async throws -> Void) async throws {
    try await withWorld { world in
      let device = try world.device(of: "alice")
      try world.administration.importSchema(text: schema)
      var cloud = SampleCloud(
        database: device.container.database(with: .private), me: device.container.userRecordName)
      for (index, name) in ["a", "b", "c", "n"].enumerated() {
        world.time.advance(by: 1)
        try await cloud.save(name, index)
      }
      try await body(cloud)
    }
  }

  private init(database: any CloudDatabase, me: String) {
    self.database = database
    self.me = me
  }

  private mutating func save(_ name: String, _ index: Int) async throws {
    let zoneID = RecordZoneID(zoneName: RecordZoneID.defaultZoneName, ownerName: me)
    var record = Record(recordType: "T", recordID: RecordID(recordName: name, zoneID: zoneID))
    for field in Self.fields where index < field.values.count {
      for key in field.names.split(separator: " ") { record[String(key)] = field.values[index] }
    }
    let results = try await database.modifyRecords(
      saving: [record], deleting: [], savePolicy: .allKeys, atomically: false)
    for result in results.saveResults.values { objects[name] = Self.object(try result.get()) }
  }

  private static func object(_ record: Record) -> [String: Any] {
    var object: [String: Any] = record.fields.mapValues(value)
    let system: [(String, SystemField, Any?)] = [
      ("recordID", .recordID, TestReference(record.recordID.recordName)),
      ("creationDate", .createTime, record.creationDate),
      ("modificationDate", .modTime, record.modificationDate),
      ("creatorUserRecordID", .createdBy, record.creatorUserRecordName.map(TestReference.init)),
      (
        "lastModifiedUserRecordID", .modifiedBy,
        record.lastModifiedUserRecordName.map(TestReference.init)
      ),
    ]
    for (name, field, value) in system {
      object[name] = value
      object[field.rawValue] = value
    }
    object["allTokens"] = record.fields.values.compactMap(\.stringValue)
    return object
  }

  private static func value(_ value: FieldValue) -> Any {
    switch value {
    case .string(let text): text as NSString
    case .int64(let number): NSNumber(value: number)
    case .double(let number): NSNumber(value: number)
    case .date(let date): date as NSDate
    case .bytes(let data): data as NSData
    case .location(let place): CLLocation(latitude: place.latitude, longitude: place.longitude)
    case .reference(let reference): TestReference(reference.recordName)
    case .list(let elements): elements.map(Self.value) as NSArray
    case .asset: NSNull()
    }
  }

  // MARK: Answers

  static var compiler: PredicateCompiler {
    PredicateCompiler { value in
      if let reference = value as? TestReference { return link(reference.recordName) }
      return try FieldValue(foundation: value)
    }
  }

  /// The names of the records that the cloud finds.
  func found(by query: CKQuery) async throws -> [String] {
    try await database.records(
      matching: try Self.compiler.query(query), inZoneWith: nil, desiredKeys: [], resultsLimit: nil
    ).matchResults.map(\.0.recordName)
  }

  /// The names of the records for which the predicate holds here, sorted.
  func held(by predicate: NSPredicate) -> [String] {
    objects.filter { predicate.evaluate(with: $0.value) }.keys.sorted()
  }
}
