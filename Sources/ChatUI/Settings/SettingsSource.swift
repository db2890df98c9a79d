package import ClientSettings

/// The settings at the start, and every change of them while the client runs.
package struct SettingsSource: Sendable {
  package var settings: Settings
  let changes: @Sendable () -> AsyncStream<SettingsNews>

  /// Without arguments: the defaults, which never change.
  package init(
    settings: Settings = Settings(),
    changes: @escaping @Sendable () -> AsyncStream<SettingsNews> = { AsyncStream { $0.finish() } }
  ) {
    self.settings = settings
    self.changes = changes
  }
}
