import ChatCore
import ChatModel
import ChatUI
import CloudModel
import Foundation
import TerminalUI
import Testing

/// The rules for what counts as read, and for the place where the person reads.
@MainActor
struct ReadingTests {
  private func unread(_ driver: ScreenDriver, _ name: String) -> Int? {
    driver.model.list.chats.first { $0.name == name }?.unreadCount
  }

  @Test func `opening a chat at its end marks it seen`() async throws {
    let driver = try await ScreenDriver.drawn(Scenes.busyAccount())
    #expect(unread(driver, "Family") == 2)
    try await driver.press(.alt("2"))
    #expect(driver.model.openSummary?.name == "Family")
    #expect(unread(driver, "Family") == 0)
  }

  @Test func `walking through the list marks nothing seen`() async throws {
    let driver = try await ScreenDriver.drawn(Scenes.busyAccount())
    try await driver.press(KeyEvent(.function(7)), KeyEvent(.down), KeyEvent(.down))
    try await driver.press(.escape)
    #expect(unread(driver, "Family") == 2)
  }

  @Test func `a terminal in the background reads nothing, and the rule shows new messages`()
    async throws
  {
    let world = try await Scenes.busyAccount()
    let driver = try await ScreenDriver.drawn(world, openChat: "Family")
    try await driver.post(.terminal(.input(.focusLost)))
    let family = try await world.repository.chat(matching: "Family")
    let zone = RecordZoneIDs.of(family, owner: "mum")
    try await world.say("Are you there?", by: "mum", in: zone, at: Scenes.minutes(-1))
    try await driver.refresh()
    #expect(unread(driver, "Family") == 1)
    #expect(driver.text.contains("━━ 1 new ━"))
    #expect(driver.screen.windowTitle == "(3) Family")
    try await driver.post(.terminal(.input(.focusGained)))
    #expect(unread(driver, "Family") == 0)
    #expect(driver.text.contains("━━ 1 new ━"))
  }

  @Test func `the line of what was new fades a minute after an answer, and stays in its place`()
    async throws
  {
    let world = try await Scenes.busyAccount()
    let driver = try await ScreenDriver.drawn(world, openChat: "Family")
    try await driver.post(.terminal(.input(.focusLost)))
    let family = try await world.repository.chat(matching: "Family")
    try await world.say(
      "Are you there?", by: "mum", in: RecordZoneIDs.of(family, owner: "mum"),
      at: Scenes.minutes(-1))
    try await driver.refresh()
    try await driver.post(.terminal(.input(.focusGained)))
    func color() -> Color? {
      let grid = driver.screen.picture(in: Theme.current).grid
      let row = grid.text.firstIndex { $0.contains("━━ 1 new ━") }
      return row.map { grid[Point(column: 70, row: $0)].style.foreground }
    }
    #expect(color() == Theme.unreadLine.foreground)
    try await driver.type("Here I am\n")
    try await driver.refresh()
    #expect(color() == Theme.unreadLine.foreground)
    let answer = try #require(driver.model.conversation?.messages.last)
    #expect(answer.isOwn)
    #expect(driver.screen.dueMoments.contains(answer.timestamp + LateSign.answered))
    driver.pause(LateSign.answered)
    #expect(color() == Theme.divider.foreground)
  }

  @Test func `reading higher up, news change nothing but a count`() async throws {
    let world = try ChatWorld()
    let zone = try await readChat("Talk", saying: "number", in: world)
    let driver = try await ScreenDriver.drawn(world, width: 60, height: 20)
    try await driver.press(KeyEvent(.pageUp), KeyEvent(.pageUp))
    func messages() -> [Substring] {
      driver.screen.picture().grid.text[1..<17].map { $0.dropFirst(21) }
    }
    let before = messages()
    #expect(before.contains { $0.contains("number 265") })
    try await world.say("fresh", by: "ada", in: zone, at: Scenes.minutes(-1))
    try await driver.refresh()
    #expect(messages() == before)
    #expect(driver.text.contains("↓ 1 new"))
    #expect(unread(driver, "Talk") == 1)
    for _ in 0..<80 { try await driver.press(.pageUp) }
    #expect(driver.text.contains("the beginning of the chat"))
    #expect(driver.text.contains("number 0"))
    try await driver.press(KeyEvent(.end, .alt))
    #expect(driver.text.contains("fresh"))
    #expect(unread(driver, "Talk") == 0)
  }

