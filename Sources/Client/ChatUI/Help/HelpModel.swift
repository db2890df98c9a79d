import Observation

/// All keys and commands; those of the place where the person asked for help come first.
@Observable @MainActor
package final class HelpModel {
  let origin: ActionContext
  package var scroll = ListScroll()

  init(askedIn origin: ActionContext) { self.origin = origin }
}
