import CloudKit
import Foundation

/// As `Surface`: what is deprecated on Apple's systems under names of its own, and works here.
private enum OlderSurface: SurfaceOfOlderNames {
  @available(*, deprecated)
  static func older(_ participant: CKShare.Participant, _ metadata: CKShare.Metadata) {
    let _: CKShare.ParticipantType = metadata.participantType
    let _: [CKShare.ParticipantType] = [.unknown, .owner, .privateUser, .publicUser]
    participant.type = .privateUser
    let _: CKShare.Participant.ParticipantType = participant.type
    let _: CKShare.Participant.Role = participant.role
    let _: CKShare.Participant.Permission = participant.permission
    let _: CKShare.Participant.AcceptanceStatus = participant.acceptanceStatus
    let _: [CKRecord.Reference.Action] = [.none, .deleteSelf]
    let _: CKShare_Participant_ParticipantType = .owner
    let _: CKShare_Participant_Role = .owner
    let _: CKShare_Participant_Permission = .readOnly
    let _: CKShare_Participant_AcceptanceStatus = .accepted
    let _: CKRecord_Reference_Action = .none
    let _: CKContainer.ApplicationPermissionBlock = { status, _ in
      let _: CKContainer.Application.PermissionStatus = status
    }
    let _: CKContainer_Application_PermissionStatus = .granted
    let _: CKContainer.Application.PermissionBlock? = nil
    let _: CKContainer_Application_PermissionBlock? = nil
    let _: CKContainer.Application.Permissions = .userDiscoverability
    let _: CKContainer_Application_Permissions = []
    let name: String? = nil
    let _: [CKRecordZone.ID] = [
      CKRecordZone.ID(zoneName: "a", ownerName: name),
      CKRecordZone.ID(zoneName: "a", ownerName: CKOwnerDefaultName),
    ]
  }
}

/// As `OlderForms`: what is deprecated is asked for by nobody.
private protocol SurfaceOfOlderNames {
  static func older(_ participant: CKShare.Participant, _ metadata: CKShare.Metadata)
}

/// Declarations that are unavailable here, used with the labels that they have on Apple's systems.
///
/// The compiler allows it only because this itself is unavailable; anywhere else each line is an error with the reason.
private enum SurfaceOfLeftOut {
  @available(*, unavailable)
  static func users(_ container: CKContainer, _ id: CKRecord.ID) async throws {
    container.requestApplicationPermission(.userDiscoverability) { _, _ in }
    container.status(forApplicationPermission: .userDiscoverability) { _, _ in }
    let _: CKContainer.ApplicationPermissionStatus =
      try await container.requestApplicationPermission(.userDiscoverability)
    _ = try await container.applicationPermissionStatus(for: .userDiscoverability)
    container.discoverAllIdentities { (_: [CKUserIdentity]?, _: (any Error)?) in }
    container.discoverUserIdentity(withEmailAddress: "a") { (_: CKUserIdentity?, _) in }
    container.discoverUserIdentity(withPhoneNumber: "1") { _, _ in }
    container.discoverUserIdentity(withUserRecordID: id) { _, _ in }
    container.discoverUserIdentities(forEmailAddresses: ["a"]) { _ in }
    container.discoverUserIdentities(forPhoneNumbers: ["1"]) { _ in }
    container.discoverUserIdentities(forUserRecordIDs: [id]) { _ in }
    _ = try await container.userIdentity(forEmailAddress: "a")
    _ = try await container.userIdentity(forPhoneNumber: "1")
    _ = try await container.userIdentity(forUserRecordID: id)
    let _: [String: CKUserIdentity] = try await container.userIdentities(forEmailAddresses: ["a"])
    let _: [String: CKUserIdentity] = try await container.userIdentities(forPhoneNumbers: ["1"])
    let _: [CKRecord.ID: CKUserIdentity] =
      try await container.userIdentities(forUserRecordIDs: [id])
  }