  /// A chat with 300 messages, one a minute, all of them read: more than the screen has rows.
  private func readChat(
    _ name: String, saying text: String, in world: ChatWorld, minutesEarlier: Int = 0
  ) async throws -> RecordZoneID {
    let zone = try await world.joinedChat(name, owner: "ada")
    try await world.apply(
      (0..<300).map { number in
        world.message(
          "\(text) \(number)", by: "ada", in: zone,
          at: Scenes.minutes(Double(number - 400 - minutesEarlier)))
      }, in: zone)
    let chat = try await world.chatID(of: zone)
    let newest = try await world.repository.newestArrival(in: chat)
    try await world.repository.markSeen(chat, through: newest)
    return zone
  }

  private func twoChats() async throws -> (ChatWorld, RecordZoneID) {
    let world = try ChatWorld()
    let talk = try await readChat("Talk", saying: "Talk", in: world)
    _ = try await readChat("Crew", saying: "Crew", in: world, minutesEarlier: 1)
    return (world, talk)
  }

  private func open(_ name: String, in driver: ScreenDriver) async throws {
    try await driver.press(.control("k"))
    try await driver.type("\(name)\n")
  }

  @Test func `news do not take a person away from a picked message, and stay unread above it`()
    async throws
  {
    let world = try ChatWorld()
    let zone = try await readChat("Talk", saying: "number", in: world)
    let driver = try await ScreenDriver.drawn(world, width: 60, height: 20)
    try await driver.press(.up, .up)
    #expect(driver.model.focus == .picking)
    try await world.say("a late one", by: "ada", in: zone, at: Scenes.minutes(-350.5))
    try await driver.refresh()
    #expect(driver.text.contains("number 299") && !driver.text.contains("a late one"))
    for _ in 0..<3 { try await driver.press(.pageDown) }
    #expect(unread(driver, "Talk") == 1, "nobody has seen it")
    try await driver.press(.escape)
    #expect(!driver.text.contains("a late one"), "it is far above what is read")
    #expect(driver.text.contains("↑ 1 new: Alt+U"), "\(driver.text)")
    try await driver.press(.alt("u"))
    #expect(driver.text.contains("a late one"), "the line above it")
  }

  @Test(arguments: [-1e9, -350.5])
  func `a message with an old date does not move who reads the end`(minutes: Double) async throws {
    let world = try ChatWorld()
    let zone = try await readChat("Talk", saying: "number", in: world)
    let driver = try await ScreenDriver.drawn(world, width: 60, height: 20)
    func rows() -> [Substring] {
      driver.screen.picture().grid.text[1..<17].map { $0.dropFirst(21) }
    }
    let before = rows()
    #expect(before.contains { $0.contains("number 299") })
    let date = max(Scenes.minutes(minutes), Date(timeIntervalSince1970: 0))
    try await world.say("from long ago", by: "ada", in: zone, at: date)
    try await driver.refresh()
    #expect(rows() == before)
    #expect(driver.text.contains("↑ 1 new: Alt+U"), "\(driver.text)")
    #expect(unread(driver, "Talk") == 1, "nobody has seen it")
    try await world.say("and one of now", by: "ada", in: zone, at: Scenes.minutes(-1))
    try await driver.refresh()
    #expect(rows().contains { $0.contains("and one of now") })
    try await driver.press(.alt("u"))
    #expect(driver.text.contains("from long ago") && driver.text.contains("━━ 2 new ━"))
    try await driver.press(KeyEvent(.end, .alt))
    #expect(unread(driver, "Talk") == 0)
    #expect(!driver.text.contains("↑ "))
  }

