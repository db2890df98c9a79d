package import CloudModel

/// Bodies of `changes/database`.
package struct ChangesDatabaseRequest: Codable, Sendable {
  package var syncToken: String?
  @WholeNumber package var resultsLimit: Int?

  package init(syncToken: ServerChangeToken?, resultsLimit: Int?) {
    self.syncToken = syncToken?.rawValue
    self.resultsLimit = resultsLimit
  }
}

package struct ChangesDatabaseResponse: Codable, Sendable {
  package var zones: [WireZone]
  package var syncToken: String
  package var moreComing: Bool?

  package init(zones: [WireZone], syncToken: ServerChangeToken, moreComing: Bool) {
    self.zones = zones
    self.syncToken = syncToken.rawValue
    self.moreComing = moreComing
  }
}

/// Bodies of `changes/zone`.
///
/// The other keys beside `zones` are defaults for each zone.
package struct ChangesZoneRequest: Codable, Sendable {
  package struct Zone: Codable, Sendable {
    package var zoneID: WireZoneID
    package var syncToken: String?
    package var desiredKeys: [String]?
    package var desiredRecordTypes: [String]?
    @WholeNumber package var resultsLimit: Int?
    package var reverse: Bool?
    package var numbersAsStrings: Bool?

    package init(zoneID: RecordZoneID, syncToken: ServerChangeToken?) {
      self.zoneID = WireZoneID(zoneID)
      self.syncToken = syncToken?.rawValue
    }
  }

  package var zones: [Zone]
  package var syncToken: String?
  package var desiredKeys: [String]?
  package var desiredRecordTypes: [String]?
  @WholeNumber package var resultsLimit: Int?
  package var reverse: Bool?
  package var numbersAsStrings: Bool?

  package init(zones: [Zone], desiredKeys: [String]?, resultsLimit: Int?) {
    self.zones = zones
    self.desiredKeys = desiredKeys
    self.resultsLimit = resultsLimit
  }

  /// The zones, each with the defaults for what it leaves out.
  package var completeZones: [Zone] {
    zones.map { zone in
      var zone = zone
      zone.syncToken = zone.syncToken ?? syncToken
      zone.desiredKeys = zone.desiredKeys ?? desiredKeys
      zone.desiredRecordTypes = zone.desiredRecordTypes ?? desiredRecordTypes
      zone.resultsLimit = zone.resultsLimit ?? resultsLimit
      zone.reverse = zone.reverse ?? reverse
      zone.numbersAsStrings = zone.numbersAsStrings ?? numbersAsStrings
      return zone
    }
  }
}

package struct ChangesZoneResponse: Codable, Sendable {
  /// One zone's page, or why there is none.
  package struct Zone: WireItem, Codable, Sendable {
    package var zoneID: WireZoneID
    package var syncToken: String?
    package var moreComing: Bool?
    package var records: [WireRecord]?
    package var serverErrorCode: String?
    package var reason: String?
    package var retryAfter: Double?
    package var ckErrorCode: Int?
    /// The reason why the zone was deleted; only for clients that ask for extensions.
    package var deletionReason: DatabaseChanges.Deletion.Reason?

    package init(
      zoneID: RecordZoneID, changeToken: ServerChangeToken, moreComing: Bool,
      records: [WireRecord]
    ) {
      self.zoneID = WireZoneID(zoneID)
      syncToken = changeToken.rawValue
      self.moreComing = moreComing
      self.records = records
    }

    init(
      zoneID: WireZoneID, syncToken: String?, moreComing: Bool?, records: [WireRecord]?
    ) {
      self.zoneID = zoneID
      self.syncToken = syncToken
      self.moreComing = moreComing
      self.records = records
    }

    package init(zoneID: RecordZoneID, failure: CloudError, extended: Bool) {
      self.zoneID = WireZoneID(zoneID)
      fail(failure, extended: extended)
    }

    package var failure: CloudError? { cloudError }
  }

  package var zones: [Zone]

  package init(zones: [Zone]) { self.zones = zones }
}
