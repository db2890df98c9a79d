import ChatCore
import ChatModel
import ChatUI
import ClientSettings
import TerminalUI
import Testing

/// Narrowing the chat list by letters of a name.
@MainActor
struct ListFilterTests {
  private func driver(width: Int = 80, height: Int = 24) async throws -> ScreenDriver {
    let driver = try await ScreenDriver.drawn(
      Scenes.busyAccount(), width: width, height: height, openChat: "Release crew")
    try await driver.press(.function(7))
    return driver
  }

  /// The rows of the list.
  private func list(_ driver: ScreenDriver) -> [String] {
    driver.text.split(separator: "\n", omittingEmptySubsequences: false).dropFirst().dropLast()
      .map { String($0.prefix { $0 != "│" }) }
  }

  private func bar(_ driver: ScreenDriver) -> String {
    String(driver.text.split(separator: "\n").last ?? "")
  }

  private func selectedName(_ driver: ScreenDriver) -> String? {
    guard case .chat(let chat)? = driver.model.list.selection else { return nil }
    return driver.model.list.summary(of: chat)?.name
  }

  @Test func `letters narrow the list, Enter opens the first that fits`() async throws {
    let driver = try await driver()
    let all = driver.model.list.entryCount
    try await driver.type("fam")
    #expect(list(driver)[0].hasPrefix("❯ fam"), "\(driver.text)")
    #expect(list(driver)[0].contains("1/\(all)"))
    #expect(list(driver)[1].contains("Family"))
    #expect(!driver.text.contains(" Old flat "))
    #expect(selectedName(driver) == "Family")
    #expect(bar(driver).hasPrefix(" Enter open"))
    #expect(bar(driver).contains("Esc all chats") && !bar(driver).contains("* pin"))
    try await driver.press(.enter)
    #expect(driver.model.openSummary?.name == "Family")
    #expect(driver.model.list.filter == nil && driver.model.focus == .composer)
  }

  @Test func `the cursor stands behind what is typed`() async throws {
    let driver = try await driver()
    try await driver.type("fam")
    #expect(driver.screen.picture().cursor == Point(column: 5, row: 1))
  }

  @Test func `Backspace shortens, and ends an empty filter; Esc shows all again`() async throws {
    let driver = try await driver()
    let all = driver.model.list.entries.map(\.id)
    try await driver.type("fam")
    try await driver.press(.backspace, .backspace, .backspace)
    #expect(driver.model.list.filter?.text == "")
    #expect(driver.model.list.entries.map(\.id) == all)
    try await driver.press(.backspace)
    #expect(driver.model.list.filter == nil && driver.model.focus == .list)
    try await driver.type("fam")
    try await driver.press(.escape)
    #expect(driver.model.list.filter == nil && driver.model.focus == .list)
    #expect(selectedName(driver) == "Family", "what was found stays chosen")
    try await driver.press(.escape)
    #expect(driver.model.focus == .composer && driver.model.openSummary?.name == "Release crew")
  }

  @Test func `where nothing fits, it is said, and Enter stays`() async throws {
    let driver = try await driver()
    let all = driver.model.list.entryCount
    try await driver.type("xyz")
    #expect(list(driver)[0].contains("0/\(all)"))
    #expect(list(driver)[1].contains("nothing fits"))
    #expect(driver.paneWords.contains("Nothing in the list fits. Ctrl+G looks for people too."))
    try await driver.press(.enter)
    #expect(driver.model.list.filter?.text == "xyz" && driver.model.overlay == nil)
    try await driver.press(.control("g"))
    #expect((driver.model.overlay as? QuickSwitchModel)?.input.text == "xyz")
  }

  @Test func `an invitation is found by its chat and by who invites`() async throws {
    for text in ["book", "eva"] {
      let driver = try await driver()
      try await driver.type(text)
      #expect(driver.model.list.shown.invitations.map(\.chatName) == ["Book club"])
      #expect(driver.text.contains("Book club"))
    }
  }

  @Test(arguments: [80, 160])
  func `a chat with a title is found by a member, whom its row names`(width: Int) async throws {
    let driver = try await driver(width: width, height: width == 80 ? 24 : 50)
    try await driver.type("ber")
    #expect(driver.model.list.shown.chats.map(\.name) == ["Release crew"])
    let rows = list(driver)
    #expect(
      rows.contains { $0.contains(width == 80 ? "Berit" : "with Berit") }, "\(driver.text)")
    #expect(selectedName(driver) == "Release crew")
    // What fits by its own name comes first, and needs no reason.
    try await driver.press(.control("u"))
    _ = try await driver.world.joinedChat("Berlin", owner: "ada")
    try await driver.refresh()
    try await driver.type("ber")
    #expect(driver.model.list.shown.chats.map(\.name) == ["Berlin", "Release crew"])
    #expect(driver.model.list.foundMembers.values.map(\.account) == ["Berit"])
    try await driver.press(.escape)
    #expect(driver.model.list.foundMembers.isEmpty)
  }

  @Test func `a slash begins it too, and then every character is text, also with the keys of vim`()
    async throws
  {
    let driver = try await driver()
    var settings = Settings()
    settings.preset = .vim
    try await driver.post(.settings(.settings(settings)))
    try await driver.type("/jkl")
    #expect(driver.model.list.filter?.text == "jkl")
    #expect(driver.model.openSummary?.name == "Release crew")
    try await driver.press(.control("u"))
    #expect(driver.model.list.filter?.text == "")
    #expect(list(driver)[0].hasPrefix("❯ "))
  }

  @Test func `letters are no commands there, and signs are as before`() async throws {
    let driver = try await driver()
    try await driver.type("mum")
    #expect(driver.model.list.filter?.text == "mum")
    #expect(driver.model.openSummary?.mutedUntil == nil, "m silences nothing")
    try await driver.press(.escape, .home)
    try await driver.type("!")
    #expect(driver.text.contains("is muted until"))
  }

  @Test func `the filter stays while the list changes, and follows it`() async throws {
    let driver = try await driver()
    try await driver.type("fam")
    _ = try await driver.world.joinedChat("Famous", owner: "ada")
    try await driver.refresh()
    #expect(driver.model.list.shown.chats.map(\.name).sorted() == ["Family", "Famous"])
    #expect(selectedName(driver) == "Family")
    #expect(driver.model.list.chats.count > 2, "keys that go from chat to chat go to all")
    try await driver.type("ished")
    #expect(driver.model.list.entries.isEmpty)
    _ = try await driver.world.joinedChat("Famished", owner: "ada")
    try await driver.refresh()
    #expect(selectedName(driver) == "Famished")
  }

  @Test func `what is pasted is looked for`() async throws {
    let driver = try await driver()
    try await driver.type("/")
    try await driver.post(.terminal(.input(.paste("Fam\nily"))))
    #expect(driver.model.list.filter?.text == "Fam ily")
    #expect(driver.model.list.shown.chats.map(\.name) == ["Family"])
  }

  @Test func `in an empty list one begins to write`() async throws {
    let driver = try await ScreenDriver.drawn(try ChatWorld())
    try await driver.press(.function(7))
    try await driver.type("/new")
    #expect(driver.model.composer.text == "/new")
  }
}
