import ClientSettings
import Observation

/// The settings that are in use, and what the person has changed on the screen by keys.
@Observable @MainActor
final class SettingsModel {
  private(set) var settings: Settings
  /// The keys of all actions, by the settings.
  private(set) var keymap: Keymap
  private(set) var preferences: ScreenPreferences
  var hasMouse: Bool
  /// Whether only the messages are shown, so that the terminal's own selection takes whole lines.
  var isBare = false
  /// The reason why the settings were not used at the start; shown as soon as the chats are there.
  @ObservationIgnored private var trouble: String?

  init(_ start: SettingsNews, preferences: ScreenPreferences) {
    var settings = Settings()
    switch start {
    case .settings(let read): settings = read
    case .refused(let reason): trouble = reason
    }
    self.settings = settings
    self.preferences = preferences
    keymap = Keymap(preset: settings.preset, own: settings.keys)
    hasMouse = settings.screen.mouse
  }

  /// Takes over changed settings.
  ///
  /// - Returns: whether the mouse is to be used from now on; nil where the settings say the same of it as before.
  func take(_ settings: Settings) -> Bool? {
    let hadMouse = self.settings.screen.mouse
    self.settings = settings
    keymap = Keymap(preset: settings.preset, own: settings.keys)
    return settings.screen.mouse == hadMouse ? nil : settings.screen.mouse
  }

  /// Returns why the settings were not used at the start, once.
  func takeTrouble() -> String? {
    defer { trouble = nil }
    return trouble
  }

  /// Changes what is kept about the screen.
  ///
  /// - Returns: the effect that keeps it.
  func prefer(_ change: (inout ScreenPreferences) -> Void) -> Effect {
    change(&preferences)
    return .keep(preferences)
  }
}
