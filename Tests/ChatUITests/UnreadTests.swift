import ChatCore
import ChatModel
import ChatUI
import CloudModel
import Foundation
import TerminalUI
import Testing

/// The line above what is new, wherever that begins and however much it is.
@MainActor
struct UnreadTests {
  private let world: ChatWorld
  private let zone: RecordZoneID

  init() async throws {
    world = try ChatWorld()
    zone = try await world.joinedChat("Talk", owner: "ada")
  }

  /// Messages of the owner arrive as one page; `number 1` is the first one ever.
  private func arrive(
    _ numbers: ClosedRange<Int>, by sender: (Int) -> String = { _ in "ada" }
  ) async throws {
    try await world.apply(
      numbers.map { number in
        world.message(
          "number \(number)", by: sender(number), in: zone,
          at: Scenes.minutes(Double(number - 9000)))
      }, in: zone)
  }

  /// Everything that is here counts as read.
  private func seeAll() async throws {
    let newest = try await world.repository.newestArrival(in: world.chatID(of: zone))
    try await world.repository.markSeen(world.chatID(of: zone), through: newest)
  }

  private func driver(width: Int = 80, height: Int = 24) async throws -> ScreenDriver {
    try await .drawn(world, width: width, height: height)
  }

  private func unread(_ driver: ScreenDriver) -> Int? {
    driver.model.list.chats.first?.unreadCount
  }

  /// The numbers of the messages on the screen.
  private func numbers(_ driver: ScreenDriver) -> [Int] {
    driver.screen.picture().grid.text.compactMap { row in
      row.contains("│")
        ? row.ranges(of: "number ").last.flatMap { Int(row[$0.upperBound...]) } : nil
    }
  }

  private func row(_ driver: ScreenDriver, _ index: Int) -> String {
    String(driver.screen.picture().grid.text[index].drop { $0 != "│" }.dropFirst())
  }

  @Test(arguments: [5, 60, 500, 3000])
  func `a chat opens at the first unread message`(count: Int) async throws {
    try await arrive(1...300)
    try await seeAll()
    try await arrive(301...(300 + count))
    let driver = try await driver()
    if count > 20 {
      #expect(row(driver, 1).hasPrefix("━━ \(ChatSummary.unreadText(count) ?? "no") new ━━"))
      #expect(numbers(driver).first == 301)
      #expect(driver.text.contains(count < 1000 ? "↓ \(count - 17) new" : "↓ 999+ new"))
      #expect(unread(driver) == min(count, ChatSummary.unreadCountLimit))
      #expect(driver.model.list.chats.first?.unreadText == (count < 1000 ? "\(count)" : "999+"))
      try await driver.press(KeyEvent(.end))
    } else {
      #expect(driver.text.contains("━━ \(count) new ━━"))
    }
    #expect(numbers(driver).last == 300 + count)
    #expect(unread(driver) == 0)
  }

  @Test func `a chat that is open while its history arrives shows what is new once all is here`()
    async throws
  {
    let device = try ChatWorld()
    let zone = try await device.joinedChat("Crew", owner: "ada", isFetched: false)
    let messages = (1...300).map { number in
      device.message(
        "number \(number)", by: "ada", in: zone, at: Scenes.minutes(Double(number - 9000)))
    }
    try await device.apply(Array(messages[250...]), in: zone, moreComing: true)
    let driver = try await ScreenDriver.drawn(device, width: 80, height: 24)
    #expect(numbers(driver).last == 300)
    #expect(!driver.text.contains("new ━━") && unread(driver) == 0)
    try await device.apply(Array(messages[..<250]), in: zone, moreComing: true)
    try await driver.refresh()
    #expect(!driver.text.contains("new ━━") && unread(driver) == 0)
    try await device.read(messages[199], by: "you")
    try await driver.refresh()
    #expect(row(driver, 1).hasPrefix("━━ 100 new ━━"))
    #expect(numbers(driver).first == 201)
    #expect(unread(driver) == 100, "nobody has seen them here")
    while numbers(driver).last != 300 { try await driver.press(.pageDown) }
    #expect(unread(driver) == 0)
  }

  @Test func `what stands below is called new only as far as it is`() async throws {
    try await arrive(1...300)
    try await seeAll()
    let driver = try await driver()
    for _ in 0..<3 { try await driver.press(.pageUp) }
    let last = try #require(numbers(driver).last)
    #expect(driver.text.contains("↓ \(300 - last) below"))
    try await arrive(301...302)
    try await driver.refresh()
    #expect(numbers(driver).last == last)
    #expect(driver.text.contains("↓ 2 new"))
  }

