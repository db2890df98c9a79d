import CloudKitCore
import Foundation
import Testing

/// The values that a record gives back after they were set, as on Apple's systems.
@Suite struct RecordValueTests {
  private func record() -> CKRecord { CKRecord(recordType: "Note") }

  @Test func `a number can be read as every number that it is`() {
    let record = record()
    record["n"] = 2
    #expect(record["n"] as? Int == 2)
    #expect(record["n"] as? Double == 2)
    #expect(record["n"] as? Int64 == 2)
    #expect(record["n"] as? NSNumber == 2)
    #expect(record["n"] as? Bool == nil)
    #expect(record["n"] as? String == nil)
    record["n"] = 1.5
    #expect(record["n"] as? Int == nil)
    record["n"] = true
    #expect(record["n"] as? Int == 1)
  }

  @Test func `subscripts infer the type that is wanted`() {
    let record = record()
    record["text"] = "a"
    let text: String? = record["text"]
    #expect(text == "a")
    let optional: String? = nil
    record["text"] = optional
    #expect(record["text"] == nil)
    record["date"] = Date(timeIntervalSince1970: 5) as any CKRecordValue
    if let date: Date = record["date"] {
      #expect(date.timeIntervalSince1970 == 5)
    } else {
      Issue.record("There is no date.")
    }
    record.encryptedValues["secret"] = "s"
    #expect(record.encryptedValues["secret"] as? String == "s")
    #expect(record.encryptedValues.allKeys() == ["secret"])
    #expect(record.encryptedValues["date"] as? Date == nil)
    #expect(record["secret"] == nil)
  }

  @Test func `encrypted values and plain ones are apart`() throws {
    let record = record()
    record["text"] = "plain words"
    record.encryptedValues["secret"] = "hidden words"
    let plain = CKRecord(recordType: "Note")
    plain["text"] = "plain words"
    #expect(record["secret"] == nil && record.encryptedValues["text"] == nil)
    #expect(record.object(forKey: "secret") == nil && record.value(forKey: "secret") == nil)
    #expect(record.dictionaryWithValues(forKeys: ["secret"])["secret"] is NSNull)
    #expect(record.allKeys() == ["text"] && record.changedKeys() == ["text"])
    #expect(record.map { $0.0 } == ["text"])
    #expect(record.allTokens() == plain.allTokens())
    let encrypted = record.encryptedValues
    #expect(encrypted.allKeys() == ["secret"] && encrypted.changedKeys() == ["secret"])
    #expect(NSPredicate(format: "text == %@", "plain words").evaluate(with: record))
    #expect(!NSPredicate(format: "secret == %@", "hidden words").evaluate(with: record))
    #expect("\(record)".hasSuffix(#"values: ["text"], encrypted: ["secret"]>"#))

    // Nil of the one kind is nothing to the other.
    record["secret"] = nil
    record.encryptedValues["text"] = nil
    #expect(record.encryptedValues["secret"] == "hidden words" && record["text"] == "plain words")
    // A field is of one kind: the last.
    record["secret"] = "told"
    #expect(record["secret"] == "told" && record.encryptedValues["secret"] == nil)
    record.encryptedValues["secret"] = "hidden"
    record.encryptedValues["secret"] = nil
    #expect(record.encryptedValues.changedKeys() == ["secret"])
    #expect(record.encryptedValues.allKeys() == [] && record.changedKeys() == ["text"])
  }

  @Test func `a copy changes by itself`() throws {
    let record = record()
    record["text"] = "a"
    let copy = try #require(record.copy() as? CKRecord)
    copy["text"] = "b"
    #expect(record["text"] == "a")
    #expect(copy != record)
    #expect(copy.recordID == record.recordID)
  }

