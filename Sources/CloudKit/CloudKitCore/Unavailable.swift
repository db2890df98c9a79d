// What Apple's framework has and this module has not, each with the reason. A use is an error of the compiler that
// says so, not an unknown name. What belongs to sharing is in `Sharing/Unavailable+Sharing.swift`, and all of it is
// listed in `docs/cloudkit.md`.

public import Foundation

// MARK: - Finding users, which Apple has ended

extension CKContainer {
  public struct ApplicationPermissions: OptionSet, Sendable {
    public let rawValue: UInt
    public init(rawValue: UInt) { self.rawValue = rawValue }
    public static let userDiscoverability = ApplicationPermissions(rawValue: 1)
  }

  public enum ApplicationPermissionStatus: Int, Sendable {
    case initialState = 0
    case couldNotComplete = 1
    case denied = 2
    case granted = 3
  }

  public typealias ApplicationPermissionBlock =
    (ApplicationPermissionStatus, (any Error)?) -> Void

  @available(*, unavailable, message: "Apple ended it: users are found by shareParticipants.")
  public func requestApplicationPermission(
    _ permission: ApplicationPermissions
  ) async throws -> ApplicationPermissionStatus { .denied }

  @available(*, unavailable, message: "Apple ended it: users are found by shareParticipants.")
  public func requestApplicationPermission(
    _ permission: ApplicationPermissions,
    completionHandler: @escaping @Sendable (ApplicationPermissionStatus, (any Error)?) -> Void
  ) {}

  @available(*, unavailable, message: "Apple ended it: users are found by shareParticipants.")
  public func applicationPermissionStatus(
    for permission: ApplicationPermissions
  ) async throws -> ApplicationPermissionStatus { .denied }

  @available(*, unavailable, message: "Apple ended it: users are found by shareParticipants.")
  public func status(
    forApplicationPermission permission: ApplicationPermissions,
    completionHandler: @escaping @Sendable (ApplicationPermissionStatus, (any Error)?) -> Void
  ) {}

  @available(*, unavailable, message: "There is no address book. Use shareParticipants.")
  public func discoverAllIdentities(
    completionHandler: @escaping @Sendable ([CKUserIdentity]?, (any Error)?) -> Void
  ) {}

  @available(*, unavailable, message: "Use shareParticipant(forEmailAddress:).")
  public func discoverUserIdentity(
    withEmailAddress email: String,
    completionHandler: @escaping @Sendable (CKUserIdentity?, (any Error)?) -> Void
  ) {}

  @available(*, unavailable, message: "Use shareParticipant(forPhoneNumber:).")
  public func discoverUserIdentity(
    withPhoneNumber phoneNumber: String,
    completionHandler: @escaping @Sendable (CKUserIdentity?, (any Error)?) -> Void
  ) {}

  @available(*, unavailable, message: "Use shareParticipant(forUserRecordID:).")
  public func discoverUserIdentity(
    withUserRecordID userRecordID: CKRecord.ID,
    completionHandler: @escaping @Sendable (CKUserIdentity?, (any Error)?) -> Void
  ) {}

  @available(*, unavailable, message: "Use shareParticipant(forEmailAddress:).")
  public func userIdentity(forEmailAddress email: String) async throws -> CKUserIdentity? { nil }

  @available(*, unavailable, message: "Use shareParticipant(forPhoneNumber:).")
  public func userIdentity(forPhoneNumber number: String) async throws -> CKUserIdentity? { nil }

  @available(*, unavailable, message: "Use shareParticipant(forUserRecordID:).")
  public func userIdentity(
    forUserRecordID recordID: CKRecord.ID
  ) async throws -> CKUserIdentity? { nil }

  @available(*, unavailable, message: "Use shareParticipants(forEmailAddresses:).")
  public func discoverUserIdentities(
    forEmailAddresses emails: [String],
    completionHandler:
      @escaping @Sendable (Result<[String: CKUserIdentity], any Error>) -> Void
  ) {}

  @available(*, unavailable, message: "Use shareParticipants(forEmailAddresses:).")
  public func userIdentities(
    forEmailAddresses emails: [String]
  ) async throws -> [String: CKUserIdentity] { [:] }

  @available(*, unavailable, message: "Use shareParticipants(forPhoneNumbers:).")
  public func discoverUserIdentities(
    forPhoneNumbers phoneNumbers: [String],
    completionHandler:
      @escaping @Sendable (Result<[String: CKUserIdentity], any Error>) -> Void
  ) {}

  @available(*, unavailable, message: "Use shareParticipants(forPhoneNumbers:).")
  public func userIdentities(
    forPhoneNumbers phoneNumbers: [String]
  ) async throws -> [String: CKUserIdentity] { [:] }

