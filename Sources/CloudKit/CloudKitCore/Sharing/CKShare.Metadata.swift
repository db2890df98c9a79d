package import CloudModel
public import Foundation

extension CKShare {
  public typealias Metadata = CKShareMetadata
}

/// What somebody sees who follows a link, before accepting and after; two are equal if they are of one share.
public final class CKShareMetadata: NSObject, NSSecureCoding, NSCopying, @unchecked Sendable {
  // Immutable; `NSObject` does not say that it is `Sendable`.
  public let containerIdentifier: String
  public let share: CKShare
  /// The root of the shared hierarchy; nil if the whole zone is shared.
  public let hierarchicalRootRecordID: CKRecord.ID?
  /// The root, if it was asked for and may be seen.
  public let rootRecord: CKRecord?
  public let participantRole: CKShare.ParticipantRole
  public let participantStatus: CKShare.ParticipantAcceptanceStatus
  public let participantPermission: CKShare.ParticipantPermission
  public let ownerIdentity: CKUserIdentity
  let shortGUID: String

  @available(*, deprecated, renamed: "hierarchicalRootRecordID")
  public var rootRecordID: CKRecord.ID {
    hierarchicalRootRecordID ?? CKRecord.ID(recordName: "", zoneID: share.recordID.zoneID)
  }

  @available(*, deprecated, renamed: "participantRole")
  public var participantType: CKShare.ParticipantType {
    CKShare.ParticipantType(rawValue: participantRole.rawValue) ?? .unknown
  }

  package init(_ metadata: ShareMetadata, _ viewpoint: Viewpoint) {
    let zoneID = viewpoint.zoneID(metadata.zoneID)
    containerIdentifier = metadata.containerIdentifier
    share = Self.share(of: metadata, viewpoint)
    hierarchicalRootRecordID = metadata.rootRecordName.map {
      CKRecord.ID(recordName: $0, zoneID: zoneID)
    }
    rootRecord = metadata.rootRecord.map { RecordMapping(viewpoint).record($0, assets: [:]) }
    participantRole = CKShare.ParticipantRole(metadata.participantRole)
    participantStatus = CKShare.ParticipantAcceptanceStatus(metadata.participantStatus)
    participantPermission = CKShare.ParticipantPermission(metadata.participantPermission)
    ownerIdentity = CKUserIdentity(metadata.ownerIdentity, viewpoint)
    shortGUID = metadata.shortGUID
  }

  /// The share; where the cloud shows only its title, a record with the title alone.
  private static func share(of metadata: ShareMetadata, _ viewpoint: Viewpoint) -> CKShare {
    var record =
      metadata.shareRecord
      ?? Record(
        recordType: Share.recordType,
        recordID: RecordID(
          recordName: metadata.shareRecordName, zoneID: metadata.zoneID))
    if record[Share.titleKey] == nil, let title = metadata.title {
      record[Share.titleKey] = .string(title)
    }
    var share = metadata.share ?? record.share ?? Share()
    share.shortGUID = metadata.shortGUID
    return CKShare(RecordMapping(viewpoint).content(record, assets: [:]), share, viewpoint)
  }

  public override func isEqual(_ object: Any?) -> Bool {
    guard let other = object as? CKShareMetadata else { return false }
    return shortGUID == other.shortGUID && containerIdentifier == other.containerIdentifier
  }

  public override var hash: Int { shortGUID.hashValue }

  public func copy(with zone: NSZone? = nil) -> Any { self }

  public static var supportsSecureCoding: Bool { true }

  public func encode(with coder: NSCoder) {
    coder.sortKeys()
    coder.encode(containerIdentifier as NSString, forKey: "container")
    coder.encode(shortGUID as NSString, forKey: "shortGUID")
    coder.encode(participantRole.rawValue, forKey: "role")
    coder.encode(participantStatus.rawValue, forKey: "status")
    coder.encode(participantPermission.rawValue, forKey: "permission")
    coder.encode(hierarchicalRootRecordID?.recordName as NSString?, forKey: "root")
    ownerIdentity.encode(with: coder)
    share.encode(with: coder)
    coder.encode(rootRecord, forKey: "rootRecord")
  }

  public init?(coder: NSCoder) {
    guard let container = coder.decodeObject(of: NSString.self, forKey: "container") as String?,
      let shortGUID = coder.decodeObject(of: NSString.self, forKey: "shortGUID") as String?,
      let share = CKShare(coder: coder), let owner = CKUserIdentity(coder: coder)
    else { return nil }
    containerIdentifier = container
    self.shortGUID = shortGUID
    self.share = share
    ownerIdentity = owner
    // Archives of earlier versions have no root.
    rootRecord =
      coder.containsValue(forKey: "rootRecord")
      ? coder.decodeObject(of: CKRecord.self, forKey: "rootRecord") : nil
    hierarchicalRootRecordID =
      (coder.decodeObject(of: NSString.self, forKey: "root") as String?).map {
        CKRecord.ID(recordName: $0, zoneID: share.recordID.zoneID)
      }
    participantRole =
      CKShare.ParticipantRole(rawValue: coder.decodeInteger(forKey: "role")) ?? .unknown
    participantStatus =
      CKShare.ParticipantAcceptanceStatus(rawValue: coder.decodeInteger(forKey: "status"))
      ?? .unknown
    participantPermission =
      CKShare.ParticipantPermission(rawValue: coder.decodeInteger(forKey: "permission")) ?? .unknown
  }
}
