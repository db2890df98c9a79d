package import ClientSettings

extension AppModel {
  /// Takes over settings that were changed while the client runs, or says why they are not used.
  package func take(_ news: SettingsNews) {
    switch news {
    case .settings(let settings):
      let hadMouse = self.settings.screen.mouse
      self.settings = settings
      keymap = Keymap(preset: settings.preset, own: settings.keys)
      if settings.screen.mouse != hadMouse { setMouse(settings.screen.mouse) }
      show(.info("The changed settings are in use."))
    case .refused(let reason): show(.error(reason))
    }
  }
}
