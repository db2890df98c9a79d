/// The identity of a record: its name within a zone.
package struct RecordID: Hashable, Sendable, Codable {
  /// 1 to 255 ASCII characters, unique within the zone.
  package var recordName: String
  package var zoneID: RecordZoneID

  package init(recordName: String, zoneID: RecordZoneID) {
    self.recordName = recordName
    self.zoneID = zoneID
  }

  /// The fixed record name of a zone-wide share.
  ///
  /// Source: `CKRecordNameZoneWideShare`.
  package static let zoneWideShareName = "cloudkit.zoneshare"

  package static func zoneWideShare(in zoneID: RecordZoneID) -> RecordID {
    RecordID(recordName: zoneWideShareName, zoneID: zoneID)
  }
}

extension RecordID {
  package var isZoneWideShare: Bool { recordName == Self.zoneWideShareName }
}

extension RecordID: CustomStringConvertible {
  package var description: String { "\(recordName) in \(zoneID)" }
}
