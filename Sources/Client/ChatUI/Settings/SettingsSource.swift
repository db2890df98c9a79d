package import ClientSettings

/// The settings at the start, and every change of them while the client runs.
package struct SettingsSource: Sendable {
  let first: SettingsNews
  /// Reports changes until its task is cancelled.
  let watch: @Sendable (_ report: @escaping @Sendable (SettingsNews) -> Void) async -> Void

  /// Without arguments: the defaults, which never change.
  ///
  /// - Parameters:
  ///   - first: the settings that were read before the client opens.
  ///   - watch: reports changes until its task is cancelled.
  package init(
    first: SettingsNews = .settings(Settings()),
    watch:
      @escaping @Sendable (_ report: @escaping @Sendable (SettingsNews) -> Void) async -> Void = {
        _ in
      }
  ) {
    self.first = first
    self.watch = watch
  }
}
