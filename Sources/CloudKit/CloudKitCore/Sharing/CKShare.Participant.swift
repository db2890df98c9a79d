package import CloudModel
public import Foundation

extension CKShare {
  public enum ParticipantRole: Int, Sendable {
    case unknown = 0
    case owner = 1
    case privateUser = 3
    case publicUser = 4
  }

  /// The older name of the roles.
  @available(*, deprecated, renamed: "ParticipantRole")
  public enum ParticipantType: Int, Sendable {
    case unknown = 0
    case owner = 1
    case privateUser = 3
    case publicUser = 4
  }

  public enum ParticipantPermission: Int, Sendable {
    case unknown = 0
    case none = 1
    case readOnly = 2
    case readWrite = 3
  }

  public enum ParticipantAcceptanceStatus: Int, Sendable {
    case unknown = 0
    case pending = 1
    case accepted = 2
    case removed = 3
  }

  public typealias Participant = CKShareParticipant
}

/// A participant in an archive.
struct ArchivedParticipant: Codable {
  private var id: String
  private var role: CloudModel.Participant.Role
  private var permission: CloudModel.Participant.Permission
  private var status: CloudModel.Participant.AcceptanceStatus
  private var userRecordName: String?
  private var accountName: String?
  private var givenName: String?
  private var familyName: String?
  private var lookupName: String?
  private var phoneNumber: String?
  /// The user whose archive it is, if the participant is that user.
  var user: String

  init(_ participant: CKShare.Participant) {
    let cloud = participant.cloud
    (id, role) = (cloud.participantID, cloud.role)
    (permission, status) = (cloud.permission, cloud.acceptanceStatus)
    userRecordName = cloud.identity.userRecordName
    accountName = cloud.identity.accountName
    givenName = cloud.identity.givenName
    familyName = cloud.identity.familyName
    lookupName = cloud.identity.lookupName
    phoneNumber = cloud.identity.phoneNumber
    let isCurrentUser =
      participant.userIdentity.userRecordID?.recordName == CKCurrentUserDefaultName
    user = isCurrentUser ? cloud.identity.userRecordName ?? "" : ""
  }

  var participant: CloudModel.Participant {
    var identity = UserIdentity(
      userRecordName: userRecordName, accountName: accountName, givenName: givenName,
      lookupName: lookupName)
    identity.familyName = familyName
    identity.phoneNumber = phoneNumber
    return CloudModel.Participant(
      participantID: id, identity: identity, role: role, permission: permission,
      acceptanceStatus: status)
  }
}

extension CKShare.ParticipantRole {
  init(_ role: CloudModel.Participant.Role) {
    self =
      switch role {
      case .owner: .owner
      case .privateUser: .privateUser
      case .publicUser: .publicUser
      }
  }
}

extension CKShare.ParticipantPermission {
  init(_ permission: CloudModel.Participant.Permission) {
    self =
      switch permission {
      case .none: .none
      case .readOnly: .readOnly
      case .readWrite: .readWrite
      }
  }

  var cloud: CloudModel.Participant.Permission {
    switch self {
    case .unknown, .none: .none
    case .readOnly: .readOnly
    case .readWrite: .readWrite
    }
  }
}

extension CKShare.ParticipantAcceptanceStatus {
  init(_ status: CloudModel.Participant.AcceptanceStatus) {
    self =
      switch status {
      case .pending: .pending
      case .accepted: .accepted
      case .removed: .removed
      }
  }

  var cloud: CloudModel.Participant.AcceptanceStatus {
    switch self {
    case .unknown, .pending: .pending
    case .accepted: .accepted
    case .removed: .removed
    }
  }
}

/// A person in a share.
///
/// Role and permission may be changed before the share is saved.
public final class CKShareParticipant: NSObject, NSSecureCoding, NSCopying, @unchecked Sendable {
  // As Apple's: whoever hands one to another thread does not touch it until it is back.
  public let userIdentity: CKUserIdentity
  public var role: CKShare.ParticipantRole
  public var permission: CKShare.ParticipantPermission
  public let acceptanceStatus: CKShare.ParticipantAcceptanceStatus
  /// Set by the cloud; empty on a participant that was not saved yet.
  public let participantID: ID

  public typealias ID = String
  /// The identity as the cloud has it.
  let identity: UserIdentity

  package init(_ participant: CloudModel.Participant, _ viewpoint: Viewpoint) {
    userIdentity = CKUserIdentity(participant.identity, viewpoint)
    role = CKShare.ParticipantRole(participant.role)
    permission = CKShare.ParticipantPermission(participant.permission)
    acceptanceStatus = CKShare.ParticipantAcceptanceStatus(participant.acceptanceStatus)
    participantID = participant.participantID
    identity = participant.identity
  }

  private init(copying other: CKShareParticipant) {
    userIdentity = other.userIdentity
    role = other.role
    permission = other.permission
    acceptanceStatus = other.acceptanceStatus
    participantID = other.participantID
    identity = other.identity
  }

  @available(*, deprecated, renamed: "role")
  public var type: CKShare.ParticipantType {
    get { CKShare.ParticipantType(rawValue: role.rawValue) ?? .unknown }
    set { role = CKShare.ParticipantRole(rawValue: newValue.rawValue) ?? .unknown }
  }

  /// The same person, whatever role and permission.
  public override func isEqual(_ object: Any?) -> Bool {
    (object as? CKShareParticipant)?.userIdentity.isEqual(userIdentity) == true
  }

  public override var hash: Int { userIdentity.hash }

  /// Whether both are the same account, or the same address where one of them has no account yet.
  func isSamePerson(as other: CKShareParticipant) -> Bool {
    let (one, two) = (userIdentity, other.userIdentity)
    guard let user = one.userRecordID, let otherUser = two.userRecordID else {
      return one.lookupInfo == two.lookupInfo
    }
    return user == otherUser
  }

  public func copy(with zone: NSZone? = nil) -> Any { CKShareParticipant(copying: self) }

  public static var supportsSecureCoding: Bool { true }

  public func encode(with coder: NSCoder) {
    coder.encodeJSON(ArchivedParticipant(self), forKey: "participant")
  }

  public convenience init?(coder: NSCoder) {
    guard let archived = coder.decodeJSON(ArchivedParticipant.self, forKey: "participant") else {
      return nil
    }
    self.init(archived.participant, Viewpoint(user: archived.user, scope: .private))
  }

  var cloud: CloudModel.Participant {
    CloudModel.Participant(
      participantID: participantID, identity: identity,
      role: role == .owner ? .owner : role == .publicUser ? .publicUser : .privateUser,
      permission: permission.cloud, acceptanceStatus: acceptanceStatus.cloud)
  }
}
