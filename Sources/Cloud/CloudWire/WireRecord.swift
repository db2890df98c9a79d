package import CloudModel
import Foundation

/// A record in a request or an answer: present, deleted, or failed.
///
/// All three have one shape, as on the real wire.
package struct WireRecord: WireItem, Codable, Sendable {
  /// The time of a change, and its user and device.
  package struct Stamp: Codable, Sendable, Equatable {
    /// Milliseconds since 1970.
    package var timestamp: Int64?
    package var userRecordName: String?
    package var deviceID: String?
  }

  package var recordName: String?
  package var recordType: String?
  package var fields: [String: WireField]?
  package var pluginFields: [String: WireField]?
  package var recordChangeTag: String?
  package var created: Stamp?
  package var modified: Stamp?
  package var deleted: Bool?
  package var zoneID: WireZoneID?
  package var parent: Clearable<WireReference> = .omitted
  /// On a root, its share record.
  @Indirect package var share: WireReference?
  package var createShortGUID: Bool?
  /// On a share that is being created, the root that it will share.
  @Indirect package var forRecord: WireReference?
  package var shortGUID: String?
  /// On every record with a short GUID; only in answers.
  @Indirect package var stableUrl: WireStableURL?
  package var displayedHostname: String?
  package var publicPermission: String?
  package var participants: [WireParticipant]?
  @Indirect package var owner: WireParticipant?
  @Indirect package var currentUserParticipant: WireParticipant?
  package var serverErrorCode: String?
  package var reason: String?
  package var retryAfter: Double?
  package var ckErrorCode: Int?
  /// The reason why the record's zone was deleted; only for clients that ask for extensions.
  package var deletionReason: DatabaseChanges.Deletion.Reason?
  /// The bytes that each member may store in the zone, if this limit is reached; only for clients that ask for
  /// extensions.
  package var memberBytes: Int64?
  /// The cloud's copy beside a CONFLICT; only for clients that ask for extensions.
  package var serverRecord: [WireRecord]?

  package init(recordName: String?) { self.recordName = recordName }

  /// The record as it is saved or answered.
  package init(_ record: Record) {
    recordName = record.recordID.recordName
    recordType = record.recordType
    fields = record.wireFields(naming: record.recordID.zoneID)
    for key in record.clearedKeys { fields?[key] = WireField(nil) }
    recordChangeTag = record.recordChangeTag
    zoneID = WireZoneID(record.recordID.zoneID)
    created = Stamp(record.creationDate, by: record.creatorUserRecordName)
    modified = Stamp(record.modificationDate, by: record.lastModifiedUserRecordName)
    parent = Clearable(record.parent.map { WireReference(recordName: $0) })
    share = record.shareReference.map { WireReference(recordName: $0) }
    shortGUID = record.shortGUID
    if let share = record.share { describe(share) }
  }

  /// Adds the content of a share that is not in its fields.
  package mutating func describe(_ share: Share) {
    publicPermission = share.publicPermission.rawValue
    participants = share.participants.map(WireParticipant.init)
    shortGUID = share.shortGUID
    forRecord = share.rootRecordName.map { WireReference(recordName: $0) }
    owner = share.owner.map(WireParticipant.init)
    currentUserParticipant = share.participants
      .first { $0.participantID == share.currentUserParticipantID }
      .map(WireParticipant.init)
  }

  /// Removes the parts of a share that only clients that ask for extensions receive.
  package mutating func withholdExtensions() {
    forRecord = nil
    for index in (participants ?? []).indices {
      participants?[index].userIdentity?.accountName = nil
    }
    owner?.userIdentity?.accountName = nil
    currentUserParticipant?.userIdentity?.accountName = nil
  }

  /// The mark that a record is gone.
  package init(
    tombstone recordID: RecordID, recordChangeTag: String? = nil, recordType: String? = nil
  ) {
    recordName = recordID.recordName
    self.recordChangeTag = recordChangeTag
    self.recordType = recordType
    zoneID = WireZoneID(recordID.zoneID)
    deleted = true
  }

  package init(recordID: RecordID, failure: CloudError, extended: Bool) {
    recordName = recordID.recordName
    fail(failure, extended: extended)
    guard extended, let server = failure.serverRecord else { return }
    serverRecord = [WireRecord(server)]
  }

  /// The error of this item; nil if it did not fail.
  ///
  /// A conflict's server copy is read into `zoneID`.
  package func failure(in zoneID: RecordZoneID) -> CloudError? {
    var error = cloudError
    error?.serverRecord = serverRecord?.first.flatMap { $0.record(in: zoneID) }
    return error
  }

  /// The record this item carries, in `zoneID` unless it names another zone; nil where it carries
  /// none, because it failed, is a tombstone, lacks a name or a type, or is a share that cannot be read.
  package func record(in zoneID: RecordZoneID) -> Record? {
    guard serverErrorCode == nil, deleted != true, let recordName, let recordType else {
      return nil
    }
    let zone = self.zoneID?.zoneID(currentUser: zoneID.ownerName) ?? zoneID
    var record = Record(
      recordType: recordType, recordID: RecordID(recordName: recordName, zoneID: zone),
      recordChangeTag: recordChangeTag)
    record.take(fields ?? [:], forgetting: zone)
    record.parent = parent.value?.recordName
    record.shareReference = share?.recordName
    record.creationDate = created?.date
    record.creatorUserRecordName = created?.userRecordName
    record.modificationDate = modified?.date
    record.lastModifiedUserRecordName = modified?.userRecordName
    record.shortGUID = shortGUID
    if recordType == Share.recordType {
      // A caller that needs the reason calls `shareContents()`.
      guard let contents = try? shareContents() else { return nil }
      record.share = contents
    }
    return record
  }

  /// The share that the record describes; a missing `publicPermission` gives the public no permission.
  ///
  /// Throws `.invalidArguments` for an unknown word.
  package func shareContents() throws(CloudError) -> Share {
    var contents = Share(
      publicPermission: .none, participants: [],
      currentUserParticipantID: currentUserParticipant?.participantId,
      shortGUID: shortGUID)
    if let publicPermission {
      contents.publicPermission = try .init(word: publicPermission, at: "publicPermission")
    }
    for (index, participant) in (participants ?? []).enumerated() {
      contents.participants.append(try participant.participant(at: "participants.[\(index)]"))
    }
    contents.rootRecordName = forRecord?.recordName
    return contents
  }
}

