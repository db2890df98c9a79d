package import ClientSettings
import Observation

/// All keys and commands; those of the place where the person asked for help come first.
@Observable @MainActor
package final class HelpModel {
  package let context: ActionContext
  package var scroll = ListScroll()

  private let keymap: Keymap

  package init(context: ActionContext, keymap: Keymap = Keymap()) {
    self.context = context
    self.keymap = keymap
  }

  package var sections: [HelpSection] { HelpSection.all(startingWith: context, keymap) }
}
