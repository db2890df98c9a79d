// What Apple's framework has and this module has not, each with the reason. A use is an error of the compiler that
// says so, not an unknown name.

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
}

@available(*, unavailable, message: "There is no address book. Use shareParticipants.")
public enum CKDiscoverAllUserIdentitiesOperation {}

@available(*, unavailable, message: "Use CKFetchShareParticipantsOperation.")
public enum CKDiscoverUserIdentitiesOperation {}

// MARK: - Operations

@available(*, unavailable, message: "Apple ended it: use CKFetchRecordZoneChangesOperation.")
public enum CKFetchRecordChangesOperation {}

@available(*, unavailable, message: "This cloud's web tokens are made by its administrator.")
public enum CKFetchWebAuthTokenOperation {}

@available(*, unavailable, message: "Apple ended it: an app counts its own badge.")
public enum CKModifyBadgeOperation {}

@available(*, unavailable, message: "Apple ended it: use CKFetchDatabaseChangesOperation.")
public enum CKFetchNotificationChangesOperation {}

@available(*, unavailable, message: "Apple ended it: use CKFetchDatabaseChangesOperation.")
public enum CKMarkNotificationsReadOperation {}

// MARK: - Sharing

@available(*, unavailable, message: "It belongs to a view that is not on Linux. Save a CKShare.")
public enum CKAllowedSharingOptions {}

@available(*, unavailable, message: "It belongs to a view that is not on Linux.")
public enum CKSystemSharingUIObserver {}
