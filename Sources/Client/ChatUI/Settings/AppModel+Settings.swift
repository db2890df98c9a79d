package import ClientSettings
import TerminalUI

/// The person's settings, and their changes of the screen.
extension AppModel {
  package var settings: Settings { settingsModel.settings }
  package var keymap: Keymap { settingsModel.keymap }
  package var preferences: ScreenPreferences { settingsModel.preferences }
  package var hasMouse: Bool { settingsModel.hasMouse }
  package var isBare: Bool { settingsModel.isBare }

  /// Whether list and chat are shown one at a time.
  var isSinglePane: Bool { isBare || screenColumns < ScreenLayout.twoPaneColumns }

  /// Takes over settings that were changed while the client runs, or says why they are not used.
  package func take(_ news: SettingsNews) {
    switch news {
    case .settings(let settings):
      if let isOn = settingsModel.take(settings) { setMouse(isOn) }
      show(.info("The changed settings are in use."), about: .program)
    case .refused(let reason): show(.error(reason), about: .program)
    }
  }

  /// Changes what is kept about the screen.
  func prefer(_ change: (inout ScreenPreferences) -> Void) { want(settingsModel.prefer(change)) }

  func toggleBareView() { settingsModel.isBare.toggle() }

  package func toggleMouse() {
    setMouse(!hasMouse)
    show(
      .info(
        hasMouse
          ? "The mouse scrolls and opens. With Shift, the terminal selects text."
          : "The mouse is left to the terminal. \(keymap.way(to: .mouse)) turns it on again."))
  }

  private func setMouse(_ isOn: Bool) {
    settingsModel.hasMouse = isOn
    want(.setMouse(isOn ? .reported : .off))
  }
}
