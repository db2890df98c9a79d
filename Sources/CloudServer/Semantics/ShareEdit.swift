import CloudModel

/// What becomes of a zone's share when its owner saves the share record.
///
/// 1. The owner is always in it, first, accepted, able to write; nobody can change that.
/// 2. Known participants keep their id, role and status; new ones are invited.
/// 3. The list can be edited only while the link is closed before and after, or being closed.
/// 4. Opening the link drops those who have not accepted; closing it removes those who came by it.
///
/// Source: `CKShare.publicPermission`, `CKShare.addParticipant(_:)`; `docs/protocol.md`.
struct ShareEdit: Equatable {
  private(set) var share: StoredShare
  /// User record names of those newly invited.
  private(set) var invited: [String] = []
  /// User record names of those who had accepted and are out now.
  private(set) var removed: [String] = []

  /// Reads the requested list; `account` finds the user behind an identity.
  ///
  /// Throws `.invalidArguments` for an unknown person, a participant without permission or an edit
  /// against rule 3, `.tooManyParticipants` above the limit.
  init(
    of current: StoredShare, owner: Participant, to requested: Share,
    omitting omitted: Set<RecordModification.ShareKey>,
    account: (UserIdentity) throws -> StoredAccount?, newParticipantID: () -> String
  ) throws {
    let guests = current.participants.filter { $0.role != .owner }
    let permission =
      omitted.contains(.publicPermission) ? current.publicPermission : requested.publicPermission
    var wanted = guests
    if !omitted.contains(.participants) {
      wanted = try Self.guests(
        in: requested, known: guests, owner: owner, account: account,
        newParticipantID: newParticipantID)
    }
    let isClosed = permission == .none
    guard isClosed || Self.sameList(wanted, guests) else {
      throw CloudError(
        .invalidArguments, "Participants can be edited only while the share's link is closed.")
    }
    wanted = wanted.filter { isClosed ? $0.role != .publicUser : $0.acceptanceStatus == .accepted }
    if !isClosed {
      for index in wanted.indices where wanted[index].role == .publicUser {
        wanted[index].permission = permission
      }
    }
    guard wanted.count + 1 <= CloudLimits.participantsPerShare else {
      throw CloudError(
        .tooManyParticipants,
        "A share has at most \(CloudLimits.participantsPerShare) participants.")
    }
    share = current
    share.publicPermission = permission
    share.participants = [owner] + wanted
    let users = Set(wanted.compactMap(\.identity.userRecordName))
    let known = Set(guests.compactMap(\.identity.userRecordName))
    invited = wanted.compactMap(\.identity.userRecordName).filter { !known.contains($0) }
    removed = guests.filter { $0.acceptanceStatus == .accepted }
      .compactMap(\.identity.userRecordName).filter { !users.contains($0) }
  }

  private static func guests(
    in requested: Share, known: [Participant], owner: Participant,
    account: (UserIdentity) throws -> StoredAccount?, newParticipantID: () -> String
  ) throws -> [Participant] {
    var guests: [Participant] = []
    for entry in requested.participants
    where entry.role != .owner && entry.acceptanceStatus != .removed {
      guard let account = try account(entry.identity) else {
        let who = entry.identity.lookupName ?? entry.identity.userRecordName ?? "somebody unnamed"
        throw CloudError(.invalidArguments, "Unknown user: \(who)")
      }
      let user = account.userRecordName
      let isListed = guests.contains { $0.identity.userRecordName == user }
      guard user != owner.identity.userRecordName, !isListed else { continue }
      guard entry.permission != .none else {
        throw CloudError(.invalidArguments, "A participant may read or write: \(account.name)")
      }
      if var participant = known.first(where: { $0.identity.userRecordName == user }) {
        if participant.role != .publicUser { participant.permission = entry.permission }
        guests.append(participant)
      } else {
        guests.append(
          Participant(
            participantID: newParticipantID(), identity: UserIdentity(account: account),
            permission: entry.permission))
      }
    }
    return guests
  }

  private static func sameList(_ a: [Participant], _ b: [Participant]) -> Bool {
    Set(a) == Set(b)
  }
}

extension UserIdentity {
  init(account: StoredAccount) {
    self.init(
      userRecordName: account.userRecordName, accountName: account.name,
      givenName: account.givenName, lookupName: account.emailAddress ?? account.name)
    familyName = account.lastName
  }
}

extension Participant {
  /// The participant that every share has.
  init(owner account: StoredAccount, participantID: String) {
    self.init(
      participantID: participantID, identity: UserIdentity(account: account), role: .owner,
      permission: .readWrite, acceptanceStatus: .accepted)
  }
}
