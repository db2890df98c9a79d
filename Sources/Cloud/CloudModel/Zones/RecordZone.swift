/// A record zone as the cloud lists it.
package struct RecordZone: Sendable, Equatable {
  /// The capabilities of a zone.
  ///
  /// Source: `CKRecordZone.Capabilities`, also the raw values.
  package struct Capabilities: OptionSet, Sendable {
    package let rawValue: UInt

    package init(rawValue: UInt) { self.rawValue = rawValue }

    /// It has a feed of its changes.
    package static let fetchChanges = Capabilities(rawValue: 1)
    /// Its records can be saved all or none.
    package static let atomic = Capabilities(rawValue: 2)
    /// Hierarchies of its records can be shared.
    package static let sharing = Capabilities(rawValue: 4)
    /// It can be shared as a whole.
    package static let zoneWideSharing = Capabilities(rawValue: 8)
  }

  package var zoneID: RecordZoneID
  /// The position of the newest change in the zone, if the answer contained it.
  package var changeToken: ServerChangeToken?
  /// The name of the share record, if the whole zone is shared and the cloud says so.
  package var shareRecordName: String?

  package init(
    zoneID: RecordZoneID, changeToken: ServerChangeToken? = nil, shareRecordName: String? = nil
  ) {
    self.zoneID = zoneID
    self.changeToken = changeToken
    self.shareRecordName = shareRecordName
  }

  /// Everything in a custom zone; nothing in a default zone, such as the public database's only zone.
  package var capabilities: Capabilities {
    zoneID.zoneName == RecordZoneID.defaultZoneName
      ? [] : [.fetchChanges, .atomic, .sharing, .zoneWideSharing]
  }
}