  @Test(arguments: [60, 500])
  func `messages that arrive at once at the end of a chat are not swallowed`(count: Int)
    async throws
  {
    try await arrive(1...300)
    try await seeAll()
    let driver = try await driver()
    #expect(numbers(driver).last == 300)
    try await arrive(301...(300 + count))
    try await driver.refresh()
    #expect(row(driver, 1).hasPrefix("━━ \(count) new ━━"))
    #expect(numbers(driver).first == 301)
    #expect(unread(driver) == count)
    for _ in 0..<(count / 10) { try await driver.press(.pageDown) }
    #expect(numbers(driver).last == 300 + count)
    #expect(unread(driver) == 0)
    try await driver.press(.alt("u"))
    #expect(row(driver, 1).hasPrefix("━━ \(count) new ━━"))
  }

  @Test func `messages that arrive on the screen need no line`() async throws {
    try await arrive(1...300)
    try await seeAll()
    let driver = try await driver()
    for number in 301...330 {
      try await arrive(number...number)
      try await driver.refresh()
      #expect(numbers(driver).last == number)
    }
    #expect(!driver.text.contains("new ━━"))
    #expect(unread(driver) == 0)
  }

  @Test func `the line and its count are the chat's, not those of the loaded messages`()
    async throws
  {
    try await arrive(1...3000)
    try await seeAll()
    try await arrive(3001...6000)
    let driver = try await driver()
    try await driver.press(.end)
    #expect(numbers(driver).last == 6000)
    for _ in 0..<20 { try await driver.press(.pageUp) }
    #expect(!driver.text.contains("new ━━"))
    try await driver.press(KeyEvent(.home))
    #expect(numbers(driver).first == 1)
    #expect(driver.text.contains("the beginning of the chat"))
    #expect(!driver.text.contains("new ━━"))
    try await driver.press(.alt("u"))
    #expect(row(driver, 1).hasPrefix("━━ 999+ new ━━"))
    #expect(numbers(driver).first == 3001)
  }

  @Test func `picking goes to the first and the last message of the chat`() async throws {
    try await arrive(1...1000)
    try await seeAll()
    let driver = try await driver()
    try await driver.press(.up)
    try await driver.type("g")
    #expect(driver.model.conversation?.pickedMessage?.text == "number 1")
    #expect(numbers(driver).first == 1)
    try await driver.type("G")
    #expect(driver.model.conversation?.pickedMessage?.text == "number 1000")
    #expect(numbers(driver).last == 1000)
  }

  @Test(arguments: [Key.pageUp, .pageDown, .up, .down])
  func `no key press is lost while messages are loaded`(key: Key) async throws {
    // Each message has its name above it, so that all are equally high, whatever is loaded before them.
    try await arrive(1...2000, by: { $0.isMultiple(of: 2) ? "ada" : "bob" })
    try await seeAll()
    let isPicking = [.up, .down].contains(key)
    let count = isPicking ? 900 : 60
    var ends: [[Int]] = []
    for isBurst in [false, true] {
      let driver = try await driver()
      if isPicking { try await driver.press(.up) }
      if [.down, .pageDown].contains(key) {
        if isPicking { try await driver.type("g") } else { try await driver.press(.home) }
      }
      for _ in 0..<count {
        let event = AppEvent.terminal(.input(.key(KeyEvent(key))))
        if isBurst { driver.screen.handle(event) } else { try await driver.post(event) }
      }
      try await driver.update()
      ends.append(numbers(driver))
    }
    #expect(ends[0] == ends[1])
    #expect(ends[0] != [])
    #expect(ends[0].allSatisfy { (400...1600).contains($0) })
  }

  @Test func `the count falls while the person reads down from the line`() async throws {
    try await arrive(1...100)
    try await seeAll()
    try await arrive(101...400)
    let driver = ScreenDriver(world, width: 80, height: 24)
    driver.seesParts = true
    try await driver.refresh()
    #expect(numbers(driver).first == 101)
    let first = try #require(numbers(driver).last)
    #expect(unread(driver) == 400 - first)
    try await driver.press(.pageDown)
    let second = try #require(numbers(driver).last)
    #expect(second > first && unread(driver) == 400 - second)
    // Nobody looks.
    try await driver.post(.terminal(.input(.focusLost)))
    try await driver.press(.pageDown)
    #expect(unread(driver) == 400 - second)
    try await driver.post(.terminal(.input(.focusGained)))
    let third = try #require(numbers(driver).last)
    #expect(third > second && unread(driver) == 400 - third)
    // What lies between is not passed by a jump.
    let place = MessageCursor(timestamp: Scenes.minutes(300 - 9000), recordName: "")
    driver.model.conversation?.go(to: .message(place))
    try await driver.update()
    #expect(numbers(driver).contains(300))
    #expect(unread(driver) == 400 - third)
  }

