import ChatCore
import ChatModel
import ChatUI
import ClientSettings
import Foundation
import TerminalUI
import TestSupport
import Testing

/// Input that comes faster than anybody reads: pastes, and answers to questions that nobody has seen.
@MainActor
struct BurstTests {
  private func driver(_ name: String = "Release crew") async throws -> ScreenDriver {
    let world = try await Scenes.ownSharedChat()
    _ = try await world.repository.createChat(title: "Other")
    return try await .drawn(world, openChat: name)
  }

  /// Feeds the screen with the events that the terminal's reader makes of bytes that come in one burst.
  private func burst(_ bytes: String, _ driver: ScreenDriver) async throws {
    var decoder = InputDecoder()
    var pastes = PasteDetector()
    let events = pastes.take(decoder.decode(bytes.utf8)) + pastes.silence()
    for event in events { try await driver.post(.terminal(.input(event))) }
  }

  private func texts(_ driver: ScreenDriver) async throws -> [String] {
    let chat = try #require(driver.model.openChat)
    return try await driver.world.repository.page(in: chat, before: nil, limit: 50).map(\.text)
  }

  /// Another window deletes the open chat.
  private func loseChat(_ driver: ScreenDriver) async throws {
    let chat = try #require(driver.model.openChat)
    try await driver.world.repository.deleteChat(chat)
    try await driver.refresh()
    #expect(driver.model.openChat != nil && driver.model.openChat != chat)
  }

  private static let notes = "my notes:\r/delete\r\rthe rest of the notes\r"

  @Test func `notes with a command in them are one text, which waits to be sent`() async throws {
    let driver = try await driver()
    let chat = driver.model.openChat
    let before = try await texts(driver)
    try await burst(Self.notes, driver)
    #expect(driver.model.openChat == chat && driver.model.overlay == nil)
    #expect(driver.model.composer.text == "my notes:\n/delete\n\nthe rest of the notes\n")
    #expect(try await texts(driver) == before)
    try await driver.press(.enter)
    #expect(try await texts(driver).last?.hasPrefix("my notes:\n/delete\n\nthe rest") == true)
  }

  @Test func `a text of several lines that begins with a command is a text`() async throws {
    let driver = try await driver()
    let chat = driver.model.openChat
    try await burst("/delete\r\r/rename Mine\r", driver)
    try await driver.press(.enter)
    #expect(driver.model.openChat == chat && driver.model.overlay == nil)
    #expect(try await texts(driver).last?.hasPrefix("/delete\n\n/rename Mine") == true)
    // One line is a command, whatever stands behind it.
    try await driver.post(.terminal(.input(.paste("/members\n"))))
    try await driver.press(.enter)
    #expect(driver.model.overlay is MembersModel)
  }

