import CloudKit
import Foundation
import Testing

/// The values that a record gives back, and copies, archives and equality, as with Apple's classes.
@Suite struct CastingTests {
  /// A value that is set, and what each type reads of it.
  struct Reading: Sendable, CustomTestStringConvertible {
    let name: String
    let set: @Sendable (CKRecord) -> Void
    let int: Int?
    let double: Double?
    let bool: Bool?
    let string: String?

    init(
      _ name: String, int: Int? = nil, double: Double? = nil, bool: Bool? = nil,
      string: String? = nil, _ set: @escaping @Sendable (CKRecord) -> Void
    ) {
      (self.name, self.set) = (name, set)
      (self.int, self.double, self.bool, self.string) = (int, double, bool, string)
    }

    var testDescription: String { name }
  }

  static let readings: [Reading] = [
    Reading("5", int: 5, double: 5) { $0["v"] = 5 },
    Reading("1", int: 1, double: 1, bool: true) { $0["v"] = 1 },
    Reading("0", int: 0, double: 0, bool: false) { $0["v"] = 0 },
    Reading("true", int: 1, double: 1, bool: true) { $0["v"] = true },
    Reading("1.5", double: 1.5) { $0["v"] = 1.5 },
    Reading("2.0", int: 2, double: 2) { $0["v"] = 2.0 },
    Reading("Int64.max", int: Int.max) { $0["v"] = Int64.max },
    Reading("UInt8", int: 200, double: 200) { $0["v"] = UInt8(200) },
    Reading("Float", int: nil, double: 0.25) { $0["v"] = Float(0.25) },
    Reading("NSNumber", int: 7, double: 7) { $0["v"] = NSNumber(value: 7) },
    Reading("text", string: "a") { $0["v"] = "a" },
    Reading("text of digits", string: "5") { $0["v"] = "5" },
    Reading("NSString", string: "a") { $0["v"] = NSString(string: "a") },
    Reading("CKRecordValue", int: 3, double: 3) { $0["v"] = 3 as any CKRecordValue },
    Reading("setObject", string: "a") { $0.setObject("a" as any CKRecordValue, forKey: "v") },
    Reading("encrypted") { $0.encryptedValues["v"] = "a" },
    Reading("encrypted, emptied as a plain one", string: "a") {
      $0["v"] = "a"
      $0.encryptedValues["v"] = nil
    },
    Reading("nil") {
      $0["v"] = 5
      $0["v"] = nil
    },
  ]

  @Test(arguments: readings)
  func `a value is read in the types that it has`(_ reading: Reading) {
    let record = CKRecord(recordType: "Note")
    reading.set(record)
    #expect(record["v"] as? Int == reading.int)
    if reading.name != "Int64.max" { #expect(record["v"] as? Double == reading.double) }
    #expect(record["v"] as? Bool == reading.bool)
    #expect(record["v"] as? String == reading.string)
    let int: Int? = record["v"]
    let string: String? = record["v"]
    #expect(int == reading.int)
    #expect(string == reading.string)
  }

  @Test func `lists are read as lists of their elements' types`() {
    let record = CKRecord(recordType: "Note")
    record["v"] = [1, 2]
    #expect(record["v"] as? [Int] == [1, 2])
    #expect(record["v"] as? [Double] == [1, 2])
    #expect(record["v"] as? [String] == nil)
    record["v"] = ["a", "b"] as NSArray
    #expect(record["v"] as? [String] == ["a", "b"])
    record["v"] = [Date(timeIntervalSince1970: 1)]
    #expect(record["v"] as? [Date] == [Date(timeIntervalSince1970: 1)])
    record["v"] = [CKRecord.Reference(recordID: .init(recordName: "a"), action: .none)]
    #expect((record["v"] as? [CKRecord.Reference])?.first?.recordID.recordName == "a")
  }

  @Test func `a record stores copies of what can change`() {
    let text = NSMutableString(string: "before")
    let record = CKRecord(recordType: "Note")
    record["text"] = text
    text.append(" and after")
    #expect(record["text"] as? String == "before")
    let list = NSMutableArray(array: ["a"])
    record["list"] = list
    list.add("b")
    #expect(record["list"] as? [String] == ["a"])
  }

  @Test func `keys are those that were set, and changed keys those set since`() async throws {
    let place = try await State.saved.prepare(try await LocalFixture.shared.fixture())
    #expect(Set(place.record.allKeys()) == ["text", "row"])
    #expect(place.record.changedKeys() == [])
    place.record["text"] = "mine"
    place.record["more"] = 1
    #expect(Set(place.record.changedKeys()) == ["text", "more"])
    place.record["text"] = nil
    #expect(Set(place.record.allKeys()) == ["more", "row"])
    #expect(Set(place.record.changedKeys()) == ["text", "more"])
    let read = try await place.database.record(for: place.recordID)
    #expect(read.changedKeys() == [])
    #expect(
      Dictionary(uniqueKeysWithValues: read.map { ($0.0, $0.1 as? String) }) == [
        "text": "hello", "row": place.me,
      ])
  }

