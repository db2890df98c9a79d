import CloudKitCore
import Foundation
import LocationValues
import Testing

/// Equal values are equal bytes in an archive: apps compare them to see whether a row has changed.
@Suite struct ArchiveBytesTests {
  private static let zoneID = CKRecordZone.ID(zoneName: "Trip", ownerName: "_owner")

  /// A record with fields of every kind, of which some are encrypted.
  private static func record() -> CKRecord {
    let id = CKRecord.ID(recordName: "one", zoneID: zoneID)
    let record = CKRecord(recordType: "Note", recordID: id)
    for number in 0..<12 { record["field\(number)"] = "value \(number)" }
    for number in 0..<12 { record.encryptedValues["secret\(number)"] = number }
    record["list"] = ["a", "b"]
    record["place"] = place()
    record["at"] = Date(timeIntervalSince1970: 8.5)
    record.setParent(CKRecord.ID(recordName: "root", zoneID: zoneID))
    return record
  }

  private static func place() -> CLLocation {
    CLLocation(
      coordinate: CLLocationCoordinate2DMake(48.5, -2.25), altitude: 3, horizontalAccuracy: 4,
      verticalAccuracy: 5, timestamp: Date(timeIntervalSince1970: 8.5))
  }

  private static func share() -> CKShare {
    let share = CKShare(recordZoneID: zoneID)
    share[CKShare.SystemFieldKey.title] = "Trip"
    share.publicPermission = .readOnly
    return share
  }

  private static func subscription() -> CKQuerySubscription {
    let subscription = CKQuerySubscription(
      recordType: "Note", predicate: NSPredicate(format: "n > 5 AND text == %@", "a"),
      subscriptionID: "query", options: [.firesOnce])
    subscription.notificationInfo = CKSubscription.NotificationInfo(
      alertBody: "a", alertLocalizationArgs: ["b"], title: "c", soundName: "d",
      desiredKeys: ["e", "f"], shouldBadge: true, category: "g")
    return subscription
  }

  private static func wish() -> CKFetchRecordZoneChangesOperation.ZoneConfiguration {
    CKFetchRecordZoneChangesOperation.ZoneConfiguration(
      previousServerChangeToken: nil, resultsLimit: 7, desiredKeys: ["a", "b"])
  }

  private static let makers: [(name: String, make: @Sendable () -> any NSObject & NSSecureCoding)] =
    [
      ("record", record), ("share", share), ("subscription", subscription), ("wish", wish),
      ("identifier", { CKRecord.ID(recordName: "one", zoneID: zoneID) }),
      (
        "reference",
        { CKRecord.Reference(recordID: CKRecord.ID(recordName: "one"), action: .deleteSelf) }
      ),
      ("zone", { CKRecordZone(zoneID: zoneID) }),
      ("file", { CKAsset(fileURL: URL(filePath: "/a/b")) }),
      ("place", place),
      ("person", { CKUserIdentity.LookupInfo(emailAddress: "bob@example.com") }),
      ("query", { CKQuery(recordType: "Note", predicate: NSPredicate(format: "n > 5")) }),
      ("list", { [record(), share()] as NSArray }),
    ]

  @Test(arguments: makers.map(\.name))
  func `equal values are equal bytes`(name: String) throws {
    let make = try #require(Self.makers.first { $0.name == name }?.make)
    let archives = try (0..<50).map { _ in
      try NSKeyedArchiver.archivedData(withRootObject: make(), requiringSecureCoding: true)
    }
    #expect(Set(archives).count == 1)
  }

  @Test func `equal system fields are equal bytes`() {
    let archives = (0..<50).map { _ in
      let coder = NSKeyedArchiver(requiringSecureCoding: true)
      Self.record().encodeSystemFields(with: coder)
      return coder.encodedData
    }
    #expect(Set(archives).count == 1)
  }

  /// A program that starts again has another order of its dictionaries.
  @Test func `the bytes are the same in every process`() throws {
    let coder = NSKeyedArchiver(requiringSecureCoding: true)
    CKRecord.ID(recordName: "one", zoneID: Self.zoneID).encode(with: coder)
    let archive = try #require(String(data: coder.encodedData, encoding: .utf8))
    let keys = archive.matches(of: /<key>(\w+)<\/key>/).map { String($0.output.1) }
    #expect(keys == ["ownerName", "recordName", "zoneName"], "\(archive)")

    let whole = NSKeyedArchiver(requiringSecureCoding: true)
    Self.record().encode(with: whole)
    let reader = try NSKeyedUnarchiver(forReadingFrom: whole.encodedData)
    let json = try #require(reader.decodeObject(of: NSData.self, forKey: "record") as Data?)
    let text = String(decoding: json, as: UTF8.self)
    let secrets = (0..<12).map { "\"secret\($0)\"" }.sorted().joined(separator: ",")
    #expect(text.contains("\"encryptedKeys\":[\(secrets)]"), "\(text)")
    #expect(text.hasPrefix("{\"base\":{},\"changedKeys\":["), "\(text)")
  }

  @Test func `archives that earlier versions have written are read`() throws {
    let record = Self.record()
    let coder = NSKeyedArchiver(requiringSecureCoding: true)
    record.encode(with: coder)
    coder.outputFormat = .binary
    let reader = try NSKeyedUnarchiver(forReadingFrom: coder.encodedData)
    let read = try #require(CKRecord(coder: reader))
    #expect(read.recordID == record.recordID && read["field3"] == "value 3")
    #expect(read.encryptedValues["secret3"] == 3)
    #expect(read.changedKeys().count == record.changedKeys().count)
    #expect(
      Set(read.encryptedValues.changedKeys()) == Set(record.encryptedValues.changedKeys()))
  }
}