  @Test func `in a list, a picked message and a dialog, the same notes are text or nothing`()
    async throws
  {
    for keys in [
      [KeyEvent(.up)], [KeyEvent(.function(7))], [.control("o")], [KeyEvent(.function(2))],
    ] {
      let driver = try await driver()
      let chat = driver.model.openChat
      let before = try await texts(driver)
      for key in keys { try await driver.press(key) }
      let dialog = driver.model.overlay
      try await burst("delete\r" + Self.notes, driver)
      #expect(driver.model.openChat == chat && driver.model.overlay === dialog)
      #expect(try await texts(driver) == before)
      if dialog == nil { #expect(driver.model.composer.text.contains("\n/delete\n")) }
    }
  }

  @Test func `a question takes no Enter before anybody can have read it`() async throws {
    let driver = try await driver()
    let chat = driver.model.openChat
    try await driver.type("/delete")
    // A program that works the keys: the command, its answer, and a text behind them.
    try await driver.hurry(KeyEvent(.enter), KeyEvent(.enter), .character("x"), KeyEvent(.enter))
    #expect(driver.model.overlay is QuestionModel && driver.model.openChat == chat)
    driver.pause(0.2)
    try await driver.hurry(KeyEvent(.enter))
    #expect(driver.model.overlay is QuestionModel)
    // A terminal that takes the picture late: the time runs from the picture on.
    driver.pause(5)
    driver.screen.pictureWasShown()
    try await driver.hurry(KeyEvent(.enter))
    #expect(driver.model.overlay is QuestionModel)
    driver.pause(0.2)
    driver.screen.pictureWasShown()
    driver.pause(0.2)
    try await driver.hurry(KeyEvent(.enter))
    #expect(driver.model.overlay == nil && driver.model.openChat != chat)
  }

  @Test func `Esc answers a question at once`() async throws {
    let driver = try await driver()
    try await driver.type("/delete")
    try await driver.hurry(KeyEvent(.enter), KeyEvent(.escape))
    #expect(driver.model.overlay == nil)
  }

  @Test func `questions inside of dialogs take no Enter at once either`() async throws {
    let driver = try await driver()
    try await driver.press(KeyEvent(.function(8)), KeyEvent(.down))
    try await driver.hurry(.character("d"), KeyEvent(.enter))
    // The list of members has asked what they use.
    #expect(driver.requests.count == 1)
    try await driver.press(.escape, .escape)
    try await driver.type("/link open")
    try await driver.hurry(KeyEvent(.enter), KeyEvent(.enter))
    #expect(driver.requests.count == 1)
    try await driver.press(.enter)
    #expect(driver.requests.count == 2)
  }

  @Test func `a text that is typed when the chat goes does not go into the next one`() async throws
  {
    let driver = try await driver()
    let chat = driver.model.openChat
    try await driver.type("/delete\n")
    try await driver.press(.enter)
    #expect(driver.model.openChat != chat)
    try await driver.hurry(.character("x"), KeyEvent(.enter))
    try await driver.post(.terminal(.input(.paste("the rest"))))
    #expect(driver.model.composer.isEmpty)
    // Undo is no text.
    try await driver.hurry(.control("_"))
    #expect(driver.model.openChat == chat)
    // Who has brought the chat back writes there at once.
    try await driver.hurry(.character("y"))
    #expect(driver.model.composer.text == "y")
  }

  @Test func `after a key to another chat, typing goes there at once`() async throws {
    let world = try await Scenes.ownSharedChat()
    for title in ["Other", "Third"] { _ = try await world.repository.createChat(title: title) }
    let driver = try await ScreenDriver.drawn(world, openChat: "Release crew")
    try await driver.type("/delete\n")
    try await driver.press(.enter)
    let shown = driver.model.openChat
    try await driver.hurry(.control("n"), .character("x"))
    #expect(driver.model.openChat != shown)
    #expect(driver.model.composer.text == "x")
  }

  @Test func `a dialog takes its text also when the chat behind it goes`() async throws {
    let driver = try await driver()
    try await driver.press(.control("f"))
    try await loseChat(driver)
    try await driver.hurry(.character("b"))
    #expect((driver.model.overlay as? SearchModel)?.input.text == "b")
  }

  @Test func `a dropped file goes into the chat where the question was asked, or nowhere`()
    async throws
  {
    try await withTemporaryDirectory { folder in
      let file = folder.appending(path: "photo.png")
      try Data("text".utf8).write(to: file)
      let driver = try await driver()
      let chat = try #require(driver.model.openChat)
      try await driver.post(.terminal(.input(.paste(file.path))))
      try await driver.press(.enter)
      #expect(driver.model.overlay is QuestionModel)
      // What comes back from the outbox meanwhile is not lost with the path.
      driver.model.giveBack("taken back", in: chat)
      try await driver.press(.enter)
      #expect(driver.text.contains("The file is not attached"), "\(driver.text)")
      #expect(driver.model.composer.text == "taken back\n\(file.path)")
      try await driver.press(.control("c"))
      try await driver.post(.terminal(.input(.paste(file.path))))
      try await driver.press(.enter)
      try await loseChat(driver)
      #expect(driver.model.overlay is QuestionModel)
      try await driver.press(.enter)
      #expect(driver.text.contains("The file is not attached"), "\(driver.text)")
      #expect(try await texts(driver).isEmpty)
    }
  }

  @Test func `pasted lines go into the chat where they were pasted, or nowhere`() async throws {
    let driver = try await driver()
    let lines = (1...9).map { "line \($0)" }.joined(separator: "\n")
    try await driver.post(.terminal(.input(.paste(lines))))
    #expect(driver.model.overlay is PasteModel)
    try await loseChat(driver)
    try await driver.press(.enter)
    #expect(driver.text.contains("Nothing is inserted"), "\(driver.text)")
    #expect(driver.model.composer.isEmpty)
  }

  @Test func `an action that is chosen in the palette is done to no other chat`() async throws {
    let driver = try await driver()
    try await driver.press(KeyEvent(.function(2)))
    try await driver.type("archive the chat")
    try await loseChat(driver)
    try await driver.press(.enter)
    #expect(driver.text.contains("Nothing is done"), "\(driver.text)")
    #expect(driver.model.openSummary?.isArchived == false)
  }

  @Test func `a chat that was waited for takes no text that was begun in another one`()
    async throws
  {
    let driver = try await driver()
    try await driver.type("half a sen")
    let trip = try await driver.world.repository.createChat(title: "Trip")
    driver.model.openWhenListed(trip)
    try await driver.refresh()
    #expect(driver.model.openChat == trip)
    try await driver.hurry(.character("t"), KeyEvent(.enter))
    #expect(driver.model.composer.isEmpty)
    #expect(try await texts(driver).isEmpty)
    // Who has written nothing since writes in the new chat at once.
    driver.pause(1)
    let tour = try await driver.world.repository.createChat(title: "Tour")
    driver.model.openWhenListed(tour)
    try await driver.refresh()
    try await driver.hurry(.character("h"))
    #expect(driver.model.openChat == tour && driver.model.composer.text == "h")
  }

  @Test func `letters and keys work on keyboards of other scripts`() async throws {
    let driver = try await ScreenDriver.drawn(Scenes.busyAccount(), openChat: "Release crew")
    try await driver.press(.up)
    for _ in 0..<20 where driver.model.conversation?.pickedMessage?.text != "Shall we?" {
      try await driver.press(.up)
    }
    // к is the key of r.
    try await driver.press(.character("к"))
    #expect(driver.model.composer.replyTo != nil)
    try await driver.press(.escape)
    // In a text, letters are letters.
    try await driver.press(.character("к"), .character("н"))
    #expect(driver.model.composer.text == "кн")
    // с is on the key of c, щ on that of o.
    try await burst("\u{1B}[1089::99;5u", driver)
    #expect(driver.model.composer.isEmpty)
    try await burst("\u{1B}[1097;5u", driver)
    #expect((driver.model.overlay as? TitleModel)?.subject == .newChat(isSealed: false))
    try await driver.press(.escape)
  }

  @Test func `letters of a dialog work on keyboards of other scripts`() async throws {
    let driver = try await driver()
    try await driver.press(KeyEvent(.function(8)), KeyEvent(.down))
    // в is the key of d.
    try await driver.press(.character("в"))
    #expect((driver.model.overlay as? MembersModel)?.asks == true)
  }

  @Test func `keys of one's own work on keyboards of other scripts too`() async throws {
    let driver = try await driver()
    let text = "preset = \"vim\"\n[keys]\nmembers = \"Ctrl+X\"\nhelp = \"Alt+й\"\n"
    let settings = try Settings.read(text, vocabulary: .chat).get()
    try await driver.post(.settings(.settings(settings)))
    // ч is on the key of x.
    try await burst("\u{1B}[1095::120;5u", driver)
    #expect(driver.model.overlay is MembersModel)
    try await driver.press(.escape)
    try await driver.press(.alt("q"))
    #expect(driver.model.overlay is HelpModel)
    try await driver.press(.escape)
    // The preset's j, on the key of о, walks in the list.
    try await driver.press(KeyEvent(.function(7)), KeyEvent(.home))
    let first = driver.model.list.selection
    try await driver.press(.character("о"))
    #expect(driver.model.list.selection != first && driver.model.overlay == nil)
  }

  @Test func `a message is picked with a text in hand, which becomes the answer`() async throws {
    for key in [KeyEvent(.up, .shift), .alt("r")] {
      let driver = try await ScreenDriver.drawn(Scenes.busyAccount(), openChat: "Release crew")
      try await driver.type("half a thought")
      try await driver.press(key)
      #expect(driver.model.context == .picking)
      for _ in 0..<20 where driver.model.conversation?.pickedMessage?.text != "Shall we?" {
        try await driver.press(.up)
      }
      try await driver.press(.character("r"))
      #expect(driver.model.composer.replyTo != nil)
      #expect(driver.model.composer.text == "half a thought")
    }
  }
}
