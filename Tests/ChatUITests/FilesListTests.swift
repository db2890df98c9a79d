import ChatModel
import ChatUI
import TerminalUI
import TestSupport
import Testing

/// The files of one chat and of all.
@MainActor
struct FilesListTests {
  private func driver(_ world: ChatWorld, width: Int = 80) async throws -> ScreenDriver {
    try await .drawn(world, width: width, openChat: "Release crew")
  }

  private func shown(_ driver: ScreenDriver) -> [String] {
    (driver.model.overlay as? FilesModel)?.files?.compactMap { $0.message.attachment?.name } ?? []
  }

  @Test func `files are listed with size, sender and state; Tab shows those of all chats`()
    async throws
  {
    let driver = try await driver(Scenes.filesOfTwoChats())
    try await driver.press(.alt("s"))
    #expect(driver.text.contains("Files in Release crew"))
    #expect(driver.text.contains("4.2 kB  You  12:00"))
    #expect(driver.text.contains("Not uploaded yet.") || driver.text.contains("Uploading soon."))
    #expect(shown(driver).count == 2)
    try await driver.press(.tab)
    #expect(shown(driver).count == 3)
    #expect(driver.text.contains("3.0 kB  Family  Mum  11:53"))
  }

  @Test func `beside the messages, a short name leaves its room to size, sender and time`()
    async throws
  {
    let driver = try await driver(Scenes.filesOfTwoChats(), width: 200)
    try await driver.press(.alt("s"))
    try await driver.press(.tab)
    #expect(driver.text.contains("cake.pdf  3.0 kB  Family  Mum  11:53"))
  }

  @Test func `typing behind a slash narrows the list, and Esc shows all again`() async throws {
    let driver = try await driver(Scenes.filesOfTwoChats())
    try await driver.press(.alt("s"))
    try await driver.press(.tab)
    try await driver.type("/so")
    #expect(shown(driver).isEmpty)
    #expect(driver.text.contains("No file fits."))
    try await driver.press(.backspace, .backspace)
    try await driver.type("cake")
    #expect(shown(driver) == ["cake.pdf"])
    try await driver.press(.escape)
    #expect(shown(driver).count == 3)
    #expect(driver.model.overlay != nil)
  }

  @Test func `Enter goes to the message, in its chat`() async throws {
    let driver = try await driver(Scenes.filesOfTwoChats())
    try await driver.press(.alt("s"))
    try await driver.press(.tab)
    for _ in 0..<3 where (driver.model.overlay as? FilesModel)?.selected?.message.isOwn == true {
      try await driver.press(.down)
    }
    try await driver.press(.enter)
    #expect(driver.model.openSummary?.name == "Family")
    #expect(driver.text.contains("cake.pdf"))
  }

  @Test func `a file is saved from the list, which shows the place`() async throws {
    try await withTemporaryDirectory { folder in
      let driver = try await driver(Scenes.filesOfTwoChats())
      driver.places = .inside(folder)
      try await driver.press(.alt("s"))
      try await driver.type("s")
      #expect((driver.model.overlay as? FilesModel)?.note?.hasPrefix("Saved as ") == true)
      #expect(driver.model.overlay != nil)
    }
  }

  @Test func `without files the list says how to send one`() async throws {
    let driver = try await driver(Scenes.busyAccount())
    try await driver.type("/files\n")
    #expect(driver.text.contains("No files in this chat. /attach FILE sends one."))
  }

  @Test func `a message with a file is forwarded with the file, under its name`() async throws {
    let driver = try await driver(Scenes.filesOfTwoChats())
    try await driver.press(.up)
    while driver.model.conversation?.pickedMessage?.attachment?.name != "notes.txt" {
      let before = driver.model.conversation?.picked
      try await driver.press(.up)
      try #require(driver.model.conversation?.picked != before)
    }
    try await driver.type("fFamily")
    try await driver.press(.enter)
    #expect(driver.model.openSummary?.name == "Family")
    #expect(driver.text.contains("‘notes.txt’ is sent to ‘Family’."))
    let last = try #require(driver.model.conversation?.messages.last)
    #expect(last.isOwn && last.text == "The notes")
    #expect(last.attachment?.name == "notes.txt")
    #expect(last.attachment?.isHere == true)
  }

  @Test func `a file that is elsewhere is downloaded before it is forwarded`() async throws {
    let driver = try await driver(Scenes.filesOfTwoChats())
    try await driver.type("/go Family\n")
    // The draft makes room for picking.
    try await driver.press(.control("c"))
    while driver.model.conversation?.pickedMessage?.attachment == nil {
      let before = driver.model.conversation?.picked
      try await driver.press(.up)
      try #require(driver.model.conversation?.picked != before)
    }
    try await driver.type("f")
    #expect(driver.text.contains("‘cake.pdf’ is not on this device yet. s downloads it."))
    #expect(driver.model.overlay == nil)
  }
}
