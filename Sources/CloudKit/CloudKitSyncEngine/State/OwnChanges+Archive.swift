import CloudKitCore

extension OwnChanges {
  /// The form in an archive: the newest changes, by their zones.
  struct Archive: Codable {
    /// Our choice: an app writes its state after each batch, and should not write much.
    static let limit = 1_000

    struct Zone: Codable {
      var name: String
      var owner: String
      /// The change tags of records that were saved, by the records' names; nothing for those that were deleted.
      var records: [String: String] = [:]

      init(_ id: CKRecordZone.ID) { (name, owner) = (id.zoneName, id.ownerName) }

      var id: CKRecordZone.ID { CKRecordZone.ID(zoneName: name, ownerName: owner) }
    }

    var zones: [Zone]
    var deletedZones: [Zone]

    init(_ own: OwnChanges) {
      var zones: [CKRecordZone.ID: Zone] = [:]
      for (recordID, version) in own.newest(Self.limit) {
        let tag = if case .saved(let changeTag) = version { changeTag } else { "" }
        zones[recordID.zoneID, default: Zone(recordID.zoneID)].records[recordID.recordName] = tag
      }
      self.zones = zones.values.sorted { ($0.name, $0.owner) < ($1.name, $1.owner) }
      deletedZones = own.zonesDeleted.map { Zone($0) }
        .sorted { ($0.name, $0.owner) < ($1.name, $1.owner) }
    }

    var own: OwnChanges {
      var own = OwnChanges()
      for zone in deletedZones { own.deleted(zone.id) }
      for zone in zones {
        for (name, tag) in zone.records {
          own.note(
            CKRecord.ID(recordName: name, zoneID: zone.id),
            tag.isEmpty ? .deleted : .saved(changeTag: tag))
        }
      }
      return own
    }
  }
}
