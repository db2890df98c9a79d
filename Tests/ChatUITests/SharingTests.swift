import ChatCore
import ChatModel
import ChatUI
import CloudModel
import TerminalUI
import Testing

@MainActor
struct SharingTests {
  private func ownChat() async throws -> ScreenDriver {
    let world = try ChatWorld()
    _ = try await world.repository.createChat(title: "Mine")
    let driver = ScreenDriver(world, width: 80, height: 24)
    try await driver.refresh()
    return driver
  }

  @Test func `Inviting asks the cloud and shows the link`() async throws {
    let driver = try await ownChat()
    let chat = try #require(driver.model.openChat)
    try await driver.type("/invite bob, eva bob")
    try await driver.press(.enter)
    let asked = try #require(driver.requests.last)
    #expect(asked.request == .invite(["bob", "eva"], to: chat, permission: .readWrite))
    #expect(driver.text.contains("Inviting bob, eva …"))
    let link = try InvitationLink(parsing: "zonechat://join/abcdefgh12345#Mine")
    try await driver.post(.shared(.invited(link), number: asked.number))
    #expect(driver.text.contains("zonechat://join/abcdefgh12345#Mine"))
    try await driver.type("y")
    #expect(driver.copied == link.description)
  }

  @Test func `Esc stops waiting, and a late answer changes nothing`() async throws {
    let driver = try await ownChat()
    try await driver.type("/join zonechat://join/abcdefgh12345")
    try await driver.press(.enter)
    let asked = try #require(driver.requests.last)
    #expect(driver.text.contains("Looking up the link …"))
    try await driver.press(.escape)
    #expect(driver.text.contains("> zonechat://join/abcdefgh12345"))
    try await driver.post(.shared(.failed("Too late."), number: asked.number))
    #expect(!driver.text.contains("Too late."))
    try await driver.press(.escape)
    #expect(driver.model.overlay == nil)
  }

  @Test func `An invitation is looked at first, then joined`() async throws {
    let world = try await Scenes.busyAccount()
    let driver = ScreenDriver(world, width: 80, height: 24)
    try await driver.refresh()
    try await driver.press(KeyEvent(.function(7)), KeyEvent(.up))
    for _ in 0..<5 { try await driver.press(.down) }
    try await driver.press(.enter)
    #expect(driver.text.contains("Eva invites you to ‘Book club’."))
    #expect(driver.requests.isEmpty)
    try await driver.press(.enter)
    let asked = try #require(driver.requests.last)
    let zone = try await world.joinedChat("Book club", owner: "eva")
    try await driver.post(.shared(.joined(world.chatID(of: zone)), number: asked.number))
    try await driver.refresh()
    #expect(driver.model.overlay == nil)
    #expect(driver.model.openSummary?.name == "Book club")
  }

  @Test func `What is no link is said at once`() async throws {
    let driver = try await ownChat()
    try await driver.type("/join hello")
    try await driver.press(.enter)
    #expect(driver.text.contains("‘hello’ is not an invitation link"))
    #expect(driver.requests.isEmpty)
  }

  @Test func `A link pasted where no chat is opens the way in`() async throws {
    let driver = ScreenDriver(try ChatWorld(), width: 80, height: 24)
    try await driver.refresh()
    try await driver.post(.terminal(.input(.paste(" zonechat://join/abcdefgh12345\n"))))
    #expect(driver.text.contains("Looking up the link …"))
  }
}
