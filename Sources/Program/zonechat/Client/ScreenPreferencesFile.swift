import ChatUI
import CommandSupport
import Foundation
import LocalFiles

/// The file `screen.json` of a profile: widths, whether the side panel is shown, and which invitations were seen.
///
/// Nothing depends on it: one that is missing, damaged or cannot be written means the usual screen.
struct ScreenPreferencesFile: Sendable {
  private let url: URL

  init(profile: Profile) {
    url = profile.directory.appendingPathComponent("screen.json")
  }

  func read() -> ScreenPreferences {
    guard let data = try? Data(contentsOf: url), data.count < 32_768 else {
      return ScreenPreferences()
    }
    return (try? JSONDecoder().decode(ScreenPreferences.self, from: data)) ?? ScreenPreferences()
  }

  /// Replaces the file; the last window that changes something wins.
  func write(_ preferences: ScreenPreferences) {
    guard let data = try? JSONEncoder().encode(preferences) else { return }
    try? FileDraft.write(data, to: url)
  }
}