  @Test func `a copy of a record has everything, and changes by itself`() async throws {
    let place = try await State.saved.prepare(try await LocalFixture.shared.fixture())
    let copy = try #require(place.record.copy() as? CKRecord)
    #expect(copy.recordChangeTag == place.record.recordChangeTag)
    #expect(copy.recordChangeTag != nil)
    #expect(copy.modificationDate == place.record.modificationDate)
    copy["text"] = "copy"
    #expect(place.record["text"] == "hello")
    #expect(copy !== place.record && copy != place.record)
  }

  @Test func `an archive of a record keeps values, changes and system fields`() async throws {
    let place = try await State.saved.prepare(try await LocalFixture.shared.fixture())
    let record = place.record
    record["more"] = 5
    record.encryptedValues["secret"] = "s"
    let data = try NSKeyedArchiver.archivedData(
      withRootObject: record, requiringSecureCoding: true)
    let read = try #require(
      try NSKeyedUnarchiver.unarchivedObject(ofClass: CKRecord.self, from: data))
    #expect(read.recordID == record.recordID)
    #expect(read.recordType == "Note")
    #expect(read.recordChangeTag == record.recordChangeTag)
    #expect(read.creationDate == record.creationDate)
    #expect(read.creatorUserRecordID == record.creatorUserRecordID)
    #expect(Set(read.changedKeys() + read.encryptedValues.changedKeys()) == ["more", "secret"])
    #expect(read.encryptedValues["secret"] == "s")
    #expect(read["secret"] == nil)
    // What was changed before the archive is saved after it.
    try await place.database.save(read)
    let saved = try await place.database.record(for: record.recordID)
    #expect(saved["more"] == 5)
    #expect(saved["text"] == "hello")
    #expect(saved.encryptedValues["secret"] == "s")
    #expect(saved["secret"] == nil)
  }

  @Test func `values are equal by their contents, and records by identity`() {
    let zoneID = CKRecordZone.ID(zoneName: "z")
    let id = CKRecord.ID(recordName: "a", zoneID: zoneID)
    let same = CKRecord.ID(
      recordName: "a",
      zoneID: CKRecordZone.ID(zoneName: "z", ownerName: CKCurrentUserDefaultName))
    #expect(id == same && id.hash == same.hash && id !== same)
    #expect(Set([id, same]).count == 1)
    #expect(id != CKRecord.ID(recordName: "a"))
    #expect(zoneID != CKRecordZone.ID(zoneName: "z", ownerName: "somebody"))
    let reference = CKRecord.Reference(recordID: id, action: .none)
    #expect(reference == CKRecord.Reference(recordID: same, action: .none))
    #expect(reference != CKRecord.Reference(recordID: id, action: .deleteSelf))
    let record = CKRecord(recordType: "Note", recordID: id)
    #expect(record != CKRecord(recordType: "Note", recordID: id))
    #expect(CKUserIdentity.LookupInfo(emailAddress: "a") == .init(emailAddress: "a"))
    #expect(CKUserIdentity.LookupInfo(emailAddress: "a") != .init(phoneNumber: "a"))
  }

  @Test func `tokens and zones are equal after an archive`() async throws {
    let place = try await State.saved.prepare(try await LocalFixture.shared.fixture())
    let token = try await place.database.databaseChanges(since: nil).changeToken
    func roundTrip<Value: NSObject & NSSecureCoding>(_ value: Value) throws -> Value? {
      let data = try NSKeyedArchiver.archivedData(
        withRootObject: value, requiringSecureCoding: true)
      return try NSKeyedUnarchiver.unarchivedObject(ofClass: Value.self, from: data)
    }
    #expect(try roundTrip(token) == token)
    let zone = try await place.database.recordZone(for: place.zoneID)
    let read = try #require(try roundTrip(zone))
    #expect(read.zoneID == zone.zoneID)
    #expect(read.capabilities == zone.capabilities)
    #expect(zone.capabilities.contains(.atomic))
  }
}
