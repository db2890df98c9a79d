// Names that Apple's framework has had, and still knows.

// MARK: - Names between Swift 3 and Swift 4.2, deprecated

extension CKContainer {
  public enum Application {
    @available(*, deprecated, message: "renamed to CKContainer.ApplicationPermissions")
    public typealias Permissions = CKContainer.ApplicationPermissions
    @available(*, deprecated, message: "renamed to CKContainer.ApplicationPermissionStatus")
    public typealias PermissionStatus = CKContainer.ApplicationPermissionStatus
    @available(*, deprecated, message: "renamed to CKContainer.ApplicationPermissionBlock")
    public typealias PermissionBlock = CKContainer.ApplicationPermissionBlock
  }
}

extension CKRecord.Reference {
  @available(*, deprecated, message: "renamed to CKRecord.ReferenceAction")
  public typealias Action = CKRecord.ReferenceAction
}

extension CKShare.Participant {
  @available(*, deprecated, message: "renamed to CKShare.ParticipantAcceptanceStatus")
  public typealias AcceptanceStatus = CKShare.ParticipantAcceptanceStatus
  @available(*, deprecated, message: "renamed to CKShare.ParticipantPermission")
  public typealias Permission = CKShare.ParticipantPermission
  @available(*, deprecated, message: "renamed to CKShare.ParticipantRole")
  public typealias Role = CKShare.ParticipantRole
  @available(*, deprecated, message: "renamed to CKShare.ParticipantType")
  public typealias ParticipantType = CKShare.ParticipantType
}

@available(*, deprecated, message: "renamed to CKContainer.ApplicationPermissions")
public typealias CKContainer_Application_Permissions = CKContainer.ApplicationPermissions
@available(*, deprecated, message: "renamed to CKContainer.ApplicationPermissionStatus")
public typealias CKContainer_Application_PermissionStatus =
  CKContainer.ApplicationPermissionStatus
@available(*, deprecated, message: "renamed to CKContainer.ApplicationPermissionBlock")
public typealias CKContainer_Application_PermissionBlock = CKContainer.ApplicationPermissionBlock
@available(*, deprecated, message: "renamed to CKRecord.ReferenceAction")
public typealias CKRecord_Reference_Action = CKRecord.ReferenceAction
@available(*, deprecated, message: "renamed to CKShare.ParticipantAcceptanceStatus")
public typealias CKShare_Participant_AcceptanceStatus = CKShare.ParticipantAcceptanceStatus
@available(*, deprecated, message: "renamed to CKShare.ParticipantPermission")
public typealias CKShare_Participant_Permission = CKShare.ParticipantPermission
@available(*, deprecated, message: "renamed to CKShare.ParticipantRole")
public typealias CKShare_Participant_Role = CKShare.ParticipantRole
@available(*, deprecated, message: "renamed to CKShare.ParticipantType")
public typealias CKShare_Participant_ParticipantType = CKShare.ParticipantType

// MARK: - Names of Swift 3, which compile nowhere any more

@available(*, unavailable, renamed: "CKRecordZone.ID.defaultZoneName")
public var CKRecordZoneDefaultName: String { CKRecordZone.ID.defaultZoneName }
@available(*, unavailable, renamed: "CKRecord.SystemType.userRecord")
public var CKRecordTypeUserRecord: String { CKRecord.SystemType.userRecord }
@available(*, unavailable, renamed: "CKRecord.SystemType.share")
public var CKRecordTypeShare: String { CKRecord.SystemType.share }
@available(*, unavailable, renamed: "CKRecord.SystemFieldKey.parent")
public var CKRecordParentKey: String { CKRecord.SystemFieldKey.parent }
@available(*, unavailable, renamed: "CKRecord.SystemFieldKey.share")
public var CKRecordShareKey: String { CKRecord.SystemFieldKey.share }
@available(*, unavailable, renamed: "CKShare.SystemFieldKey.title")
public var CKShareTitleKey: String { CKShare.SystemFieldKey.title }
@available(*, unavailable, renamed: "CKShare.SystemFieldKey.thumbnailImageData")
public var CKShareThumbnailImageDataKey: String { CKShare.SystemFieldKey.thumbnailImageData }
@available(*, unavailable, renamed: "CKShare.SystemFieldKey.shareType")
public var CKShareTypeKey: String { CKShare.SystemFieldKey.shareType }
