import ChatUI
import TerminalUI

extension ScreenPicture {
  /// The picture of the client that people see first: a trip is planned, and other chats have news.
  @MainActor
  static func window(on background: Background) async throws -> ScreenPicture {
    let driver = ScreenDriver(
      try await Scenes.trip(), width: 100, height: 28, openChat: "Trip to Gdańsk")
    driver.screen.background = background
    try await driver.refresh()
    try await driver.type("Four seats, and the window for Linus")
    let (grid, cursor) = driver.screen.picture()
    return ScreenPicture(
      grid: grid, cursor: cursor, title: driver.screen.windowTitle,
      summary: """
        A terminal with ZoneChat: on the left a list of chats with unread messages, on the right a \
        chat of four people who plan a trip
        """,
      colors: background == .dark ? .dark : .light)
  }

  /// Where the picture for a background is kept, from the root of the project.
  static func path(for background: Background) -> String {
    "docs/pictures/window-\(background == .dark ? "dark" : "light").svg"
  }
}
