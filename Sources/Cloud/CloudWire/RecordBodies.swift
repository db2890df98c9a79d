package import CloudModel

/// Bodies of `records/modify`.
package struct RecordsModifyRequest: Codable, Sendable {
  package struct Operation: Codable, Sendable {
    package var operationType: RecordOperationType
    package var record: WireRecord
    package var desiredKeys: [String]?

    package init(operationType: RecordOperationType, record: WireRecord) {
      self.operationType = operationType
      self.record = record
    }
  }

  package var operations: [Operation]
  package var zoneID: WireZoneID?
  package var atomic: Bool?
  package var desiredKeys: [String]?
  package var numbersAsStrings: Bool?

  package init(
    operations: [Operation], zoneID: RecordZoneID, atomic: Bool, desiredKeys: [String]? = nil
  ) {
    self.operations = operations
    self.zoneID = WireZoneID(zoneID)
    self.atomic = atomic
    self.desiredKeys = desiredKeys
  }

  init(operations: [Operation], zoneID: WireZoneID?, atomic: Bool?) {
    self.operations = operations
    self.zoneID = zoneID
    self.atomic = atomic
  }
}

/// Bodies of `records/lookup`.
package struct RecordsLookupRequest: Codable, Sendable {
  package struct Name: Codable, Sendable {
    package var recordName: String
    package var zoneID: WireZoneID?
    package var desiredKeys: [String]?

    package init(recordName: String) { self.recordName = recordName }
  }

  package var records: [Name]
  package var zoneID: WireZoneID?
  package var desiredKeys: [String]?
  package var numbersAsStrings: Bool?

  package init(recordNames: [String], zoneID: RecordZoneID, desiredKeys: [String]?) {
    records = recordNames.map(Name.init)
    self.zoneID = WireZoneID(zoneID)
    self.desiredKeys = desiredKeys
  }
}

/// The answer to `records/modify` and `records/lookup`: one entry for each item, in the request's
/// order.
package struct RecordsResponse: Codable, Sendable {
  package var records: [WireRecord]
  /// The zone's newest change token, if the request asked for it.
  package var syncToken: String?

  package init(records: [WireRecord], syncToken: String? = nil) {
    self.records = records
    self.syncToken = syncToken
  }
}

/// Bodies of `records/resolve` and `records/accept`.
package struct ShareGUIDsRequest: Codable, Sendable {
  package struct ShortGUID: Codable, Sendable {
    package var value: String
    package var shouldFetchRootRecord: Bool?
    package var rootRecordDesiredKeys: [String]?
  }

  package var shortGUIDs: [ShortGUID]

  package init(
    shortGUID: String, shouldFetchRootRecord: Bool? = nil, rootRecordDesiredKeys: [String]? = nil
  ) {
    shortGUIDs = [
      ShortGUID(
        value: shortGUID, shouldFetchRootRecord: shouldFetchRootRecord,
        rootRecordDesiredKeys: rootRecordDesiredKeys)
    ]
  }
}

package struct ShareMetadataResponse: Codable, Sendable {
  package var results: [WireShareResult]

  package init(results: [WireShareResult]) { self.results = results }
}

/// One entry of the answer to `records/resolve` and `records/accept`.
package struct WireShareMetadata: Codable, Sendable {
  package var shortGUID: ShareGUIDsRequest.ShortGUID
  package var containerIdentifier: String
  package var environment: String?
  package var databaseScope: String?
  package var zoneID: WireZoneID
  package var rootRecordName: String?
  package var rootRecord: WireRecord?
  package var share: WireRecord?
  package var ownerIdentity: WireUserIdentity
  package var participantType: String
  package var participantStatus: String
  package var participantPermission: String

  package init(_ metadata: ShareMetadata, environment: String, currentUser: String) {
    shortGUID = .init(value: metadata.shortGUID)
    containerIdentifier = metadata.containerIdentifier
    self.environment = environment
    databaseScope = metadata.zoneID.databaseScope(for: currentUser).pathComponent.uppercased()
    zoneID = WireZoneID(metadata.zoneID)
    ownerIdentity = WireUserIdentity(metadata.ownerIdentity)
    participantType = metadata.participantRole.rawValue
    participantStatus = metadata.participantStatus.rawValue
    participantPermission = metadata.participantPermission.rawValue
    rootRecordName = metadata.rootRecordName
    var share = WireRecord(recordName: metadata.shareRecordName)
    share.recordType = Share.recordType
    share.fields = metadata.title.map { [Share.titleKey: WireField(.string($0))] } ?? [:]
    share.zoneID = zoneID
    if let contents = metadata.share { share.describe(contents) }
    self.share = share
  }

  /// Throws `.invalidArguments` for a word that nobody knows.
  package func metadata(currentUser: String) throws(CloudError) -> ShareMetadata {
    var metadata = ShareMetadata(
      shortGUID: shortGUID.value, containerIdentifier: containerIdentifier,
      zoneID: zoneID.zoneID(currentUser: currentUser),
      title: share?.fields?[Share.titleKey]?.value?.stringValue,
      ownerIdentity: ownerIdentity.identity,
      participantRole: try .init(word: participantType, at: "participantType"),
      participantStatus: try .init(word: participantStatus, at: "participantStatus"),
      participantPermission: try .init(word: participantPermission, at: "participantPermission"))
    metadata.rootRecordName = rootRecordName
    if let share, share.publicPermission != nil { metadata.share = try share.shareContents() }
    metadata.shareRecordName = share?.recordName ?? RecordID.zoneWideShareName
    metadata.shareRecord = share?.record(in: metadata.zoneID)
    metadata.rootRecord = rootRecord?.record(in: metadata.zoneID)
    return metadata
  }
}
