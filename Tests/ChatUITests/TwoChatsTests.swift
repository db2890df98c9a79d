import ChatModel
import ChatUI
import TerminalUI
import Testing

/// Two chats side by side.
@MainActor
struct TwoChatsTests {
  private func driver(width: Int = 160) async throws -> ScreenDriver {
    try await .drawn(Scenes.busyAccount(), width: width, height: 50, openChat: "Release crew")
  }

  private func column(of text: String, _ driver: ScreenDriver) throws -> Int {
    let row = try #require(driver.text.split(separator: "\n").first { $0.contains(text) })
    let place = try #require(row.firstRange(of: text))
    return TextWidth.of(String(row[..<place.lowerBound]))
  }

  private let mine = "Tagging when I am back online"
  private let mums = "See you at six"

  @Test func `a key shows a second chat beside the open one, another gives it the keys`()
    async throws
  {
    let driver = try await driver()
    try await driver.press(.alt("t"))
    #expect(driver.model.openSummary?.name == "Release crew")
    let left = try column(of: mine, driver)
    let right = try column(of: mums, driver)
    #expect(left < 80 && right > 80)
    #expect(driver.text.contains("Alt+W goes there"))
    try await driver.press(.alt("w"))
    #expect(driver.model.openSummary?.name == "Family")
    // Both stay where they are.
    let (mumsNow, mineNow) = (try column(of: mums, driver), try column(of: mine, driver))
    #expect(mumsNow == right && mineNow == left)
    try await driver.press(.alt("t"))
    #expect(driver.model.openSummary?.name == "Family")
    #expect(!driver.text.contains(mine))
  }

  @Test func `each chat has its own text, and what is written goes to the one with the keys`()
    async throws
  {
    let driver = try await driver()
    try await driver.press(.alt("t"))
    try await driver.type("for the crew")
    try await driver.press(.alt("w"))
    #expect(driver.model.composer.text == "On my w")
    try await driver.press(.control("u"))
    try await driver.type("Yes.\n")
    #expect(driver.model.conversation?.messages.last?.text == "Yes.")
    #expect(driver.text.contains(mine))
    try await driver.press(.alt("w"))
    #expect(driver.model.openSummary?.name == "Release crew")
    #expect(driver.model.composer.text == "for the crew")
    #expect(driver.text.contains("Yes."))
    // Going by name to the chat beside gives it the keys too.
    try await driver.press(.control("u"))
    try await driver.type("/go Family\n")
    #expect(driver.model.openSummary?.name == "Family")
    #expect(driver.text.contains(mine))
  }

  @Test func `what is beside stays unread until it has the keys`() async throws {
    let driver = try await driver()
    func unread() -> Int? { driver.model.list.chats.first { $0.name == "Family" }?.unreadCount }
    #expect(unread() == 2)
    try await driver.press(.alt("t"))
    try await driver.type("hello\n")
    #expect(driver.text.contains("2 new"))
    #expect(unread() == 2)
    try await driver.press(.alt("w"))
    try await driver.refresh()
    #expect(unread() == 0)
  }

  @Test func `a narrower screen shows the one with the keys, a wider one both again`() async throws
  {
    let driver = try await driver()
    try await driver.press(.alt("t"))
    try await driver.resize(120, 40)
    #expect(!driver.text.contains("goes there"))
    try await driver.press(.alt("w"))
    #expect(driver.model.openSummary?.name == "Family")
    try await driver.resize(160, 50)
    #expect(driver.text.contains(mine) && driver.text.contains(mums))
    try await driver.press(.alt("t"))
    try await driver.resize(159, 50)
    try await driver.press(.alt("t"))
    #expect(driver.text.contains("on a screen of 160 columns or more"))
  }

  @Test func `a chat that is gone from the list is not beside any more`() async throws {
    let driver = try await driver()
    try await driver.type("/beside Old flat\n")
    #expect(driver.text.contains("Bye all"))
    try await driver.press(.alt("w"))
    try await driver.type("/hide\n")
    try await driver.press(.enter)
    #expect(driver.model.otherConversation == nil)
    #expect(!driver.text.contains("Bye all"))
  }

  @Test func `a removal is undone also where the keys are in the other chat by then`()
    async throws
  {
    let driver = try await driver()
    try await driver.press(.alt("t"))
    try await driver.type("/unsend\n")
    #expect(driver.text.contains("(removed)") && !driver.text.contains("On it."))
    try await driver.press(.alt("w"))
    #expect(driver.model.openSummary?.name == "Family")
    #expect(!driver.text.contains("On it."))
    try await driver.press(.control("_"))
    #expect(driver.text.contains("On it.") && !driver.text.contains("(removed)"))
  }

  @Test func `a name of no chat shows none beside`() async throws {
    let driver = try await driver()
    try await driver.type("/beside qqq\n")
    #expect(driver.paneWords.contains("There is no chat ‘qqq’ in your list."))
    #expect(driver.model.otherConversation == nil)
  }

  @Test func `a panel is over two chats`() async throws {
    let driver = try await driver()
    #expect(driver.text.contains("Members 4"))
    try await driver.press(.alt("t"))
    #expect(!driver.text.contains("Members 4"))
    try await driver.press(.alt("p"))
    #expect(driver.text.contains("Members 4"))
    #expect(driver.model.overlay is AboutModel)
    #expect(driver.kept == nil)
  }
}