/// Another record in the same zone, by its name.
package struct WireReference: Codable, Sendable, Equatable {
  package var recordName: String
  package var recordChangeTag: String?
  package var zoneID: WireZoneID?

  package init(recordName: String) { self.recordName = recordName }
}

extension Record {
  /// Takes over the fields of `wire`; a field without a value is cleared, an unreadable field is
  /// left out.
  ///
  /// References within `zoneID` lose their zone.
  package mutating func take(_ wire: [String: WireField], forgetting zoneID: RecordZoneID? = nil) {
    // `mapValues` keeps the table's layout, so no key is hashed again.
    fields = wire.mapValues { field in
      let value = field.value ?? .list([])
      return zoneID.map { value.forgettingZone($0) } ?? value
    }
    for (key, field) in wire {
      if field.value == nil {
        fields[key] = nil
        if field.fault == nil { clearedKeys.insert(key) }
      }
      if field.isMarkedEncrypted { encryptedKeys.insert(key) }
    }
  }

  /// The fields with their type tags, encrypted ones marked as such.
  package var wireFields: [String: WireField] { wireFields(naming: nil) }

  /// The same; if `zoneID` is given, references name it as their zone.
  fileprivate func wireFields(naming zoneID: RecordZoneID?) -> [String: WireField] {
    var wire = fields.mapValues { value in
      let field = WireField(value)
      return zoneID.map { field.namingZone($0) } ?? field
    }
    for key in encryptedKeys { wire[key]?.isEncrypted = true }
    for (key, type) in emptyListTypes where fields[key] == .list([]) { wire[key]?.type = type }
    return wire
  }
}

extension WireRecord.Stamp {
  fileprivate init?(_ date: Date?, by user: String?) {
    guard let date else { return nil }
    timestamp = date.millisecondsSince1970
    userRecordName = user
    deviceID = ""
  }

  fileprivate var date: Date? { timestamp.map { Date(millisecondsSince1970: $0) } }
}
