import Observation

/// All keys and commands; those of the place where the person asked for help come first.
@Observable @MainActor
package final class HelpModel {
  package let context: ActionContext
  package var scroll = ListScroll()

  package init(context: ActionContext) { self.context = context }
}
