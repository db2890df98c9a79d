package import CloudModel

/// A zone's identity on the wire.
///
/// A missing owner, or one of the stand-ins for the current user, means the caller.
package struct WireZoneID: Codable, Sendable, Hashable {
  package var zoneName: String
  package var ownerRecordName: String?
  package var zoneType: String?

  init(zoneName: String, ownerRecordName: String?, zoneType: String?) {
    self.zoneName = zoneName
    self.ownerRecordName = ownerRecordName
    self.zoneType = zoneType
  }

  package init(_ zoneID: RecordZoneID) {
    zoneName = zoneID.zoneName
    ownerRecordName = zoneID.ownerName
    zoneType =
      zoneID.zoneName == RecordZoneID.defaultZoneName ? "DEFAULT_ZONE" : "REGULAR_CUSTOM_ZONE"
  }

  package func zoneID(currentUser: String) -> RecordZoneID {
    switch ownerRecordName {
    case nil, "", RecordZoneID.currentUserDefaultName, "_defaultOwner":
      RecordZoneID(zoneName: zoneName, ownerName: currentUser)
    case .some(let owner):
      RecordZoneID(zoneName: zoneName, ownerName: owner)
    }
  }
}

/// A zone in a request or an answer: present, deleted, or failed.
package struct WireZone: WireItem, Codable, Sendable {
  package var zoneID: WireZoneID
  package var syncToken: String?
  package var atomic: Bool?
  package var isEligibleForZoneShare: Bool?
  package var isEligibleForHierarchicalShare: Bool?
  /// The share record of a zone that is shared as a whole; only for clients that ask for extensions.
  package var share: WireReference?
  package var deleted: Bool?
  package var serverErrorCode: String?
  package var reason: String?
  package var retryAfter: Double?
  package var ckErrorCode: Int?
  /// The reason why the zone was deleted; only for clients that ask for extensions.
  package var deletionReason: DatabaseChanges.Deletion.Reason?

  package init(zoneID: RecordZoneID, syncToken: ServerChangeToken? = nil, deleted: Bool? = nil) {
    self.zoneID = WireZoneID(zoneID)
    self.syncToken = syncToken?.rawValue
    self.deleted = deleted
  }

  package init(zoneID: RecordZoneID, failure: CloudError, extended: Bool) {
    self.init(zoneID: zoneID)
    fail(failure, extended: extended)
  }

  package var failure: CloudError? { cloudError }
}
