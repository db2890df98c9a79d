package import CloudModel

/// The zone-wide share of a chat: only the owner takes part until the owner invites other people.
package enum ShareRecord {
  package static func new(in zoneID: RecordZoneID, title: String) -> CloudRecord {
    CloudRecord(
      recordType: Share.recordType, recordID: .zoneWideShare(in: zoneID),
      fields: title.isEmpty ? [:] : [Share.titleKey: .string(title)], share: Share())
  }
}
