import ChatCore
import ChatModel
import ChatUI
import TerminalUI
import Testing

/// The actions of a person on a message.
@MainActor
struct ActingTests {
  private func driver(width: Int = 80) async throws -> ScreenDriver {
    try await .drawn(Scenes.busyAccount(), width: width, openChat: "Release crew")
  }

  /// Picks the newest message with a text.
  private func pick(_ text: String, _ driver: ScreenDriver) async throws {
    try await driver.press(.up)
    for _ in 0..<20 where driver.model.conversation?.pickedMessage?.text != text {
      try await driver.press(.up)
    }
    #expect(driver.model.conversation?.pickedMessage?.text == text)
  }

  private func messages(_ driver: ScreenDriver) async throws -> [Message] {
    let chat = try #require(driver.model.openChat)
    return try await driver.world.repository.page(in: chat, before: nil, limit: 50)
  }

  @Test func `where the picked message is gone, its keys are for no other one`() async throws {
    let driver = try await driver()
    let chat = try #require(driver.model.openChat)
    let message = try await driver.world.repository.send("a slip", to: chat)
    try await driver.refresh()
    try await pick("a slip", driver)
    try await driver.press(.function(2))
    try await driver.world.repository.delete(message)
    try await driver.refresh()
    try await driver.type("react")
    try await driver.press(.enter)
    #expect(driver.model.overlay == nil)
    #expect(driver.text.contains("Nothing is done"))
    #expect(driver.model.context == .composing)
    try await driver.type("d")
    #expect(driver.model.composer.text == "d")
  }

  @Test func `an answer shows what it answers, and leads there`() async throws {
    let driver = try await driver()
    try await pick("Nice. Who tests it?", driver)
    try await driver.type("r")
    #expect(driver.text.contains("Reply to Berit: Nice. Who tests it?"))
    try await driver.type("I do")
    try await driver.press(.enter)
    let rows = driver.text.split(separator: "\n").compactMap {
      $0.split(separator: "│", maxSplits: 1).last
    }
    let quote = try #require(rows.firstIndex { $0.contains("▎Berit Nice. Who tests it?") })
    #expect(rows[quote + 1].hasSuffix("  I do  ·2"))
    let answer = try #require(try await messages(driver).last)
    #expect(answer.replyTo?.original?.text == "Nice. Who tests it?")
    try await driver.press(.up)
    try await driver.type("t")
    #expect(driver.model.context == .composing)
    #expect(driver.text.contains("Berit  12:04"))
  }

  @Test func `Esc drops the answer, never the text`() async throws {
    let driver = try await driver()
    try await pick("Shall we?", driver)
    try await driver.type("r")
    try await driver.type("perhaps")
    try await driver.post(.draftsDue)
    let chat = try #require(driver.model.openChat)
    let draft = try await driver.world.repository.openDraft(in: chat).kept
    #expect(draft.text == "perhaps" && draft.replyTo != nil)
    try await driver.press(.escape)
    #expect(driver.model.composer.mode == .writing)
    #expect(driver.model.composer.text == "perhaps")
    try await driver.press(.enter)
    #expect(try await messages(driver).last?.replyTo == nil)
  }

