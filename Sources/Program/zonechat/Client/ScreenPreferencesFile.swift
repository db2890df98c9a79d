package import ChatUI
package import CommandSupport
import Foundation
import LocalFiles

/// The file `screen.json` of a profile: widths, and whether the side panel is shown.
///
/// Nothing depends on it: one that is missing, damaged or cannot be written means the usual screen.
package struct ScreenPreferencesFile: Sendable {
  private let url: URL

  package init(profile: Profile) {
    url = profile.directory.appendingPathComponent("screen.json")
  }

  package func read() -> ScreenPreferences {
    guard let data = try? Data(contentsOf: url), data.count < 4096 else {
      return ScreenPreferences()
    }
    return (try? JSONDecoder().decode(ScreenPreferences.self, from: data)) ?? ScreenPreferences()
  }

  /// Replaces the file; the last window that changes something wins.
  package func write(_ preferences: ScreenPreferences) {
    guard let data = try? JSONEncoder().encode(preferences) else { return }
    try? FileDraft.write(data, to: url)
  }
}
