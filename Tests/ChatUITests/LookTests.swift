import ChatCore
import ChatModel
import ChatUI
import ChatWords
import ClientSettings
import CloudModel
import Foundation
import SyncRules
import TerminalUI
import TestSupport
import Testing

/// The rules of the screen's look that no single dialog or setting has.
@MainActor
struct LookTests {
  private func rows(_ driver: ScreenDriver) -> [String] {
    driver.screen.picture().grid.text
  }

  /// The rows of the pane, without the list beside it.
  private func pane(_ driver: ScreenDriver) -> [String] {
    rows(driver).map { String($0.drop { $0 != "│" }.dropFirst()) }
  }

  /// An own chat of three with messages that some have read.
  private func layout(
    _ deliveries: [Message.Delivery], width: Int = 80
  ) async throws -> TimelineLayout {
    let world = try await Scenes.ownChat()
    let chat = try await world.repository.chat(matching: "Release crew")
    for number in deliveries.indices {
      try await world.repository.send("own \(number)", to: chat.id)
    }
    var messages = try await world.repository.page(in: chat.id, before: nil, limit: 20)
    for (index, delivery) in deliveries.enumerated() {
      messages[index].delivery = delivery
      messages[index].text = "own \(index)"
    }
    return TimelineLayout(
      messages: messages, metrics: TimelineMetrics(width: width),
      time: TimeText(timeZone: .gmt, locale: Locale(identifier: "en_GB")), now: ChatWorld.noon,
      unread: nil, isAtBeginning: true)
  }

