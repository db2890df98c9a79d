package import CloudModel

/// A participant of a share on the wire.
package struct WireParticipant: Codable, Sendable {
  package var participantId: String?
  package var userIdentity: WireUserIdentity?
  package var type: String?
  package var acceptanceStatus: String?
  package var permission: String?

  package init(_ participant: Participant) {
    participantId = participant.participantID.isEmpty ? nil : participant.participantID
    userIdentity = WireUserIdentity(participant.identity)
    type = participant.role.rawValue
    acceptanceStatus = participant.acceptanceStatus.rawValue
    permission = participant.permission.rawValue
  }

  /// The participant; missing keys mean a private user, without permission, who is invited.
  ///
  /// The permission `UNKNOWN` says nothing, like a missing one. Throws `.invalidArguments` for a word that nobody
  /// knows; `key` is where the participant is.
  ///
  /// Source: CloudKit JS has that word for a participant's permission.
  package func participant(at key: String) throws(CloudError) -> Participant {
    var participant = Participant(
      participantID: participantId ?? "",
      identity: userIdentity?.identity ?? UserIdentity(userRecordName: nil), permission: .none)
    if let type { participant.role = try .init(word: type, at: "\(key).type") }
    if let permission, permission != "UNKNOWN" {
      participant.permission = try .init(word: permission, at: "\(key).permission")
    }
    if let acceptanceStatus {
      participant.acceptanceStatus = try .init(
        word: acceptanceStatus, at: "\(key).acceptanceStatus")
    }
    return participant
  }
}

/// A user identity on the wire.
package struct WireUserIdentity: Codable, Sendable {
  package struct NameComponents: Codable, Sendable {
    package var givenName: String?
    package var familyName: String?

    package init(givenName: String? = nil, familyName: String? = nil) {
      self.givenName = givenName
      self.familyName = familyName
    }
  }

  package struct LookupInfo: Codable, Sendable {
    package var emailAddress: String?
    package var phoneNumber: String?
    package var userRecordName: String?

    package init(
      emailAddress: String? = nil, phoneNumber: String? = nil, userRecordName: String? = nil
    ) {
      self.emailAddress = emailAddress
      self.phoneNumber = phoneNumber
      self.userRecordName = userRecordName
    }
  }

  package var userRecordName: String?
  package var nameComponents: NameComponents?
  package var lookupInfo: LookupInfo?
  /// The account's name; only for clients that ask for extensions.
  package var accountName: String?

  package init(_ identity: UserIdentity) {
    userRecordName = identity.userRecordName
    if identity.givenName != nil || identity.familyName != nil {
      nameComponents = NameComponents(
        givenName: identity.givenName, familyName: identity.familyName)
    }
    lookupInfo =
      identity.phoneNumber.map { LookupInfo(phoneNumber: $0) }
      ?? identity.lookupName.map { LookupInfo(emailAddress: $0) }
    accountName = identity.accountName
  }

  package var identity: UserIdentity {
    var identity = UserIdentity(
      userRecordName: userRecordName ?? lookupInfo?.userRecordName, accountName: accountName,
      givenName: nameComponents?.givenName,
      lookupName: lookupInfo?.emailAddress ?? lookupInfo?.phoneNumber)
    identity.familyName = nameComponents?.familyName
    if lookupInfo?.emailAddress == nil { identity.phoneNumber = lookupInfo?.phoneNumber }
    return identity
  }
}
