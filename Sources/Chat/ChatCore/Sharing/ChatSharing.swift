package import ChatModel
import ChatSecrets
import ChatStore
package import CloudModel
import Foundation
import GRDB

/// Changes who takes part in a chat.
///
/// Unlike messages, these requests go to the cloud at once: somebody waits for the answer, and a link
/// cannot be made up here. Its functions throw `ChatError`.
package struct ChatSharing: Sendable {
  let container: any CloudContainer
  let replica: Replica
  let clock: any Clock<Duration>
  /// Which the links name; nil for the cloud of one machine.
  let server: ServerPlace?
  /// The address that the container asks; nil for the cloud of one machine.
  let dialled: ServerOrigin?
  /// Nil where people without an account come in without help, as in the cloud of one machine.
  let newPeople: NewPeople?

  package init(
    container: any CloudContainer, replica: Replica, clock: any Clock<Duration>,
    server: ServerPlace? = nil, dialled: ServerOrigin? = nil, newPeople: NewPeople? = nil
  ) {
    self.container = container
    self.replica = replica
    self.clock = clock
    self.server = server
    self.dialled = dialled
    self.newPeople = newPeople
  }

  /// Refuses the link of another server, of which this one must not be asked.
  func check(_ link: InvitationLink) throws(ChatError) {
    guard let place = link.server, place.origin != server?.origin, place.origin != dialled
    else { return }
    throw .linkOfOtherServer(server: place.origin.authority, link: link.description)
  }

  /// A link for which this profile was chosen, as a link of the profile's own server: a server may have several names,
  /// and the profile asks it only under its own.
  ///
  /// What lets somebody in at another address stays there: that both are one server is only said.
  package func own(_ link: InvitationLink) -> InvitationLink {
    guard let place = link.server else { return link }
    var own = link
    own.server = server
    if place.origin != dialled {
      own.code = nil
      // Who owns the chat is so under every address.
      own.others = own.others.filter { $0.key == InvitationLink.keyName }
    }
    return own
  }

  /// Invites accounts by name, and returns the link with which they join.
  ///
  /// Inviting again is harmless.
  package func invite(
    _ accountNames: [String], to chatID: ChatID, permission: Participant.Permission
  ) async throws(ChatError) -> InvitationLink {
    let chat = try await ownChat(chatID)
    var identities: [UserIdentity] = []
    for name in accountNames {
      let identity = try await identity(ofAccount: name)
      guard identity.userRecordName != replica.user else {
        throw .invitesOwner(chat: chat.name)
      }
      if chat.isSealed, identity.userRecordName == nil { throw .sealing(.noCard(name)) }
      identities.append(identity)
    }
    let users = identities.compactMap(\.userRecordName)
    let admit: MembershipEdit.Change = { roles, _ in
      for user in users where roles[user] == nil { roles[user] = ChatRole(permission) }
    }
    return try await editShare(
      of: chat, listing: MembershipEdit(change: admit)
    ) { share throws(ChatError) in
      guard share.publicPermission == .none else { throw .linkIsOpen(chat: chat.name) }
      for identity in identities {
        let known = identity.userRecordName.flatMap(share.participant(withUserRecordName:))
        if known == nil {
          share.participants.append(Participant(identity: identity, permission: permission))
        }
      }
    }
  }

  /// The chat's link, and the right that it gives to people who are not invited (`.none`: no
  /// right).
  package func link(
    of chatID: ChatID
  ) async throws(ChatError) -> (link: InvitationLink, openTo: Participant.Permission) {
    let chat = try await ownChat(chatID)
    let share = try await fetchShare(of: chat)
    return (try await link(to: share, of: chat), share.share?.publicPermission ?? .none)
  }

  /// Opens the link to everyone who has it, or closes it again with `.none`.
  package func openLink(
    of chatID: ChatID, permission: Participant.Permission
  ) async throws(ChatError) -> InvitationLink {
    let chat = try await ownChat(chatID)
    if chat.isSealed, permission == .readOnly { throw .sealing(.openLink(chat: chat.name)) }
    return try await editShare(
      of: chat, listing: MembershipEdit(link: permission == .none ? .close : .open)
    ) { $0.publicPermission = permission }
  }

  /// The invitation that a link leads to, before it is accepted.
  package func preview(_ link: InvitationLink) async throws(ChatError) -> Invitation {
    try check(link)
    let metadata: ShareMetadata
    do throws(CloudError) {
      metadata = try await container.shareMetadata(forShortGUID: link.shortGUID)
    } catch {
      throw ChatError(joining: error, by: link)
    }
    let owner = metadata.ownerIdentity
    let name = owner.accountName ?? owner.lookupName ?? ""
    return try await replica.read { [account = replica.account] db in
      var names = DisplayNames(db: db, account: account)
      let ownerID = owner.userRecordName ?? ""
      let ownerName = PersonName.account(name, of: ownerID, reader: account)
      let title = metadata.chatTitle
      var invitation = Invitation(
        link: link, chatName: ChatTitle.isName(title, of: account) ? ownerName : title,
        ownerName: ownerName,
        ownerDisplayName: try names.shown(
          PersonName.display(owner.givenName, account: name), of: ownerID),
        permission: metadata.participantPermission,
        isAccepted: metadata.participantStatus == .accepted)
      invitation.firstWords = metadata.firstWords
      return invitation
    }
  }

  /// Accepts an invitation; the chat is in the list at once, and its messages appear as they are
  /// fetched.
  ///
  /// Joining twice changes nothing, and following the link of an own chat changes nothing.
  package func join(_ link: InvitationLink) async throws(ChatError) -> ChatID {
    try check(link)
    let invitation = try await sealedInvitation(of: link)
    let metadata: ShareMetadata
    do throws(CloudError) {
      metadata = try await container.accept(shortGUID: link.shortGUID)
    } catch {
      throw ChatError(joining: error, by: link)
    }
    guard let invitation, metadata.zoneID.ownerName != replica.user else {
      return try await replica.join(metadata)
    }
    return try await join(metadata, by: invitation)
  }
}