  @Test func `each receipt stands once, at the last message that it holds for`() async throws {
    let layout = try await layout([
      .read(by: 2, of: 2), .read(by: 2, of: 2), .read(by: 1, of: 2), .sent, .sent,
      .failed(reason: "no"), .queued(place: 1), .queued(place: 2),
    ])
    #expect(layout.receipts == [1, 2, 4])
    var grid = Grid(size: Size(width: 80, height: 12))
    let picture = layout.picture(anchor: .end, height: 12)
    ConversationView(layout: layout, picked: nil, time: layout.time, olderKey: "PgUp")
      .draw(picture, into: &grid, in: grid.bounds)
    let drawn = grid.text.filter { $0.contains("own ") }
    #expect(
      drawn == [
        "  own 0", "  own 1  ✓✓", "  own 2  ✓✓ 1/2", "  own 3", "  own 4  ✓", "  own 5  ! failed",
        "  own 6  ·1", "  own 7  ·2",
      ])
  }

  @Test(arguments: [(true, 0.2), (true, 0.5), (false, 0.2)])
  func `nothing stands behind a message that the cloud may answer in a moment`(
    isAnswered: Bool, seconds: Double
  ) async throws {
    var layout = try await layout([.sent, .queued(place: 1), .sending])
    layout.isAnswered = isAnswered
    layout.now = ChatWorld.noon + seconds
    var grid = Grid(size: Size(width: 80, height: 12))
    ConversationView(layout: layout, picked: nil, time: layout.time, olderKey: "PgUp")
      .draw(layout.picture(anchor: .end, height: 12), into: &grid, in: grid.bounds)
    let drawn = grid.text.filter { $0.contains("own ") }
    #expect(
      drawn
        == (isAnswered && seconds < 0.3
          ? ["  own 0  ✓", "  own 1", "  own 2"] : ["  own 0  ✓", "  own 1  ·1", "  own 2  ↑"]))
  }

  @Test func `the moments of what has just begun are those for which the screen is drawn again`()
    async throws
  {
    let world = try await Scenes.ownSharedChat()
    try await world.replica.publish(.upToDate)
    let driver = try await ScreenDriver.drawn(world)
    try await driver.type("On my way\n")
    try await driver.refresh()
    let message = try #require(driver.model.conversation?.messages.last)
    #expect(
      driver.screen.signMoments == [
        ChatWorld.noon + LateSign.syncing, message.timestamp + LateSign.sending,
      ])
    try await world.replica.publish(.offline(reason: "no route"))
    try await driver.refresh()
    #expect(driver.screen.signMoments == [ChatWorld.noon + LateSign.offline])
  }

  @Test func `a newer message that was read takes the mark of the older one, and of no other`()
    async throws
  {
    #expect(try await layout([.read(by: 2, of: 2), .sent]).receipts == [0, 1])
    #expect(try await layout([.read(by: 2, of: 2), .read(by: 2, of: 2)]).receipts == [1])
  }

  @Test func `a text has 56 columns of 80, and the list and the divider have 19`() async throws {
    #expect(TimelineMetrics(width: 61).textWidth == 56)
    #expect(TimelineMetrics(width: 40).textWidth == 35)
    #expect(TimelineMetrics(width: 95).textWidth == 72)
    #expect(TimelineMetrics(width: 129).textWidth == 88)
    let driver = try await Scenes.busyScreen(width: 80, height: 24)
    #expect(rows(driver)[1].prefix { $0 != "│" }.count == 18)
    #expect(pane(driver)[23] == "", "the last row has hints")
    #expect(pane(driver)[22] == "❯")
  }

  @Test func `the picked message is marked over the whole width of the pane`() async throws {
    let driver = try await Scenes.busyScreen(width: 80, height: 24)
    var settings = Settings()
    settings.theme = ThemeForms(.mono)
    try await driver.post(.settings(.settings(settings)))
    try await driver.press(.up, .up, .up, .up)
    let grid = driver.screen.picture().grid
    let row = try #require(grid.text.firstIndex { $0.contains("│▌ ") })
    let styles = Set((19..<80).map { grid[Point(column: $0, row: row)].style.attributes })
    #expect(styles.allSatisfy { $0.contains(.reverse) }, "\(grid.text[row])")
    #expect(!grid[Point(column: 17, row: row)].style.attributes.contains(.reverse))
  }

  @Test func `what names the reader, what is answered and what is code have their marks`()
    async throws
  {
    let driver = try await ScreenDriver.drawn(Scenes.richMessages(), width: 80, height: 60)
    var settings = Settings()
    settings.theme = ThemeForms(.mono)
    try await driver.post(.settings(.settings(settings)))
    let rows = pane(driver)
    #expect(rows.contains("▌ @you can you tag it?"), "\(driver.text)")
    #expect(rows.contains { $0.hasPrefix(" ▎Ada Ready for release 4: see") })
    #expect(rows.contains("  ▏func width(of text: Substring) -> Int {"))
    #expect(!driver.text.contains("```"), "a surface or a bar shows where the code is")
    #expect(rows.contains("  The width counts twice. (edited)"))
    let day = try #require(rows.first { $0.contains("Friday 20 November") })
    #expect(day.hasPrefix(" Friday 20 November ──"), "\(day)")
  }

  @Test func `the list marks the open chat, and the row that has the keys`() async throws {
    let driver = try await Scenes.busyScreen(width: 80, height: 24)
    #expect(
      rows(driver)[0].hasPrefix(" you" + String(repeating: " ", count: 12) + "1 "),
      "\(rows(driver)[0])")
    #expect(rows(driver).contains { $0.hasPrefix("▎Release crew  !1 │") })
    #expect(rows(driver).contains { $0.hasPrefix(" Family         2 │") })
    try await driver.press(.function(7), .down)
    let list = rows(driver).map { String($0.prefix { $0 != "│" }) }
    let marked = list.filter { $0.hasPrefix("▌") }
    #expect(marked.count == 1)
    #expect(marked.allSatisfy { $0.contains("Family") && $0.hasSuffix(" 2 ") }, "\(marked)")
    #expect(list.contains { $0.hasPrefix("▎") && $0.contains("Release cr") })
  }

  @Test(arguments: [(20, 5), (40, 12), (80, 24), (160, 50)])
  func `while one answers, the way out stays and the quote is cut`(width: Int, height: Int)
    async throws
  {
    let driver = try await Scenes.busyScreen(width: width, height: height)
    try await driver.press(.up, .up, .up, .up, .character("r"))
    let row = try #require(
      rows(driver).first { $0.contains("Esc cancels") || $0.contains("Esc …") })
    #expect(width < 40 || row.contains("Esc cancels"), "\(row)")
    if width >= 80 { #expect(row.contains("Reply to Ada: Shall we?")) }
  }

  @Test func `the keys of a dialog stand in the last line and nowhere else`() async throws {
    let driver = try await Scenes.busyScreen(width: 80, height: 24)
    try await driver.press(.control("o"))
    let shown = rows(driver)
    #expect(shown.indices.filter { shown[$0].contains("Esc cancel") } == [23])
    #expect(shown[23].hasPrefix(" Enter create   Tab sealed   Esc cancel"))
    #expect(shown[23].hasSuffix("F1 help"))
  }

  @Test func `Enter is offered only where it does something`() async throws {
    // A sign is no name of a person, whom one could write to.
    for (open, text) in [
      (KeyEvent.control("f"), "((("), (.control("g"), "((("), (KeyEvent(.function(2)), "xqz"),
    ] {
      let driver = try await Scenes.busyScreen(width: 80, height: 24)
      try await driver.press(open)
      try await driver.type(text)
      #expect(!rows(driver)[23].contains("Enter"), "\(driver.text)")
      #expect(rows(driver)[23].contains("Esc c"))
    }
  }

  @Test func `all is well where nothing is said about it`() async throws {
    let world = try await Scenes.catchUp()
    try await world.replica.publish(.upToDate)
    let driver = try await ScreenDriver.drawn(world)
    #expect(rows(driver)[0].hasSuffix("3 members"), "\(rows(driver)[0])")
    #expect(!driver.text.contains("up to date"))
  }
}
