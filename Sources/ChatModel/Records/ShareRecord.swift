package import CloudModel

/// The zone-wide share of a chat: nobody is in it but the owner until somebody is invited.
package enum ShareRecord {
  package static func new(in zoneID: RecordZoneID, title: String) -> CloudRecord {
    CloudRecord(
      recordType: Share.recordType, recordID: .zoneWideShare(in: zoneID),
      fields: title.isEmpty ? [:] : [Share.titleKey: .string(title)], share: Share())
  }
}
