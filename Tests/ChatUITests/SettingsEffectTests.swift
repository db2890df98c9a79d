import ChatModel
import ChatUI
import ChatWords
import ClientSettings
import CloudModel
import Foundation
import TerminalUI
import Testing

/// The effect of each setting on the screen.
@MainActor
struct SettingsEffectTests {
  private func driver(
    width: Int = 100, _ change: (inout Settings) -> Void
  ) async throws -> ScreenDriver {
    let driver = try await Scenes.busyScreen(width: width, height: 24)
    var settings = Settings()
    change(&settings)
    try await driver.post(.settings(.settings(settings)))
    return driver
  }

  private func dividerColumn(_ driver: ScreenDriver) -> Int? {
    let row = driver.text.split(separator: "\n").dropFirst(2).first
    return row?.firstIndex(of: "│").flatMap { row?.distance(from: row?.startIndex ?? $0, to: $0) }
  }

  @Test func `the list is as wide as it is wanted, and leaves the messages room`() async throws {
    #expect(dividerColumn(try await driver { $0.screen.listColumns = 40 }) == 40)
    #expect(dividerColumn(try await driver(width: 64) { $0.screen.listColumns = 40 }) == 32)
  }

  @Test func `times have twelve hours, or are not shown`() async throws {
    let standard = try await driver { $0.screen.names = .beside }
    let time = try #require(standard.text.firstMatch(of: /[01][0-9]:[0-5][0-9] [A-Za-z]/))
    #expect(!time.output.isEmpty)
    let twelve = try await driver {
      $0.screen.clock = .hours12
      $0.screen.names = .beside
    }
    #expect(twelve.text.contains(/[0-9]:[0-5][0-9](am|pm) +[A-Za-z]/))
    let none = try await driver { $0.screen.timestamps = false }
    let pane = none.text.split(separator: "\n").compactMap { $0.split(separator: "│").last }
    #expect(!pane.contains { $0.contains(/^ *[0-9]{2}:[0-9]{2}/) })
  }

  @Test func `names stand above the text, and beside it where there is room or it is wanted`()
    async throws
  {
    for (width, names, isBeside) in [
      (80, NamesPlace.automatic, false), (80, .beside, true), (120, .automatic, true),
      (120, .above, false),
    ] {
      let driver = try await driver(width: width) { $0.screen.names = names }
      let rows = driver.text.split(separator: "\n").map { $0.drop { $0 != "│" }.dropFirst() }
      let text = "The build is green"
      #expect(rows.contains { $0.hasPrefix("  11:00 Ada         \(text)") } == isBeside)
      #expect(rows.contains { $0.hasPrefix(" Ada  11:00") } != isBeside)
      #expect(rows.contains { $0.hasPrefix("  \(text)") } != isBeside)
    }
  }

  @Test(arguments: [(0, "12:05am"), (11, "11:05am"), (12, "12:05pm"), (23, "11:05pm")])
  func `noon is pm and midnight is am`(hour: Int, text: String) {
    let time = TimeText(timeZone: .gmt, locale: Locale(identifier: "en_GB")).with(.hours12)
    let date = Date(timeIntervalSince1970: Double(hour * 3600 + 300))
    #expect(time.clock(date) == text)
  }

  @Test func `text is as wide as it is wanted`() {
    #expect(TimelineMetrics(width: 200, textColumns: 60).textWidth == 60)
    #expect(TimelineMetrics(width: 200).textWidth == 88)
  }

  @Test func `the theme gives the picture its styles, and only it`() async throws {
    let dark = try await driver { _ in }
    let before = dark.screen.picture().grid
    #expect(colors(before).contains(.yellow))
    var settings = Settings()
    settings.theme = ThemeForms(.mono)
    try await dark.post(.settings(.settings(settings)))
    try await dark.press(.escape)
    let after = dark.screen.picture().grid
    #expect(colors(after) == [.standard])
    try await dark.post(.settings(.settings(Settings())))
    #expect(colors(dark.screen.picture().grid).contains(.yellow))
  }

  @Test func `the terminal's background gives the dark or the light theme`() async throws {
    let driver = try await driver { _ in }
    #expect(colors(driver.screen.picture().grid).contains(.yellow))
    for background in [Background.dark, .light] {
      driver.screen.background = background
      let theme = background == .dark ? ColorTheme.dark : .light
      let shown = colors(driver.screen.picture().grid)
      #expect(shown.contains(theme[.accent].foreground) && !shown.contains(.yellow))
    }
  }

  @Test func `addresses are links for the terminal, unless the person does not want them`()
    async throws
  {
    let driver = try await driver { _ in }
    try await driver.type("see https://example.org/x\n")
    #expect(driver.screen.picture().grid.links == ["https://example.org/x"])
    var settings = Settings()
    settings.screen.links = false
    try await driver.post(.settings(.settings(settings)))
    #expect(driver.screen.picture().grid.links.isEmpty)
  }

  private func colors(_ grid: Grid) -> Set<Color> {
    var colors: Set<Color> = []
    for row in 0..<grid.size.height {
      for cell in grid.row(row) { colors.insert(cell.style.foreground) }
    }
    return colors
  }

  @Test func `the mouse follows the settings`() async throws {
    let driver = try await driver { $0.screen.mouse = false }
    #expect(driver.mouse == .off)
    try await driver.post(.settings(.settings(Settings())))
    #expect(driver.mouse == .reported)
  }

  private func say(_ text: String, in name: String, to driver: ScreenDriver) async throws {
    let chat = try #require(driver.model.list.chats.first { $0.name == name })
    let zone = RecordZoneID(zoneName: chat.zoneName, ownerName: "_mum")
    try await driver.world.say(text, by: "mum", in: zone, at: ChatWorld.noon)
    try await driver.refresh()
  }

  @Test func `the bell and the desktop tell of a new message once, a moment later`() async throws {
    let driver = try await driver { $0.notifications.desktop = .osc9 }
    try await say("@you dinner?", in: "Family", to: driver)
    #expect(driver.hasNews)
    #expect(driver.bellCount == 0)
    try await driver.post(.notificationsDue)
    try await driver.post(.notificationsDue)
    #expect(driver.bellCount == 1)
    #expect(driver.notifications.map(\.title) == ["Family"])
    #expect(driver.notifications.map(\.body) == ["Mum: @you dinner?"])
  }

  @Test func `nothing rings in quiet hours`() async throws {
    let driver = try await driver { $0.notifications.quiet = QuietHours("11:30-12:30") }
    try await say("@you dinner?", in: "Family", to: driver)
    try await driver.post(.notificationsDue)
    #expect(driver.bellCount == 0)
    driver.pause(1800)
    try await say("@you lunch?", in: "Family", to: driver)
    try await driver.post(.notificationsDue)
    #expect(driver.bellCount == 1)
  }

  @Test func `without bell and desktop, nothing is told`() async throws {
    let driver = try await driver { $0.notifications.bell = false }
    try await say("@you dinner?", in: "Family", to: driver)
    try await driver.post(.notificationsDue)
    #expect(driver.bellCount == 0)
    #expect(driver.notifications.isEmpty)
  }

  @Test func `the title counts unread messages, or does not`() async throws {
    let driver = try await driver { _ in }
    #expect(driver.screen.windowTitle.hasPrefix("("))
    var settings = Settings()
    settings.notifications.title = false
    try await driver.post(.settings(.settings(settings)))
    #expect(!driver.screen.windowTitle.hasPrefix("("))
  }
}
