// What Apple's framework has for sharing and this module has not, each with the reason; see `Unavailable.swift`.

public import Foundation

// MARK: - The system's view for sharing

@available(*, unavailable, message: "It belongs to a view that is not on Linux. Save a CKShare.")
public struct CKSharingParticipantAccessOption: OptionSet, Sendable {
  public let rawValue: UInt
  public init(rawValue: UInt) { self.rawValue = rawValue }
  public static let anyoneWithLink = CKSharingParticipantAccessOption(rawValue: 1)
  public static let specifiedRecipientsOnly = CKSharingParticipantAccessOption(rawValue: 2)
  public static let any = CKSharingParticipantAccessOption(rawValue: 3)
}

@available(*, unavailable, message: "It belongs to a view that is not on Linux. Save a CKShare.")
public struct CKSharingParticipantPermissionOption: OptionSet, Sendable {
  public let rawValue: UInt
  public init(rawValue: UInt) { self.rawValue = rawValue }
  public static let readOnly = CKSharingParticipantPermissionOption(rawValue: 1)
  public static let readWrite = CKSharingParticipantPermissionOption(rawValue: 2)
  public static let any = CKSharingParticipantPermissionOption(rawValue: 3)
}

@available(*, unavailable, message: "It belongs to a view that is not on Linux. Save a CKShare.")
public final class CKAllowedSharingOptions: NSObject {
  public init(
    allowedParticipantPermissionOptions: CKSharingParticipantPermissionOption,
    allowedParticipantAccessOptions: CKSharingParticipantAccessOption
  ) {}
  public var allowedParticipantPermissionOptions: CKSharingParticipantPermissionOption { .any }
  public var allowedParticipantAccessOptions: CKSharingParticipantAccessOption { .any }
  public class var standard: CKAllowedSharingOptions {
    CKAllowedSharingOptions(
      allowedParticipantPermissionOptions: .any, allowedParticipantAccessOptions: .any)
  }
}

@available(*, unavailable, message: "It belongs to a view that is not on Linux. Save a CKShare.")
public final class CKSystemSharingUIObserver: NSObject {
  public init(container: CKContainer) {}
  public var systemSharingUIDidSaveShareBlock:
    (@Sendable (CKRecord.ID, Result<CKShare, any Error>) -> Void)?
  public var systemSharingUIDidStopSharingBlock:
    (@Sendable (CKRecord.ID, Result<Void, any Error>) -> Void)?
}

@available(*, unavailable, message: "It belongs to a view that is not on Linux. Save a CKShare.")
public struct CKShareTransferRepresentation<Item> {
  public init(exporter: @escaping @Sendable (Item) throws -> ExportedShare) {}

  public struct ExportedShare: Sendable {
    public static func prepareShare(
      container: CKContainer, allowedSharingOptions: CKAllowedSharingOptions = .standard,
      preparationHandler: @escaping @Sendable () async throws -> CKShare
    ) -> ExportedShare { ExportedShare() }

    public static func existing(
      _ share: CKShare, container: CKContainer,
      allowedSharingOptions: CKAllowedSharingOptions = .standard
    ) -> ExportedShare { ExportedShare() }
  }
}

// MARK: - Links for one time

extension CKShare {
  @available(*, unavailable, message: "This cloud has no links for one time. Use the share's url.")
  public func oneTimeURL(for participantID: CKShare.Participant.ID) -> URL? { nil }
}

extension CKShare.Participant {
  @available(*, unavailable, message: "This cloud has no links for one time. Use the share's url.")
  public class func oneTimeURLParticipant() -> CKShare.Participant? { nil }

  @available(*, unavailable, message: "Nobody can ask this cloud for access to a share.")
  public var isApprovedRequester: Bool { false }

  @available(*, unavailable, message: "This cloud does not keep when somebody joined a share.")
  public var dateAddedToShare: Date? { nil }
}

extension CKShare.ParticipantRole {
  @available(*, unavailable, message: "Only the owner of a share changes its participants here.")
  public static var administrator: Self { .unknown }
}

// MARK: - Asking for access

extension CKShare {
  @available(*, unavailable, message: "Nobody can ask this cloud for access to a share.")
  public typealias AccessRequester = CKShareAccessRequester

  @available(*, unavailable, message: "Nobody can ask this cloud for access to a share.")
  public typealias BlockedIdentity = CKShareBlockedIdentity

  @available(*, unavailable, message: "Nobody can ask this cloud for access to a share.")
  public var allowsAccessRequests: Bool { false }

  @available(*, unavailable, message: "Nobody can ask this cloud for access to a share.")
  public var requesters: [CKShareAccessRequester] { [] }

  @available(*, unavailable, message: "Nobody can ask this cloud for access to a share.")
  public var blockedIdentities: [CKShareBlockedIdentity] { [] }

  @available(*, unavailable, message: "Nobody can ask this cloud for access to a share.")
  public func denyRequesters(_ requesters: [CKShareAccessRequester]) {}

  @available(*, unavailable, message: "Nobody can ask this cloud for access to a share.")
  public func blockRequesters(_ requesters: [CKShareAccessRequester]) {}

  @available(*, unavailable, message: "Nobody can ask this cloud for access to a share.")
  public func unblockIdentities(_ blockedIdentities: [CKShareBlockedIdentity]) {}
}

@available(*, unavailable, message: "Nobody can ask this cloud for access to a share.")
public final class CKShareAccessRequester: NSObject {
  public var userIdentity: CKUserIdentity? { nil }
  public var participantLookupInfo: CKUserIdentity.LookupInfo? { nil }
}

@available(*, unavailable, message: "Nobody can ask this cloud for access to a share.")
public final class CKShareBlockedIdentity: NSObject {
  public var userIdentity: CKUserIdentity? { nil }
}

extension CKContainer {
  @available(*, unavailable, message: "Nobody can ask this cloud for access to a share.")
  public func requestShareAccess(
    for urls: [URL]
  ) async throws -> [URL: Result<Void, any Error>] { [:] }
}

@available(*, unavailable, message: "Nobody can ask this cloud for access to a share.")
// As `CKOperation`.
public final class CKShareRequestAccessOperation: CKOperation, @unchecked Sendable {
  public var shareURLs: [URL]?
  public override init() {}
  public init(shareURLs: [URL]) {}
  public var perShareAccessRequestResultBlock: ((URL, Result<Void, any Error>) -> Void)?
  public var shareAccessRequestResultBlock: ((Result<Void, any Error>) -> Void)?
}