  @Test func `identifiers are equal by their contents`() {
    let a = CKRecord.ID(recordName: "a", zoneID: CKRecordZone.ID(zoneName: "z"))
    let b = CKRecord.ID(
      recordName: "a", zoneID: CKRecordZone.ID(zoneName: "z", ownerName: "__defaultOwner__"))
    #expect(a == b)
    #expect([a: 1][b] == 1)
    #expect(CKRecord.ID(recordName: "a") != a)
    #expect(CKRecord.ID().recordName != CKRecord.ID().recordName)
  }

  @Test func `an archive keeps a record, and one of its system fields only these`() throws {
    let record = record()
    record["text"] = "a"
    record["numbers"] = [1, 2]
    record["reference"] = CKRecord.Reference(
      recordID: CKRecord.ID(recordName: "other"), action: .deleteSelf)
    let data = try NSKeyedArchiver.archivedData(
      withRootObject: record, requiringSecureCoding: true)
    let read = try #require(
      try NSKeyedUnarchiver.unarchivedObject(ofClass: CKRecord.self, from: data))
    #expect(read["text"] == "a")
    #expect(read["numbers"] as? [Int] == [1, 2])
    #expect((read["reference"] as? CKRecord.Reference)?.action == .deleteSelf)
    #expect(Set(read.changedKeys()) == ["text", "numbers", "reference"])

    let archiver = NSKeyedArchiver(requiringSecureCoding: true)
    record.encodeSystemFields(with: archiver)
    archiver.finishEncoding()
    let unarchiver = try NSKeyedUnarchiver(forReadingFrom: archiver.encodedData)
    unarchiver.requiresSecureCoding = true
    let system = try #require(CKRecord(coder: unarchiver))
    #expect(system.recordID == record.recordID)
    #expect(system.allKeys().isEmpty)
    #expect(system.changedKeys().isEmpty)
  }

  @Test func `every value class can be archived alone`() throws {
    let zoneID = CKRecordZone.ID(zoneName: "z", ownerName: "_o")
    let recordID = CKRecord.ID(recordName: "r", zoneID: zoneID)
    func roundTrip<Value: NSObject & NSCoding>(_ value: Value) throws -> Value? {
      let data = try NSKeyedArchiver.archivedData(
        withRootObject: value, requiringSecureCoding: true)
      return try NSKeyedUnarchiver.unarchivedObject(ofClass: Value.self, from: data)
    }
    #expect(try roundTrip(zoneID) == zoneID)
    #expect(try roundTrip(recordID) == recordID)
    let reference = CKRecord.Reference(recordID: recordID, action: .deleteSelf)
    #expect(try roundTrip(reference) == reference)
    #expect(try roundTrip(CKRecordZone(zoneID: zoneID))?.zoneID == zoneID)
    let share = CKShare(recordZoneID: zoneID)
    share.publicPermission = .readWrite
    let read = try roundTrip(share)
    #expect(read?.publicPermission == .readWrite)
    #expect(read?.recordID.recordName == CKRecordNameZoneWideShare)
    #expect(read?.owner.role == .owner)
    let subscription = CKQuerySubscription(
      recordType: "Note", predicate: NSPredicate(format: "n > 5"), subscriptionID: "s")
    #expect(try roundTrip(subscription)?.recordType == "Note")
  }

  @Test func `errors can be caught in every way that Apple's can`() {
    let error: any Error = CKError(.networkFailure, userInfo: [CKErrorRetryAfterKey: 3.5])
    #expect((error as? CKError)?.code == .networkFailure)
    #expect((error as? CKError)?.retryAfterSeconds == 3.5)
    #expect((error as NSError).domain == CKErrorDomain)
    #expect((error as NSError).code == 4)
    do {
      throw error
    } catch CKError.networkFailure {
    } catch {
      Issue.record("It was not caught by its code.")
    }
    let partial = CKError(
      .partialFailure, userInfo: [CKPartialErrorsByItemIDKey: [CKRecord.ID(recordName: "a"): error]]
    )
    #expect(partial.partialErrorsByItemID?.count == 1)
  }
}