  @available(*, unavailable)
  static func operations(_ container: CKContainer, _ token: CKServerChangeToken) {
    let all = CKDiscoverAllUserIdentitiesOperation()
    all.userIdentityDiscoveredBlock = { (_: CKUserIdentity) in }
    all.discoverAllUserIdentitiesResultBlock = { _ in }
    all.discoverAllUserIdentitiesCompletionBlock = { _ in }
    let some = CKDiscoverUserIdentitiesOperation(userIdentityLookupInfos: [])
    some.userIdentityDiscoveredBlock = { (_: CKUserIdentity, _: CKUserIdentity.LookupInfo) in }
    some.discoverUserIdentitiesResultBlock = { _ in }
    some.discoverUserIdentitiesCompletionBlock = { _ in }
    let web = CKFetchWebAuthTokenOperation(apiToken: "a")
    web.apiToken = "b"
    web.fetchWebAuthTokenResultBlock = { (_: Result<String, any Error>) in }
    web.fetchWebAuthTokenCompletionBlock = { _, _ in }
    let changes = CKFetchRecordChangesOperation(
      recordZoneID: .default, previousServerChangeToken: token)
    changes.recordChangedBlock = { _ in }
    changes.recordWithIDWasDeletedBlock = { _ in }
    changes.fetchRecordChangesCompletionBlock = { _, _, _ in }
    let badge = CKModifyBadgeOperation(badgeValue: 5)
    badge.modifyBadgeCompletionBlock = { _ in }
    let notifications = CKFetchNotificationChangesOperation(previousServerChangeToken: nil)
    notifications.notificationChangedBlock = { _ in }
    notifications.fetchNotificationChangesCompletionBlock = { _, _ in }
    let read = CKMarkNotificationsReadOperation(notificationIDsToMarkRead: [])
    read.markNotificationsReadCompletionBlock = { _, _ in }
    let access = CKShareRequestAccessOperation(shareURLs: [])
    access.perShareAccessRequestResultBlock = { _, _ in }
    access.shareAccessRequestResultBlock = { _ in }
    let operations: [CKOperation] = [all, some, web, changes, badge, notifications, read, access]
    for operation in operations { container.add(operation) }
  }

  @available(*, unavailable)
  static func sharing(
    _ share: CKShare, _ container: CKContainer, _ requester: CKShare.AccessRequester,
    _ identity: CKShare.BlockedIdentity, _ url: URL
  ) async throws {
    let options = CKAllowedSharingOptions(
      allowedParticipantPermissionOptions: [.readOnly, .readWrite],
      allowedParticipantAccessOptions: [.anyoneWithLink, .specifiedRecipientsOnly])
    _ = (options.allowedParticipantPermissionOptions, options.allowedParticipantAccessOptions)
    let observer = CKSystemSharingUIObserver(container: container)
    observer.systemSharingUIDidSaveShareBlock = { _, _ in }
    observer.systemSharingUIDidStopSharingBlock = { _, _ in }
    _ = CKShareTransferRepresentation<String> { _ in .existing(share, container: container) }
    _ = CKShareTransferRepresentation<String> { _ in
      .prepareShare(container: container, allowedSharingOptions: .standard) { share }
    }
    let person = CKShare.Participant.oneTimeURLParticipant()
    let _: URL? = share.oneTimeURL(for: person?.participantID ?? "")
    _ = (person?.isApprovedRequester, person?.dateAddedToShare)
    let _: CKShare.ParticipantRole = .administrator
    _ = (share.allowsAccessRequests, share.requesters, share.blockedIdentities)
    share.denyRequesters([requester])
    share.blockRequesters([requester])
    share.unblockIdentities([identity])
    _ = (requester.userIdentity, requester.participantLookupInfo, identity.userIdentity)
    let _: [URL: Result<Void, any Error>] = try await container.requestShareAccess(for: [url])
  }
}
