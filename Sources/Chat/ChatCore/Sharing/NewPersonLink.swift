package import ChatModel
package import CloudModel

/// How a member of a server lets in people who have no account there.
package struct NewPeople: Sendable {
  /// Whether the server lets members do so; false where it cannot be asked.
  let areWelcome: @Sendable () async -> Bool
  /// Makes a code for one new account, and says how long it counts.
  let makeCode: @Sendable () async throws(CloudError) -> (code: String, lifeSeconds: Int64)

  package init(
    areWelcome: @escaping @Sendable () async -> Bool,
    makeCode:
      @escaping @Sendable () async throws(CloudError) -> (code: String, lifeSeconds: Int64)
  ) {
    self.areWelcome = areWelcome
    self.makeCode = makeCode
  }
}

/// The link of a chat by which one person can make an account on the chat's server.
package struct NewPersonLink: Sendable, Equatable {
  package var link: InvitationLink
  /// The right of everybody who has the link, once they have an account; `none` means that the owner has to invite the
  /// new account by its name.
  package var openTo: Participant.Permission
  /// The time from now on in which the account can be made.
  package var lifeSeconds: Int64

  package init(link: InvitationLink, openTo: Participant.Permission, lifeSeconds: Int64) {
    self.link = link
    self.openTo = openTo
    self.lifeSeconds = lifeSeconds
  }
}

extension ChatSharing {
  /// Whether the server lets members invite people who have no account.
  package func takesNewPeople() async -> Bool {
    guard let newPeople else { return false }
    return await newPeople.areWelcome()
  }

  /// Makes a link of the chat by which one person without an account can make one.
  package func newPersonLink(of chatID: ChatID) async throws(ChatError) -> NewPersonLink {
    guard let newPeople, server != nil else {
      throw .cloudRefused(
        reason:
          "This cloud is not a server that other machines reach by links. Invite accounts by their names."
      )
    }
    // First, so that no code is made for a chat that has no link yet.
    let (link, openTo) = try await self.link(of: chatID)
    var made = NewPersonLink(link: link, openTo: openTo, lifeSeconds: 0)
    do throws(CloudError) {
      let (code, lifeSeconds) = try await newPeople.makeCode()
      (made.link.code, made.lifeSeconds) = (code, lifeSeconds)
    } catch {
      throw ChatError(sharing: error)
    }
    return made
  }
}
