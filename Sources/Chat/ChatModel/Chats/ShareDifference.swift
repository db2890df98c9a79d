package import CloudModel

/// The changes between two versions of a share, for the people in it.
///
/// The cloud shows only the newest version and who wrote it. If this device missed versions between, `modifier` made
/// only the last of several changes. The difference claims nothing that this leaves open.
package struct ShareDifference: Sendable, Equatable {
  /// Somebody in the earlier version.
  package struct Seat: Sendable, Equatable {
    package var user: String
    package var permission: Participant.Permission
    /// That of somebody who was in the chat before is `removed`.
    package var status: Participant.AcceptanceStatus

    package init(
      user: String, permission: Participant.Permission, status: Participant.AcceptanceStatus
    ) {
      self.user = user
      self.permission = permission
      self.status = status
    }

    fileprivate var isAccepted: Bool { status == .accepted }
  }

  /// One event, by user record names.
  package struct Change: Sendable, Equatable {
    package var kind: ChatEvent.Kind
    package var user: String
    package var actor: String?

    package init(_ kind: ChatEvent.Kind, _ user: String, by actor: String? = nil) {
      self.kind = kind
      self.user = user
      self.actor = actor
    }
  }

  /// In the order of the participants; those who are gone come last.
  package private(set) var changes: [Change] = []

  /// Compares; `before` is empty if no version of the share was here.
  ///
  /// Only its owner changes rights and removes people; who joins or leaves is the modifier of that version. So somebody
  /// who has made a new version and is in the chat as before was out of it, and has joined again.
  ///
  /// - Parameters:
  ///   - before: the people in the version that was here.
  ///   - share: the version that has come.
  ///   - owner: the chat's owner.
  ///   - modifier: who has written the version.
  ///   - isNew: whether the version is certainly newer than the one that was here.
  package init(
    from before: [Seat], to share: Share, owner: String, modifier: String?, isNew: Bool
  ) {
    let after = share.participants.filter {
      $0.role != .owner && $0.acceptanceStatus == .accepted && $0.identity.userRecordName != owner
    }
    guard !before.isEmpty else {
      // Of the past only the last change is known: it was made by somebody who is in the chat now.
      let last = after.first { $0.identity.userRecordName == modifier && modifier != nil }
      changes = last?.identity.userRecordName.map { [Change(.joined, $0)] } ?? []
      return
    }
    for participant in after {
      guard let user = participant.identity.userRecordName else { continue }
      if let seat = before.first(where: { $0.user == user && $0.isAccepted }) {
        let hasOtherRight = seat.permission != participant.permission
        if user == modifier, hasOtherRight || isNew {
          changes.append(Change(.joined, user))
        } else if hasOtherRight {
          changes.append(Change(.permission(participant.permission), user, by: owner))
        }
      } else {
        changes.append(Change(.joined, user))
      }
    }
    // An owner who has only removed people has changed nothing else.
    let isRemoval = modifier == owner && changes.isEmpty
    let present = Set(after.compactMap(\.identity.userRecordName))
    for seat in before
    where seat.isAccepted && seat.user != owner && !present.contains(seat.user) {
      if seat.user == modifier {
        changes.append(Change(.left, seat.user))
      } else if isRemoval {
        changes.append(Change(.removed, seat.user, by: owner))
      } else {
        changes.append(Change(.gone, seat.user))
      }
    }
    // Only the owner and the invited person end an invitation.
    let named = Set(share.participants.compactMap(\.identity.userRecordName))
    for seat in before
    where seat.status == .pending && seat.user == modifier && !named.contains(seat.user) {
      changes.append(Change(.declined, seat.user))
    }
  }
}
