import Observation

/// All keys and commands; those of the place where the person asked for help come first.
@Observable @MainActor
package final class HelpModel {
  let origin: ActionContext
  /// Words for what the person looks for.
  package var input = TextInput() {
    didSet { if input.text != oldValue.text { scroll = ListScroll() } }
  }
  package var error: String?
  package var scroll = ListScroll()

  init(askedIn origin: ActionContext) { self.origin = origin }
}
