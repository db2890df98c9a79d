import CloudModel
import CloudWire
import Foundation
import Testing

/// Records have their own way to be read and written; it gives what the general one gives.
struct PlainJSONTests {
  private static let zoneID = RecordZoneID(zoneName: "chat-a", ownerName: "_owner")

  private static func record(_ fields: [String: FieldValue]) -> WireRecord {
    var record = Record(
      recordType: "Message", recordID: RecordID(recordName: "m1", zoneID: zoneID), fields: fields,
      recordChangeTag: "1a")
    record.creationDate = Date(millisecondsSince1970: 1_700_000_000_123)
    record.creatorUserRecordName = "_me"
    record.modificationDate = Date(millisecondsSince1970: -5)
    return WireRecord(record)
  }

  private static var records: [WireRecord] {
    var gone = WireRecord(
      tombstone: RecordID(recordName: "m2", zoneID: zoneID), recordType: "Message")
    gone.zoneID = nil
    var spelled = record(["count": .int64(3), "ratio": .double(0.5)])
    spelled.pluginFields = [:]
    var secret = record(["text": .string("hidden")])
    secret.fields?["text"] = WireField(.string("hidden"), isEncrypted: true)
    var cleared = record([:])
    cleared.fields?["text"] = WireField(nil)
    cleared.parent = .cleared
    var shared = record([:])
    shared.describe(Share(shortGUID: "abc"))
    return [
      record([:]), gone, spelled, secret, cleared, shared,
      record(["text": .string("plain"), "at": .date(Date(millisecondsSince1970: 0))]),
      record(["text": .string("Żółw 🐢 \"quoted\" \\ / \n \t \u{0} \u{1F} \u{7F} \u{2028}")]),
      record(["most": .int64(.max), "least": .int64(.min), "none": .int64(0)]),
      record(["list": .list([.string("a"), .string("b")]), "empty": .list([])]),
      record([
        "to": .reference(Reference(recordName: "m0", action: .none)), "raw": .bytes(Data([1])),
      ]),
      WireRecord(
        recordID: RecordID(recordName: "m3", zoneID: zoneID),
        failure: CloudError(.zoneBusy, "busy", retryAfterSeconds: 2), extended: true),
    ]
  }

  private static var page: ChangesZoneResponse {
    ChangesZoneResponse(zones: [
      .init(
        zoneID: zoneID, changeToken: ServerChangeToken(rawValue: "token=="), moreComing: true,
        records: records),
      .init(zoneID: zoneID, failure: CloudError(.zoneNotFound, "gone"), extended: true),
    ])
  }

  private static func request() -> RecordsModifyRequest {
    RecordsModifyRequest(
      operations: records.map { .init(operationType: .create, record: $0) }, zoneID: zoneID,
      atomic: false)
  }

  /// The same value, whatever the order of its keys.
  private func parsed(_ data: Data) throws -> JSONValue {
    try JSONDecoder().decode(JSONValue.self, from: data)
  }

  private func expectSame(_ value: some PlainJSON, _ location: SourceLocation = #_sourceLocation)
    throws
  {
    let general = try JSONEncoder().encode(value)
    #expect(try parsed(try value.json()) == parsed(general), sourceLocation: location)
    try expectSameReading(of: general, as: value, location)
    try expectSameReading(of: try value.json(), as: value, location)
  }

  /// Also where neither can read it, as numbers that are spelled as strings.
  private func expectSameReading<Value: PlainJSON>(
    of data: Data, as _: Value, _ location: SourceLocation
  ) throws {
    let read = try? Value.read(json: data)
    let general = try? JSONDecoder().decode(Value.self, from: data)
    #expect(
      try read.map { try parsed(JSONEncoder().encode($0)) }
        == general.map { try parsed(JSONEncoder().encode($0)) },
      "\(String(decoding: data, as: UTF8.self))", sourceLocation: location)
  }

  @Test func `usual and unusual values are written and read as by the general coder`() throws {
    try expectSame(Self.page)
    #expect(throws: Never.self) { try ChangesZoneResponse.read(json: Self.page.json()) }
    for record in Self.records {
      try expectSame(RecordsResponse(records: [record]))
      try expectSame(RecordsResponse(records: [record.spellingNumbers(asStrings: true)]))
    }
    try expectSame(Self.request())
    try expectSame(RecordsResponse(records: Self.records, syncToken: "t"))
    try expectSame(RecordsQueryResponse(records: Self.records, continuationMarker: "more"))
    try expectSame(ChangesZoneResponse(zones: []))
    for record in Self.records { try expectSame(record.fields ?? [:]) }
  }

  @Test(arguments: 1...8)
  func `a damaged text is judged as by the general decoder`(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    let text = try Self.page.json()
    let marks = Array("{}[]\":,\\0123456789.eE-+ \n\u{0}\u{FF}tfnul".utf8) + [0x80, 0xC3, 0xFF]
    for _ in 0..<200 {
      var damaged = text
      for _ in 0..<Int.random(in: 1...3, using: &random) {
        let place = Int.random(in: 0..<damaged.count, using: &random)
        switch Int.random(in: 0..<3, using: &random) {
        case 0: damaged.remove(at: place)
        case 1: damaged.insert(marks.randomElement(using: &random) ?? 0, at: place)
        default: damaged[place] = marks.randomElement(using: &random) ?? 0
        }
      }
      try expectSameReading(of: damaged, as: Self.page, #_sourceLocation)
    }
  }
}
