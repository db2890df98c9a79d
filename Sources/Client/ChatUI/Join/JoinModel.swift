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

  package init() {}

  /// Whether the shown invitation comes from the replica, which needs no connection to the cloud.
  var isPreview: Bool { if case .preview = phase { true } else { false } }
}
