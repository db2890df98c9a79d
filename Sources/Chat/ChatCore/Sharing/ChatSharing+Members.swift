package import ChatModel
import ChatSecrets
package import CloudModel
import Foundation
import GRDB

/// Changing who takes part, after the invitation.
extension ChatSharing {
  /// Lets a member write, or only read, from now on.
  ///
  /// Somebody who has come by the open link has the right of the link (`rightOfLink`).
  /// If the member may not write any more, their queued changes fail with a reason, and keep their text.
  package func setPermission(
    of memberName: String, in chatID: ChatID, to permission: Participant.Permission
  ) async throws(ChatError) {
    let chat = try await ownChat(chatID)
    let setRole: MembershipEdit.Change = { roles, share in
      let index = try? Self.index(of: memberName, in: share)  // The edit has found it.
      let user = index.flatMap { share.participants[$0].identity.userRecordName }
      if let user, roles[user] != nil { roles[user] = ChatRole(permission) }
    }
    _ = try await editShare(
      of: chat, listing: MembershipEdit(change: setRole)
    ) { share throws(ChatError) in
      let index = try Self.index(of: memberName, in: share)
      // The cloud would leave it as it is, and say nothing.
      guard share.participants[index].role != .publicUser else {
        throw .rightOfLink(member: memberName)
      }
      share.participants[index].permission = permission
    }
  }

  /// Removes a member from the chat, or cancels an invitation.
  ///
  /// Whoever is not in the share of a sealed chat any more does not stay in its list of members either.
  package func remove(_ memberName: String, from chatID: ChatID) async throws(ChatError) {
    let chat = try await ownChat(chatID)
    _ = try await editShare(of: chat) { share throws(ChatError) in
      share.participants.remove(at: try Self.index(of: memberName, in: share))
    }
  }

  /// Removes everybody but the owner from the chat; its link stops working.
  ///
  /// `invite` shares the chat again.
  package func stopSharing(_ chatID: ChatID) async throws(ChatError) {
    let chat = try await ownChat(chatID)
    _ = try await editShare(
      of: chat, listing: MembershipEdit(link: .close)
    ) { share throws(ChatError) in
      share.participants.removeAll { $0.role != .owner }
      share.publicPermission = .none
    }
  }

  /// Turns an invitation down; the link still works if one changes one's mind and is still invited.
  package func decline(_ link: InvitationLink) async throws(ChatError) {
    try check(link)
    do throws(CloudError) {
      try await container.decline(shortGUID: link.shortGUID)
    } catch {
      throw ChatError(joining: error, by: link)
    }
    try await replica.write { db in
      try db.cachedStatement(sql: "DELETE FROM invitation WHERE shortGUID = ?").execute(arguments: [
        link.shortGUID
      ])
    }
  }

  /// The index of the member with this account name, address or identifier.
  ///
  /// Display names are not compared: a display name could be anybody's.
  private static func index(of name: String, in share: Share) throws(ChatError) -> Int {
    let found = share.participants.firstIndex { participant in
      let identity = participant.identity
      return participant.role != .owner
        && (identity.userRecordName == name || identity.lookupName == name
          || identity.accountName?.caseInsensitiveCompare(name) == .orderedSame)
    }
    guard let found else { throw .notMember(name) }
    return found
  }
}
