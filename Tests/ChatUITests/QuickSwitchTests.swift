import ChatModel
import ChatUI
import CloudModel
import TerminalUI
import Testing

/// Going to chats, invitations and people by name.
@MainActor
struct QuickSwitchTests {
  private func driver(_ world: ChatWorld) async throws -> ScreenDriver {
    try await .drawn(world, openChat: "Release crew")
  }

  private func results(_ driver: ScreenDriver) -> [SwitchEntry] {
    (driver.model.overlay as? QuickSwitchModel)?.results ?? []
  }

  @Test func `somebody without a chat of their own gets a new one, and is invited to it`()
    async throws
  {
    let driver = try await driver(Scenes.busyAccount())
    try await driver.press(.control("g"))
    #expect(!driver.text.contains("write to"))
    try await driver.type("beri")
    #expect(driver.text.contains("write to Berit"))
    try await driver.press(.enter)
    // It needs no title: each of the two sees the name of the other.
    #expect(driver.model.openSummary?.title == "")
    let chat = try #require(driver.model.openChat)
    #expect(driver.requests.last?.request == .invite(["Berit"], to: chat, permission: .readWrite))
    try await driver.answer(.invited(Scenes.link))
    #expect(driver.text.contains("Invited: Berit."))
  }

  @Test func `the chat with just one other person is found by their name`() async throws {
    let driver = try await driver(Scenes.busyAccount())
    try await driver.press(.control("g"))
    try await driver.type("mum")
    #expect(driver.text.contains("in Family 2"))
    #expect(!driver.text.contains("write to Mum"))
    try await driver.press(.enter)
    #expect(driver.model.openSummary?.name == "Family")
  }

  @Test func `an invitation is found by its chat and by who invites`() async throws {
    let driver = try await driver(Scenes.busyAccount())
    for pattern in ["book", "eva"] {
      try await driver.press(.control("g"))
      try await driver.type(pattern)
      #expect(driver.text.contains("+ Book club"))
      try await driver.press(.escape)
    }
    try await driver.press(.control("g"))
    try await driver.type("book")
    try await driver.press(.enter)
    #expect(driver.text.contains("Eva invites you to ‘Book club’."))
  }

  @Test func `the exact name comes first, whatever it names`() async throws {
    let world = try await Scenes.busyAccount()
    for name in ["Linus and the kernel", "About linus", "Li Nus"] {
      _ = try await world.joinedChat(name, owner: "eva", members: ["ada"])
    }
    let driver = try await driver(world)
    try await driver.press(.control("g"))
    try await driver.type("linus")
    guard case .person(let person, nil)? = results(driver).first else {
      Issue.record("\(results(driver).map(\.id))")
      return
    }
    #expect(person.account == "Linus")
    #expect(results(driver).count == 4)
  }

  @Test func `a text is forwarded only to chats that are there`() async throws {
    let driver = try await driver(Scenes.busyAccount())
    try await driver.press(.up, .up, .up, .up)
    try await driver.type("f")
    try await driver.type("e")
    #expect(results(driver).allSatisfy { $0.chat != nil })
    #expect(!driver.text.contains("write to"))
    #expect(results(driver).map { $0.chat?.name } == ["Release crew"])
  }
}
