/// The result of reading the settings file, at the start or after a change.
package enum SettingsNews: Equatable, Sendable {
  case settings(Settings)
  /// The file is wrong or cannot be read, in one sentence; the last good settings stay.
  case refused(String)
}
