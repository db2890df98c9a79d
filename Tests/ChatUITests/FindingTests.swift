import ChatCore
import ChatModel
import ChatUI
import ChatWords
import ClientSettings
import Foundation
import TerminalUI
import Testing

@MainActor
struct FindingTests {
  private func driver() async throws -> ScreenDriver {
    try await Scenes.busyScreen(width: 80, height: 24)
  }

  private func hits(_ driver: ScreenDriver, _ text: String, everywhere: Bool = true) async throws
    -> [String]
  {
    try await driver.press(.control("f"))
    if everywhere { try await driver.press(.tab) }
    try await driver.type(text)
    let found = (driver.model.overlay as? SearchModel)?.hits?.map(\.message.text) ?? []
    try await driver.press(.escape)
    return found
  }

  @Test func `hits appear while typing, and Enter goes there`() async throws {
    let driver = try await driver()
    try await driver.press(.control("f"))
    try await driver.type("rele")
    #expect(driver.text.contains("Ada: Notes for release 4"))
    try await driver.press(.enter)
    #expect(driver.model.overlay == nil)
    #expect(driver.text.contains("Notes for release 4 are up"))
  }

  @Test func `where a search leads is marked without the bar of the row that has the keys`()
    async throws
  {
    let driver = try await driver()
    var settings = Settings()
    settings.theme = ThemeForms(.mono)
    try await driver.post(.settings(.settings(settings)))
    try await driver.press(.control("f"))
    try await driver.type("green\n")
    let grid = driver.screen.picture().grid
    let row = try #require(grid.text.firstIndex { $0.contains("The build is green") })
    #expect(!grid.text[row].contains("▌"), "\(grid.text[row])")
    #expect(grid[Point(column: 70, row: row)].style.attributes.contains(.reverse))
    try await driver.press(.up)
    #expect(driver.screen.picture().grid.text[row].contains("▌"), "now it has the keys")
  }

  @Test func `the search is in this chat, or in all with Tab`() async throws {
    let driver = try await driver()
    #expect(try await hits(driver, "bread", everywhere: false).isEmpty)
    #expect(try await hits(driver, "bread") == ["Bring bread"])
    try await driver.press(.control("f"), KeyEvent(.tab))
    try await driver.type("bread\n")
    #expect(driver.model.openSummary?.name == "Family")
  }

  @Test func `filters narrow the hits down`() async throws {
    let driver = try await driver()
    #expect(try await hits(driver, "from:mum").count == 2)
    #expect(try await hits(driver, "from:mum bread") == ["Bring bread"])
    #expect(try await hits(driver, "in:family see") == ["See you at six"])
    #expect(try await hits(driver, "from:me tagging") == ["Tagging when I am back online"])
    #expect(try await hits(driver, "has:file").isEmpty)
    #expect(try await hits(driver, "before:2026-10-01") == ["Bye all"])
    #expect(try await hits(driver, "after:2026-11-20 from:ada").count == 2)
    #expect(try await hits(driver, "from:\"ada\" in:\"release crew\" tag").count == 1)
  }

  @Test func `a search that names its chat says where it looks`() async throws {
    let driver = try await driver()
    try await driver.press(.control("f"))
    try await driver.type("bread in:family")
    #expect(driver.text.contains("─ Find in Family ─"), "\(driver.text)")
    #expect(driver.text.contains("Mum: Bring bread"))
    try await driver.press(.control("u"))
    #expect(driver.text.contains("─ Find in Release crew ─"))
  }

  @Test func `a filter that cannot be understood is named`() async throws {
    let driver = try await driver()
    try await driver.press(.control("f"))
    try await driver.type("has:wings")
    #expect(driver.text.contains("Write has:file or has:link instead of ‘has:wings’."))
    try await driver.press(.control("u"))
    try await driver.type("in:nowhere")
    #expect(driver.text.contains("There is no chat ‘nowhere’."))
  }

  @Test func `a search in one chat says how many messages fit in all`() async throws {
    let driver = try await driver()
    try await driver.press(.control("f"))
    #expect(driver.text.contains("from:NAME in:CHAT"), "the filters can be seen: \(driver.text)")
    try await driver.type("bread")
    #expect(driver.text.contains("None here · 1 in all chats: Tab"), "\(driver.text)")
    #expect(!driver.text.contains("No message fits."))
    try await driver.press(.tab)
    #expect(driver.text.contains("1 in all chats") && !driver.text.contains("here ·"))
    try await driver.type(" from:mum")
    #expect(!driver.text.contains("from:NAME"), "a filter is typed: \(driver.text)")
    try await driver.type(" nowhere")
    #expect(driver.text.contains("No message fits."))
  }

