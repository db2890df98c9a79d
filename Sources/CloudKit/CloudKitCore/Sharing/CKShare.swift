import CloudDevices
import CloudModel
public import Foundation

/// The record that says with whom a zone, or the hierarchy of one record, is shared.
public final class CKShare: CKRecord, @unchecked Sendable {
  // As `CKRecord`.

  public enum SystemFieldKey {
    public static let title: CKRecord.FieldKey = "cloudkit.title"
    public static let thumbnailImageData: CKRecord.FieldKey = "cloudkit.thumbnailImageData"
    public static let shareType: CKRecord.FieldKey = "cloudkit.type"
  }

  /// What somebody may do who has only the link; with anything but `.none` everybody with the link may join.
  public var publicPermission: ParticipantPermission
  /// Everybody in the share, the owner included.
  public private(set) var participants: [Participant]
  /// The link to the share, which never changes; nil until the share is saved.
  public private(set) var url: URL?
  /// The root of the hierarchy; nil if the whole zone is shared.
  private(set) var rootRecordName: String?
  private var currentUserParticipantID: String?

  /// Shares a whole zone, which must be one of the signed-in user's own.
  public init(recordZoneID: CKRecordZone.ID) {
    publicPermission = .none
    participants = [Self.futureOwner]
    super.init(
      RecordContent(
        recordType: CKRecord.SystemType.share,
        recordID: CKRecord.ID(recordName: CKRecordNameZoneWideShare, zoneID: recordZoneID)))
  }

  /// Shares a record and everything below it; both must be saved together.
  public init(rootRecord: CKRecord, shareID: CKRecord.ID) {
    publicPermission = .none
    participants = [Self.futureOwner]
    rootRecordName = rootRecord.recordID.recordName
    super.init(RecordContent(recordType: CKRecord.SystemType.share, recordID: shareID))
    rootRecord.content.system.share = CKRecord.Reference(recordID: shareID, action: .none)
  }

  public convenience init(rootRecord: CKRecord) {
    self.init(
      rootRecord: rootRecord,
      shareID: CKRecord.ID(
        recordName: "Share-" + Machine.uniqueName(), zoneID: rootRecord.recordID.zoneID))
  }

  init(_ content: RecordContent, _ share: Share, _ viewpoint: Viewpoint) {
    publicPermission = .none
    participants = []
    super.init(content)
    take(share, viewpoint)
  }

  public var owner: Participant { participants.first { $0.role == .owner } ?? Self.futureOwner }

  public var currentUserParticipant: Participant? {
    if let currentUserParticipantID {
      return participants.first { $0.participantID == currentUserParticipantID }
    }
    return participants.first {
      $0.userIdentity.userRecordID?.recordName == CKCurrentUserDefaultName
    }
  }

  /// Adds somebody, or takes over the role and permission of a person who is there already.
  public func addParticipant(_ participant: Participant) {
    if let index = participants.firstIndex(where: participant.isSamePerson) {
      participants[index] = participant
    } else {
      participants.append(participant)
    }
  }

  /// Removes somebody; the owner stays.
  public func removeParticipant(_ participant: Participant) {
    participants.removeAll { $0.role != .owner && $0.isSamePerson(as: participant) }
  }

  // MARK: - The cloud's share

  func take(_ share: Share, _ viewpoint: Viewpoint) {
    publicPermission = ParticipantPermission(share.publicPermission)
    participants = share.participants.map { Participant($0, viewpoint) }
    currentUserParticipantID = share.currentUserParticipantID
    rootRecordName = share.rootRecordName
    url = share.shortGUID.flatMap { ShareLink(shortGUID: $0).url }
  }

  /// What the cloud is to keep.
  var cloud: Share {
    var share = Share(
      publicPermission: publicPermission.cloud,
      // The cloud makes the owner of a new share.
      participants: participants.filter { !$0.isFutureOwner }.map(\.cloud))
    share.rootRecordName = rootRecordName
    return share
  }

  /// The owner of a share that was not saved yet.
  private static var futureOwner: Participant {
    Participant(
      CloudModel.Participant(
        identity: UserIdentity(userRecordName: CKCurrentUserDefaultName), role: .owner,
        permission: .readWrite, acceptanceStatus: .accepted),
      Viewpoint(user: CKCurrentUserDefaultName, scope: .private))
  }

  // MARK: - Copies and archives

  public override func copy(with zone: NSZone? = nil) -> Any {
    let copy = CKShare(recordZoneID: recordID.zoneID)
    copy.content = content
    copy.publicPermission = publicPermission
    copy.participants = participants.map { ($0.copy() as? Participant) ?? $0 }
    copy.url = url
    copy.rootRecordName = rootRecordName
    copy.currentUserParticipantID = currentUserParticipantID
    return copy
  }

  private struct Archived: Codable {
    var publicPermission: Int
    var participants: [ArchivedParticipant]
    var url: URL?
    var rootRecordName: String?
    var currentUserParticipantID: String?
  }

  public override func encode(with coder: NSCoder) {
    super.encode(with: coder)
    encodeShare(with: coder)
  }

  public override func encodeSystemFields(with coder: NSCoder) {
    super.encodeSystemFields(with: coder)
    encodeShare(with: coder)
  }

  private func encodeShare(with coder: NSCoder) {
    let archived = Archived(
      publicPermission: publicPermission.rawValue,
      participants: participants.filter { !$0.isFutureOwner }.map(ArchivedParticipant.init),
      url: url, rootRecordName: rootRecordName, currentUserParticipantID: currentUserParticipantID)
    coder.encodeJSON(archived, forKey: "share")
  }

  public required init?(coder: NSCoder) {
    guard let archived = coder.decodeJSON(Archived.self, forKey: "share") else { return nil }
    publicPermission = ParticipantPermission(rawValue: archived.publicPermission) ?? .none
    let kept = archived.participants.map {
      Participant($0.participant, Viewpoint(user: $0.user, scope: .private))
    }
    participants = kept.contains { $0.role == .owner } ? kept : [Self.futureOwner] + kept
    url = archived.url
    rootRecordName = archived.rootRecordName
    currentUserParticipantID = archived.currentUserParticipantID
    super.init(coder: coder)
  }
}

extension CKShare.Participant {
  fileprivate var isFutureOwner: Bool {
    role == .owner && identity.userRecordName == CKCurrentUserDefaultName
  }
}
