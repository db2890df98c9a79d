package import CloudModel
import Foundation
import GRDB

/// Changing who takes part, after the invitation.
extension ChatSharing {
  /// Lets a member write, or only read, from now on.
  ///
  /// What a member has queued who may not write any more fails with a reason, and keeps its text.
  package func setPermission(
    of memberName: String, in chatID: ChatID, to permission: Participant.Permission
  ) async throws(ChatError) {
    let chat = try await ownChat(chatID)
    _ = try await editShare(of: chat) { share throws(ChatError) in
      let index = try Self.index(of: memberName, in: share)
      share.participants[index].permission = permission
    }
  }

  /// Takes somebody out of the chat, or an invitation back.
  package func remove(_ memberName: String, from chatID: ChatID) async throws(ChatError) {
    let chat = try await ownChat(chatID)
    _ = try await editShare(of: chat) { share throws(ChatError) in
      share.participants.remove(at: try Self.index(of: memberName, in: share))
    }
  }

  /// Takes everybody out of the chat, which stays with its owner; its link leads nowhere any more.
  ///
  /// The chat is invited to again by `invite`.
  package func stopSharing(_ chatID: ChatID) async throws(ChatError) {
    let chat = try await ownChat(chatID)
    _ = try await editShare(of: chat) { share throws(ChatError) in
      share.participants.removeAll { $0.role != .owner }
      share.publicPermission = .none
    }
  }

  /// Turns an invitation down; the link still works if one changes one's mind and is still invited.
  package func decline(_ link: InvitationLink) async throws(ChatError) {
    do throws(CloudError) {
      try await container.decline(shortGUID: link.shortGUID)
    } catch {
      throw ChatError(joining: error)
    }
    try await replica.write { db in
      try db.cachedStatement(sql: "DELETE FROM invitation WHERE shortGUID = ?").execute(arguments: [
        link.shortGUID
      ])
    }
  }

  /// The member with this account's name, address or identifier.
  ///
  /// What people call themselves finds nobody: it could be anybody's.
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
