import CloudModel

extension WireField {
  /// The field with `zoneID` added to each of its references that names no zone.
  ///
  /// A reference that leads into another zone stays as it is: the cloud refuses it.
  ///
  /// Source: captures of the real service's answers; `docs/protocol.md`.
  func namingZone(_ zoneID: RecordZoneID) -> WireField {
    var field = self
    field.value = value?.mappingReferences { $0.zoneID = $0.zoneID ?? zoneID }
    return field
  }
}

extension FieldValue {
  /// The value without the zone in those references that name the record's own zone.
  ///
  /// A reference that names no owner means the owner of the record's zone. The public database has
  /// one owner, whatever name a reference gives.
  func forgettingZone(_ zoneID: RecordZoneID) -> FieldValue {
    let standIn = RecordZoneID.currentUserDefaultName
    return mappingReferences { reference in
      guard let named = reference.zoneID, named.zoneName == zoneID.zoneName,
        [zoneID.ownerName, standIn].contains(named.ownerName) || zoneID.ownerName == standIn
      else { return }
      reference.zoneID = nil
    }
  }
}