  @Test(arguments: [true, false])
  func `a message with an old date does not move the line that the reader sees`(
    isSeen: Bool
  ) async throws {
    let world = try ChatWorld()
    let zone = try await readChat("Talk", saying: "number", in: world)
    for text in ["fresh one", "fresh two"] {
      try await world.say(text, by: "ada", in: zone, at: Scenes.minutes(-2))
    }
    let driver = ScreenDriver(world, width: 60, height: 20)
    driver.isPatient = isSeen
    try await driver.refresh()
    func rows() -> [Substring] {
      driver.screen.picture().grid.text[1..<17].map { $0.dropFirst(21) }
    }
    let before = rows()
    #expect(before.contains { $0.contains(" 2 new ━") } && before.last?.contains("two") == true)
    driver.isFilmed = true
    try await world.say("from long ago", by: "ada", in: zone, at: Scenes.minutes(-1e6))
    try await driver.refresh()
    #expect(rows() == before)
    #expect(driver.frames.allSatisfy { $0.contains("━━ 2 new ━") }, "in no frame it is gone")
    #expect(driver.text.contains("↑ 1 new: Alt+U"), "\(driver.text)")
    #expect(unread(driver, "Talk") == (isSeen ? 1 : 3), "nobody has seen it")
    try await driver.press(.alt("u"))
    #expect(driver.text.contains("from long ago"), "\(driver.text)")
    #expect(driver.text.contains(isSeen ? "━━ 1 new ━" : "━━ 3 new ━"), "\(driver.text)")
    // Where the line is out of sight, it stands where what is new begins.
    try await driver.press(KeyEvent(.end, .alt))
    #expect(!driver.text.contains(" new ━"), "\(driver.text)")
  }

  @Test func `each chat keeps its place while others are read`() async throws {
    let (world, talk) = try await twoChats()
    let driver = try await ScreenDriver.drawn(world, width: 60, height: 20, openChat: "Talk")
    func messages() -> [Substring] {
      driver.screen.picture().grid.text[1..<17].map { $0.dropFirst(21) }
    }
    for _ in 0..<20 { try await driver.press(.pageUp) }
    let before = messages()
    #expect(before.contains { $0.contains("Talk ") })
    try await open("Crew", in: driver)
    #expect(driver.text.contains("Crew 299"))
    try await driver.press(.pageUp)
    let other = messages()
    try await open("Talk", in: driver)
    #expect(messages() == before)
    try await open("Crew", in: driver)
    #expect(messages() == other)
    try await world.say("fresh", by: "ada", in: talk, at: Scenes.minutes(-1))
    try await driver.refresh()
    try await open("Talk", in: driver)
    #expect(driver.text.contains("━━ 1 new ━━") && driver.text.contains("fresh"))
  }

  /// The ways to open the first chat of the list.
  enum Way: CaseIterable {
    case nextUnread, list, name, number
  }

  @Test(arguments: Way.allCases)
  func `every way leads to what is new in a chat, also where the chat was left higher up`(
    way: Way
  ) async throws {
    let (world, talk) = try await twoChats()
    let driver = try await ScreenDriver.drawn(world, width: 80, height: 24, openChat: "Talk")
    for _ in 0..<5 { try await driver.press(.pageUp) }
    try await open("Crew", in: driver)
    for number in 1...40 {
      try await world.say(
        "fresh \(number).", by: "ada", in: talk, at: Scenes.minutes(-60 + Double(number)))
    }
    try await driver.refresh()
    switch way {
    case .nextUnread: try await driver.press(.alt("a"))
    case .list:
      try await driver.press(.function(7))
      #expect(driver.model.focus == .list)
      try await driver.press(KeyEvent(.home), KeyEvent(.enter))
    case .name: try await open("Talk", in: driver)
    case .number: try await driver.press(.alt("1"))
    }
    #expect(driver.model.openSummary?.name == "Talk")
    #expect(driver.text.contains("━━ 40 new ━━") && driver.text.contains("fresh 1."))
    #expect(!driver.text.contains("fresh 40."))
    #expect(unread(driver, "Talk") == 40, "only a place was shown")
  }

  @Test func `a place that was asked for comes before what is new`() async throws {
    let (world, talk) = try await twoChats()
    let driver = try await ScreenDriver.drawn(world, width: 80, height: 24, openChat: "Crew")
    try await world.say("fresh", by: "ada", in: talk, at: Scenes.minutes(-1))
    try await driver.refresh()
    let hits = try await world.repository.search("120", in: world.chatID(of: talk))
    let hit = try #require(hits.first)
    driver.model.open(hit.chatID)
    driver.model.conversation?.go(to: .message(hit.message.cursor))
    try await driver.update()
    #expect(driver.text.contains("Talk 120"))
  }

