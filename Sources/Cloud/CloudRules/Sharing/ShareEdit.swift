package import CloudModel

/// The change of a share when the zone's owner saves the share record.
///
/// 1. The owner is always the first participant, has accepted and may write; nobody can change
///    that.
/// 2. Known participants keep their ID, role and status; new ones are invited.
/// 3. The list of participants can be edited only if the link is closed after the edit.
/// 4. Opening the link drops the participants who have not accepted; closing it removes the users
///    who joined through it.
///
/// Source: `CKShare.publicPermission`, `CKShare.addParticipant(_:)`; `docs/protocol.md`.
struct ShareEdit: Equatable {
  private(set) var share: StoredShare
  /// The user record names of the newly invited users.
  private(set) var invited: [String] = []
  /// The user record names of the users who had accepted and are now removed.
  private(set) var removed: [String] = []
  /// The user record names of the users who had not answered and are invited no more.
  private(set) var withdrawn: [String] = []

  /// Reads the requested list; `account` finds the user behind an identity.
  ///
  /// A person named by an e-mail address or a phone number that no account has becomes an awaited
  /// participant.
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
    assert(owner.role == .owner, "ShareEdit 1: the first participant is not the owner")
    assert(
      isClosed || wanted.allSatisfy { $0.acceptanceStatus == .accepted },
      "ShareEdit 4: somebody who has not accepted stays in an open share")
    let users = Set(wanted.compactMap(\.identity.userRecordName))
    let known = Set(guests.compactMap(\.identity.userRecordName))
    invited = wanted.compactMap(\.identity.userRecordName).filter { !known.contains($0) }
    func gone(_ status: Participant.AcceptanceStatus) -> [String] {
      guests.filter { $0.acceptanceStatus == status }
        .compactMap(\.identity.userRecordName).filter { !users.contains($0) }
    }
    removed = gone(.accepted)
    withdrawn = gone(.pending)
  }

  private static func guests(
    in requested: Share, known: [Participant], owner: Participant,
    account: (UserIdentity) throws -> StoredAccount?, newParticipantID: () -> String
  ) throws -> [Participant] {
    var guests: [Participant] = []
    for entry in requested.participants
    where entry.role != .owner && entry.acceptanceStatus != .removed {
      guard let account = try account(entry.identity) else {
        let guest = try awaited(entry, known: known, newParticipantID: newParticipantID)
        if !guests.contains(where: { $0.participantID == guest.participantID }) {
          guests.append(guest)
        }
        continue
      }
      let user = account.userRecordName
      let isListed = guests.contains { $0.identity.userRecordName == user }
      guard user != owner.identity.userRecordName, !isListed else { continue }
      guard entry.permission != .none else {
        throw CloudError(
          .invalidArguments,
          "A participant must have the right to read or to write: \(account.name)")
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

  /// The participant for an entry without an account, matched by participant ID or by address.
  private static func awaited(
    _ entry: Participant, known: [Participant], newParticipantID: () -> String
  ) throws(CloudError) -> Participant {
    let name = entry.identity.userRecordName ?? entry.identity.lookupName ?? "no name"
    let address =
      entry.identity.userRecordName == nil ? UserIdentity(invited: entry.identity) : nil
    guard let address else { throw CloudError(.invalidArguments, "Unknown user: \(name)") }
    guard entry.permission != .none else {
      throw CloudError(
        .invalidArguments, "A participant must have the right to read or to write: \(name)")
    }
    let isSame = { (other: Participant) in
      entry.participantID.isEmpty
        ? other.identity == address : other.participantID == entry.participantID
    }
    guard var participant = known.first(where: isSame) else {
      return Participant(
        participantID: newParticipantID(), identity: address, permission: entry.permission)
    }
    if participant.role != .publicUser { participant.permission = entry.permission }
    return participant
  }

  private static func sameList(_ a: [Participant], _ b: [Participant]) -> Bool {
    Set(a) == Set(b)
  }
}

extension UserIdentity {
  package init(account: StoredAccount) {
    self.init(
      userRecordName: account.userRecordName, accountName: account.name,
      givenName: account.givenName, lookupName: account.emailAddress ?? account.name)
    familyName = account.lastName
  }
}

extension Participant {
  /// The participant that every share has.
  package init(owner account: StoredAccount, participantID: String) {
    self.init(
      participantID: participantID, identity: UserIdentity(account: account), role: .owner,
      permission: .readWrite, acceptanceStatus: .accepted)
  }
}
