import ChatModel
import Foundation

/// What the screen reads of the replica and of folders: the parts that it shows now, and what it chooses from.
@MainActor
struct ScreenReading {
  /// The members of the open chat, for the panel and for completion.
  let sidePanel = SidePanelModel()
  /// The facts for the completion in the composer.
  var completion = CompletionReading()
  /// The beginning of a day that a person has written, for searches.
  var startOfDay: (String) -> Date? = { _ in nil }
  /// The parts of the replica that are being read.
  private var watched: Set<ScreenNeed> = []

  /// Changes what is read.
  ///
  /// - Parameter needs: everything that the screen shows now.
  /// - Returns: the effects that end the reading of some parts, and begin that of others.
  mutating func read(_ needs: Set<ScreenNeed>) -> [Effect] {
    defer { watched = needs }
    return watched.subtracting(needs).map(Effect.unwatch)
      + needs.subtracting(watched).map(Effect.watch)
  }

  /// What is read already of the needs of a new dialog, and is not read again.
  func known(of needs: Set<ScreenNeed>) -> AppEvent? {
    guard let chat = sidePanel.chat, let members = sidePanel.members(of: chat),
      watched.contains(.members(chat)), needs.contains(.members(chat))
    else { return nil }
    return .members(chat, members)
  }
}
