package import ChatViews
import Observation

/// The prompt for a new chat's title.
@Observable @MainActor
package final class NewChatModel {
  package var input = TextInput()
  /// Why the title is not accepted.
  package var error: String?

  package init() {}
}