  @Test func `a chat that was left at its end is at its end again`() async throws {
    let (world, talk) = try await twoChats()
    let driver = try await ScreenDriver.drawn(world, width: 60, height: 20, openChat: "Talk")
    try await open("Crew", in: driver)
    try await world.say("fresh", by: "ada", in: talk, at: Scenes.minutes(-1))
    try await driver.refresh()
    try await open("Talk", in: driver)
    #expect(driver.text.contains("fresh"))
    // The view is fixed to a row, and a larger screen shows the end as well.
    for _ in 0..<2 { try await driver.press(.pageUp) }
    try await driver.resize(60, 60)
    #expect(driver.text.contains("fresh"))
    try await open("Crew", in: driver)
    for number in 1...70 {
      try await world.say(
        "later \(number)", by: "ada", in: talk, at: Scenes.minutes(Double(number) / 100))
    }
    try await driver.refresh()
    try await driver.resize(60, 20)
    try await open("Talk", in: driver)
    #expect(driver.text.contains("━━ 70 new ━"), "the end begins with what is new")
  }

  @Test func `the list shows the numbers of its chats while it has the keys`() async throws {
    let driver = try await ScreenDriver.drawn(Scenes.busyAccount())
    let family = try #require(driver.model.list.chats.firstIndex { $0.name == "Family" })
    #expect(!driver.text.contains("\(family + 1) Family"))
    try await driver.press(.function(7))
    #expect(driver.text.contains("\(family + 1) Family"))
    try await driver.press(.alt(Character("\(family + 1)")))
    #expect(driver.model.openSummary?.name == "Family")
    #expect(!driver.text.contains("\(family + 1) Family"))
  }

  @Test func `all chats are marked as read, and are unread again after undo`() async throws {
    let driver = try await ScreenDriver.drawn(Scenes.busyAccount(), openChat: "Old flat")
    #expect(unread(driver, "Family") == 2 && unread(driver, "Release crew") == 2)
    try await driver.press(.alt("C"))
    #expect(unread(driver, "Family") == 0 && unread(driver, "Release crew") == 0)
    #expect(driver.text.contains("2 chats are marked as read."))
    try await driver.press(.control("_"))
    #expect(unread(driver, "Family") == 2 && unread(driver, "Release crew") == 2)
    #expect(driver.text.contains("2 chats are unread again."))
    try await open("Family", in: driver)
    #expect(unread(driver, "Family") == 0, "it is read as before")
  }

  @Test func `the open chat is marked as read without going through it`() async throws {
    let driver = try await ScreenDriver.drawn(Scenes.catchUp())
    #expect(unread(driver, "Release crew") == 70)
    #expect(driver.text.contains("━━ 70 new ━"))
    try await driver.press(.alt("c"))
    #expect(unread(driver, "Release crew") == 0)
    #expect(!driver.text.contains("new ━"))
    try await driver.press(.control("_"))
    #expect(unread(driver, "Release crew") == 70)
    try await driver.press(.alt("c"), .alt("c"))
    #expect(driver.text.contains("Nothing is unread in ‘Release crew’."))
  }

  @Test func `Alt+A walks through the chats that need the person and comes back`() async throws {
    let driver = try await ScreenDriver.drawn(Scenes.busyAccount(), openChat: "Old flat")
    try await driver.press(.alt("a"))
    #expect(driver.model.openSummary?.name == "Release crew")
    try await driver.press(.alt("a"))
    #expect(driver.model.openSummary?.name == "Family")
    let crew = try #require(driver.model.list.chats.first { $0.name == "Release crew" })
    let failed = try #require(
      try await driver.world.repository.page(in: crew.id, before: nil, limit: 9)
        .first { $0.text == "This one is refused" })
    try await driver.world.repository.drop(failed.id)
    try await driver.refresh()
    try await driver.press(.alt("a"))
    #expect(driver.model.openSummary?.name == "Old flat")
  }
}
