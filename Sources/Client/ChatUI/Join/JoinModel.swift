package import ChatCore
import Observation

/// Joining a chat by its link: first who invites to what, then yes or no.
@Observable @MainActor
package final class JoinModel {
  package enum Phase: Equatable {
    case asking
    case looking
    case preview(Invitation)
    case joining(Invitation)
    /// The link is of another server than that of the profile.
    case elsewhere(server: String, link: String)
  }

  package var input = TextInput(maximumBytes: 4096)
  package var phase = Phase.asking
  package var error: String?
  /// Whether the invitation is one of those in the list.
  package var isListed = false

  package init() {}

  /// Whether the shown invitation is not in the list any more: it was taken back, or answered on another device.
  func isVoid(in list: ChatListModel) -> Bool {
    guard isListed, case .preview(let invitation) = phase, !invitation.isAccepted else {
      return false
    }
    return !list.invitations.contains { $0.id == invitation.id }
  }

  /// Whether the shown invitation comes from the replica, which needs no connection to the cloud.
  var isPreview: Bool { if case .preview = phase { true } else { false } }
}