  @Test func `a draft that answers is there in the next window`() async throws {
    let world = try await Scenes.busyAccount()
    let family = try await world.repository.chat(matching: "Family")
    let asked = try #require(
      try await world.repository.page(in: family.id, before: nil, limit: 9).last)
    try await world.repository.saveDraft(
      Draft(text: "white?", replyTo: asked.recordName), in: family.id)
    let driver = try await ScreenDriver.drawn(world, openChat: "Family")
    #expect(driver.text.contains("Reply to Mum: Bring bread"))
    try await driver.press(.enter)
    #expect(driver.text.contains("▎Mum Bring bread"))
  }

  @Test func `a message is changed, and what was being written comes back`() async throws {
    let driver = try await driver()
    try await driver.type("half a thou")
    try await driver.press(.control("c"))
    try await pick("On it.", driver)
    try await driver.type("e")
    #expect(driver.model.composer.text == "On it.")
    #expect(driver.text.contains("Change your message of 12:00"))
    try await driver.type(" Now.")
    try await driver.press(.escape)
    #expect(driver.model.composer.isEmpty)
    try await pick("On it.", driver)
    try await driver.type("e")
    #expect(driver.model.composer.text == "On it. Now.", "the change is kept for the same message")
    try await driver.press(.enter)
    #expect(driver.model.composer.isEmpty)
    #expect(driver.text.contains("On it. Now. (edited)"))
    try await driver.press(.control("c"))
    #expect(driver.model.composer.text == "half a thou")
  }

  @Test func `/edit changes the last own message`() async throws {
    let driver = try await driver()
    try await driver.type("/edit")
    try await driver.press(.enter)
    #expect(driver.model.composer.text == "Tagging when I am back online")
  }

  @Test func `a removal can be undone for a while`() async throws {
    let driver = try await driver()
    try await pick("On it.", driver)
    #expect(driver.text.contains("d remove"))
    try await driver.type("d")
    #expect(driver.text.contains("(removed)"))
    #expect(driver.paneWords.contains("Ctrl+_ brings it back."))
    #expect(try await messages(driver).contains { $0.text == "On it." })
    try await driver.press(.control("_"))
    #expect(driver.text.contains("On it."))
    #expect(!driver.text.contains("(removed)"))
    try await pick("On it.", driver)
    try await driver.type("d")
    try await driver.post(.undoExpired(number: 2))
    #expect(try await !messages(driver).contains { $0.text == "On it." })
    #expect(driver.text.contains("(removed)"))
    #expect(!driver.text.contains("Ctrl+_"))
  }

  @Test func `the hint of an undo stays while the person types, until its time is over`()
    async throws
  {
    let driver = try await driver()
    try await pick("On it.", driver)
    try await driver.type("d")
    try await driver.type("hello")
    try await driver.press(.backspace)
    #expect(driver.paneWords.contains("Ctrl+_ brings it back."))
    try await driver.press(.enter)
    #expect(driver.paneWords.contains("Ctrl+_ brings it back."))
    try await driver.post(.undoExpired(number: 1))
    #expect(!driver.paneWords.contains("Ctrl+_ brings it back."))
  }

  @Test func `a removal is done when the client ends`() async throws {
    let driver = try await driver()
    try await pick("On it.", driver)
    try await driver.type("d")
    try await driver.press(.control("q"))
    #expect(driver.hasQuit)
    #expect(try await !messages(driver).contains { $0.text == "On it." })
  }

  @Test func `a reaction is one key, and the same key takes it back`() async throws {
    let driver = try await driver()
    try await pick("Shall we?", driver)
    try await driver.type("a")
    #expect(driver.text.contains("1 👍  2 ❤  3 😂  4 🎉  5 👀  6 🙏"))
    try await driver.type("4")
    #expect(driver.text.contains("🎉 you"))
    try await pick("Shall we?", driver)
    try await driver.type("a")
    #expect(driver.text.contains("1 🎉*"), "what is used most comes first")
    try await driver.type("1")
    #expect(!driver.text.contains("🎉 you"))
    try await pick("Shall we?", driver)
    try await driver.type("a")
    try await driver.type("nothing of this name")
    try await driver.press(.enter)
    #expect(driver.model.overlay != nil)
    try await driver.press(.escape)
    try await driver.press(.escape)
    try await pick("Shall we?", driver)
    try await driver.type("a")
    try await driver.type("spark")
    #expect(driver.text.contains("✨ sparkles"))
    try await driver.press(.enter)
    #expect(driver.text.contains("✨ you"))
    try await driver.type("/react 🚀")
    try await driver.press(.enter)
    #expect(driver.text.contains("🚀 you"))
  }

  @Test func `a message goes to another chat as a draft`() async throws {
    let driver = try await driver()
    try await pick("Shall we?", driver)
    try await driver.type("f")
    #expect(driver.text.contains("Forward to"))
    try await driver.type("fam")
    try await driver.press(.enter)
    #expect(driver.model.openSummary?.name == "Family")
    #expect(driver.model.composer.text == "On my wShall we?")
  }

  @Test func `a message that is made unread stays unread until the chat is opened again`()
    async throws
  {
    let driver = try await driver()
    func unread() -> Int? {
      driver.model.list.chats.first { $0.name == "Release crew" }?.unreadCount
    }
    #expect(unread() == 0)
    try await pick("Nice. Who tests it?", driver)
    try await driver.type("u")
    #expect(driver.text.contains("━━ 4 new ━━"))
    #expect(unread() == 4)
    try await driver.press(.end)
    #expect(unread() == 4)
    try await driver.press(.control("n"))
    try await driver.press(.control("p"))
    #expect(unread() == 0)
  }

  @Test func `the details name the readers and the kind of the file`() async throws {
    let driver = try await driver()
    try await pick("On it.", driver)
    try await driver.press(.enter)
    #expect(driver.text.contains("Read by: nobody"))
    #expect(driver.text.contains("Not yet read by: Ada, Berit, Linus"))
  }

  @Test func `others' messages are neither changed nor removed`() async throws {
    let driver = try await driver()
    try await pick("Shall we?", driver)
    #expect(!driver.text.contains("e edit"))
    #expect(driver.text.contains("r reply"))
    try await driver.type("e")
    #expect(driver.text.contains("You can only change the text of your own messages."))
    try await driver.type("d")
    #expect(driver.text.contains("You can only remove your own messages."))
  }
}