  @available(*, unavailable, message: "Use shareParticipants(forUserRecordIDs:).")
  public func discoverUserIdentities(
    forUserRecordIDs userRecordIDs: [CKRecord.ID],
    completionHandler:
      @escaping @Sendable (Result<[CKRecord.ID: CKUserIdentity], any Error>) -> Void
  ) {}

  @available(*, unavailable, message: "Use shareParticipants(forUserRecordIDs:).")
  public func userIdentities(
    forUserRecordIDs userRecordIDs: [CKRecord.ID]
  ) async throws -> [CKRecord.ID: CKUserIdentity] { [:] }
}

@available(*, unavailable, message: "There is no address book. Use shareParticipants.")
// As `CKOperation`.
public final class CKDiscoverAllUserIdentitiesOperation: CKOperation, @unchecked Sendable {
  public override init() {}
  public var userIdentityDiscoveredBlock: ((CKUserIdentity) -> Void)?
  public var discoverAllUserIdentitiesResultBlock: ((Result<Void, any Error>) -> Void)?
  public var discoverAllUserIdentitiesCompletionBlock: (((any Error)?) -> Void)?
}

@available(*, unavailable, message: "Use CKFetchShareParticipantsOperation.")
// As `CKOperation`.
public final class CKDiscoverUserIdentitiesOperation: CKOperation, @unchecked Sendable {
  public var userIdentityLookupInfos: [CKUserIdentity.LookupInfo] = []
  public override init() {}
  public init(userIdentityLookupInfos: [CKUserIdentity.LookupInfo]) {}
  public var userIdentityDiscoveredBlock: ((CKUserIdentity, CKUserIdentity.LookupInfo) -> Void)?
  public var discoverUserIdentitiesResultBlock: ((Result<Void, any Error>) -> Void)?
  public var discoverUserIdentitiesCompletionBlock: (((any Error)?) -> Void)?
}

// MARK: - Operations

@available(*, unavailable, message: "Apple ended it: use CKFetchRecordZoneChangesOperation.")
// As `CKOperation`.
public final class CKFetchRecordChangesOperation: CKDatabaseOperation, @unchecked Sendable {
  public var recordZoneID: CKRecordZone.ID?
  public var previousServerChangeToken: CKServerChangeToken?
  public var resultsLimit = 0
  public var desiredKeys: [CKRecord.FieldKey]?
  public override init() {}
  public init(
    recordZoneID: CKRecordZone.ID, previousServerChangeToken: CKServerChangeToken?
  ) {}
  public var recordChangedBlock: ((CKRecord) -> Void)?
  public var recordWithIDWasDeletedBlock: ((CKRecord.ID) -> Void)?
  public var moreComing: Bool { false }
  public var fetchRecordChangesCompletionBlock:
    ((CKServerChangeToken?, Data?, (any Error)?) -> Void)?
}

@available(*, unavailable, message: "This cloud's web tokens are made by its administrator.")
// As `CKOperation`.
public final class CKFetchWebAuthTokenOperation: CKDatabaseOperation, @unchecked Sendable {
  public var apiToken: String?
  public override init() {}
  public init(apiToken: String) {}
  public var fetchWebAuthTokenResultBlock: ((Result<String, any Error>) -> Void)?
  public var fetchWebAuthTokenCompletionBlock: ((String?, (any Error)?) -> Void)?
}

@available(*, unavailable, message: "Apple ended it: an app counts its own badge.")
// As `CKOperation`.
public final class CKModifyBadgeOperation: CKOperation, @unchecked Sendable {
  public var badgeValue = 0
  public override init() {}
  public init(badgeValue: Int) {}
  public var modifyBadgeCompletionBlock: (((any Error)?) -> Void)?
}

@available(*, unavailable, message: "Apple ended it: use CKFetchDatabaseChangesOperation.")
// As `CKOperation`.
public final class CKFetchNotificationChangesOperation: CKOperation, @unchecked Sendable {
  public var previousServerChangeToken: CKServerChangeToken?
  public var resultsLimit = 0
  public override init() {}
  public init(previousServerChangeToken: CKServerChangeToken?) {}
  public var moreComing: Bool { false }
  public var notificationChangedBlock: ((CKNotification) -> Void)?
  public var fetchNotificationChangesCompletionBlock:
    ((CKServerChangeToken?, (any Error)?) -> Void)?
}

@available(*, unavailable, message: "Apple ended it: use CKFetchDatabaseChangesOperation.")
// As `CKOperation`.
public final class CKMarkNotificationsReadOperation: CKOperation, @unchecked Sendable {
  public var notificationIDs: [CKNotification.ID] = []
  public override init() {}
  public init(notificationIDsToMarkRead notificationIDs: [CKNotification.ID]) {}
  public var markNotificationsReadCompletionBlock: (([CKNotification.ID]?, (any Error)?) -> Void)?
}