  @Test func `what arrives above the reader on the way down stays unread`() async throws {
    try await arrive(1...100)
    try await seeAll()
    try await arrive(101...400)
    let driver = ScreenDriver(world, width: 80, height: 24)
    driver.seesParts = true
    try await driver.refresh()
    for _ in 0..<3 { try await driver.press(.pageDown) }
    let before = try #require(unread(driver))
    #expect(before < 300)
    let late = world.message("late", by: "ada", in: zone, at: Scenes.minutes(110.5 - 9000))
    try await world.apply([late], in: zone)
    try await driver.refresh()
    #expect(unread(driver) == before + 1)
    // The line is above it, and has to be reached again.
    try await driver.press(.pageDown)
    #expect(unread(driver) == before + 1)
    try await driver.press(.alt("u"))
    #expect(driver.text.contains("━━ 301 new ━━"))
  }

  @Test func `a message counts as seen after a second on the screen, not before`() async throws {
    try await arrive(1...10)
    let driver = ScreenDriver(world, width: 80, height: 24)
    driver.isPatient = false
    try await driver.refresh()
    let chat = try #require(driver.model.openChat)
    #expect(unread(driver) == 10)
    // Gone before the second is over.
    try await driver.post(.terminal(.input(.focusLost)))
    try await driver.post(.dwellEnded(chat, MessageID(rawValue: 10)))
    #expect(unread(driver) == 10)
    try await driver.post(.terminal(.input(.focusGained)))
    try await driver.post(.dwellEnded(chat, MessageID(rawValue: 10)))
    #expect(unread(driver) == 0)
  }

  @Test(arguments: [50, 80])
  func `Esc does not pass over unread messages`(width: Int) async throws {
    try await arrive(1...100)
    try await seeAll()
    try await arrive(101...400)
    let driver = try await ScreenDriver.drawn(world, width: width)
    let before = numbers(driver)
    try await driver.press(.escape)
    #expect(driver.model.focus == (width < 60 ? .list : .composer))
    #expect(unread(driver) == 300)
    guard width >= 60 else { return }
    #expect(numbers(driver) == before)
    // Read in another window.
    try await seeAll()
    try await driver.refresh()
    try await driver.press(.escape)
    #expect(numbers(driver).last == 400)
  }

  @Test func `messages that were read in another window are not news here`() async throws {
    try await arrive(1...100)
    try await seeAll()
    let driver = try await driver()
    try await driver.post(.terminal(.input(.focusLost)))
    try await arrive(101...105)
    try await driver.refresh()
    #expect(driver.text.contains("━━ 5 new ━━"))
    try await seeAll()
    try await arrive(106...107)
    try await driver.refresh()
    #expect(unread(driver) == 2)
    try await driver.post(.terminal(.input(.focusGained)))
    #expect(unread(driver) == 0)
  }

  @Test func `a message that arrives late, above the read ones, is not swallowed`() async throws {
    try await arrive(1...300)
    try await seeAll()
    try await arrive(301...400)
    let driver = try await driver()
    #expect(row(driver, 1).hasPrefix("━━ 100 new ━━"))
    try await driver.press(.pageDown)
    let late = world.message("late", by: "ada", in: zone, at: Scenes.minutes(250.5 - 9000))
    try await world.apply([late], in: zone)
    try await driver.refresh()
    for _ in 0..<10 where !driver.text.contains("↑ 101 new: Alt+U") {
      try await driver.press(.pageDown)
    }
    #expect(driver.text.contains("↑ 101 new: Alt+U"))
    try await driver.press(.alt("u"))
    #expect(row(driver, 1).hasPrefix("━━ 101 new ━━"))
    #expect(driver.text.contains("late"))
    #expect(unread(driver) == 101)
  }

  @Test
  func `a message sent in another window begins no line after messages that were passed over`()
    async throws
  {
    try await arrive(1...300)
    try await seeAll()
    try await arrive(301...400)
    let driver = try await driver()
    try await driver.post(.terminal(.input(.focusLost)))
    try await driver.press(KeyEvent(.end))
    try await world.repository.send("mine", to: world.chatID(of: zone))
    try await driver.refresh()
    #expect(driver.text.contains("mine"))
  }

  @Test func `a person who sees the end on a larger screen goes on to see it`() async throws {
    try await arrive(1...30)
    try await seeAll()
    let driver = try await driver(height: 12)
    try await driver.press(.pageUp)
    try await driver.resize(80, 40)
    #expect(numbers(driver) == Array(1...30))
    try await arrive(31...45)
    try await driver.refresh()
    #expect(numbers(driver).last == 45)
  }

  @Test func `sending leads to the end, past unread messages`() async throws {
    try await arrive(1...100)
    try await seeAll()
    try await arrive(101...400)
    let driver = try await driver()
    #expect(numbers(driver).first == 101)
    try await driver.type("answer")
    try await driver.press(.enter)
    #expect(driver.text.contains("answer"))
    #expect(!driver.text.contains("↓"))
    #expect(unread(driver) == 0)
  }
}