  @Test func `a search counts at most so many messages of all chats`() async throws {
    let driver = try await driver()
    let world = driver.world
    var search = MessageSearch()
    search.after = ChatWorld.noon - 400 * 86400
    let all = try await world.repository.search(search, limit: 1_000).count
    #expect(all > 2)
    #expect(try await world.repository.countFound(search, limit: 1_000) == all)
    #expect(try await world.repository.countFound(search, limit: 2) == 2)
  }

  private func parsed(_ text: String) throws -> MessageSearch {
    let time = TimeText(timeZone: .gmt, locale: Locale(identifier: "en_GB"))
    return try MessageSearch(parsing: text, among: []) {
      time.startOfDay($0, now: ChatWorld.noon)
    }
  }

  @Test func `what looks like a filter and is none is named, and other words have their colon`()
    throws
  {
    for text in ["is:unread", "file:", "file:report", "sender:bob"] {
      #expect(throws: MessageSearch.Mistake.self, "\(text)") { try parsed(text) }
    }
    for text in ["10:30", "Note: x", "https://example.org/a", "c++:", ":)", "a:b", "ssh://host"] {
      #expect(try parsed(text) == MessageSearch(words: text), "\(text)")
    }
    #expect(try parsed("\"is:unread\"") == MessageSearch(words: "is:unread"))
    #expect(try parsed("\"from:ada\" x") == MessageSearch(words: "from:ada x"))
    #expect(try parsed("from:\"ada b\"").sender == "ada b")
  }

  @Test func `days are dates, words and distances`() throws {
    // The 20th is a Friday.
    for (text, day) in [
      ("today", 20), ("yesterday", 19), ("7d", 13), ("0d", 20), ("2w", 6), ("friday", 20),
      ("thu", 19), ("Saturday", 14), ("2026-11-01", 1),
    ] {
      let after = try #require(try parsed("after:\(text)").after, "\(text)")
      #expect(after == ChatWorld.noon - Double(20 - day) * 86400 - 43200, "\(text)")
    }
    for text in ["to", "2026-1", "7", "w"] {
      #expect(try parsed("before:\(text)").before == nil, "\(text) is being typed")
    }
    for text in ["soon", "2026-13-01", "2026-02-30", "-7d", "99999w", "７d", "dd"] {
      #expect(throws: MessageSearch.Mistake.self, "\(text)") { try parsed("before:\(text)") }
    }
  }

  @Test func `an answer to an older search is not shown`() async throws {
    let driver = try await driver()
    try await driver.press(.control("f"))
    try await driver.type("tag")
    let shown = (driver.model.overlay as? SearchModel)?.hits
    try await driver.post(.found([], number: 1))
    #expect((driver.model.overlay as? SearchModel)?.hits == shown)
  }

  @Test func `messages that name the reader are found in all chats`() async throws {
    let driver = try await ScreenDriver.drawn(Scenes.sortedChats(), openChat: "Family")
    try await driver.press(.control("c"))
    try await driver.type("/mentions\n")
    #expect((driver.model.overlay as? SearchModel)?.hits?.count == 3)
  }

  @Test func `the palette finds an action, and does it`() async throws {
    let driver = try await driver()
    try await driver.press(.function(2))
    try await driver.type("pin the chat")
    try await driver.press(.enter)
    #expect(driver.model.openSummary?.isPinned == true)
    try await driver.press(.function(2))
    let first = (driver.model.overlay as? PaletteModel)?.rows.first
    #expect(first?.id == "pin", "what was done last comes first")
  }

  @Test func `the palette says why something is not possible`() async throws {
    let driver = try await driver()
    try await driver.press(.function(2))
    try await driver.type("invite people")
    #expect(driver.text.contains("Only the owner of ‘Release crew’ can invite people."))
    try await driver.press(.enter)
    #expect(driver.model.overlay is PaletteModel)
  }

  @Test func `what only the owner can do names a chat of two as one`() async throws {
    let world = try await Scenes.busyAccount()
    _ = try await world.joinedChat("", owner: "linus")
    let driver = try await ScreenDriver.drawn(world, openChat: "Linus")
    try await driver.press(.function(5))
    #expect(
      driver.paneWords.contains("Only the owner of the chat with Linus can invite people."),
      "\(driver.text)")
  }

  @Test func `an action that needs an argument is put into the text`() async throws {
    let driver = try await driver()
    try await driver.press(.function(2))
    try await driver.type("date\n")
    #expect(driver.model.composer.text == "/date ")
  }
}
