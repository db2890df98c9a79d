import ChatCore
import ChatModel
import ChatUI
import Foundation
import TerminalUI
import TestSupport
import Testing

/// Nothing that is typed gets lost or goes astray.
@MainActor
struct WritingTests {
  @Test(arguments: [
    ("\u{1B}[31mred\u{1B}[0m", "red"), ("\u{1B}]0;title\u{7}text", "text"),
    ("\u{1B}]8;;https://x\u{1B}\\link\u{1B}]8;;\u{1B}\\", "link"), ("\u{1B}(Bascii", "ascii"),
    ("no \u{1B}[31", "no [31"), ("\u{1B}]0;open\nnext", "]0;open\nnext"), ("plain", "plain"),
  ])
  func `a pasted text loses whole escape sequences`(pasted: String, text: String) async throws {
    let driver = try await ScreenDriver.drawn(Scenes.ownChat())
    try await driver.post(.terminal(.input(.paste(pasted))))
    #expect(driver.model.composer.text == text)
  }

  private func driver(_ chat: String = "Release crew") async throws -> ScreenDriver {
    try await .drawn(Scenes.busyAccount(), openChat: chat)
  }

  @Test func `a command without its argument says what belongs there`() async throws {
    let driver = try await ScreenDriver.drawn(Scenes.busyAccount(), openChat: "Release crew")
    try await driver.type("/rename ")
    #expect(driver.text.contains("❯ /rename TITLE"), "\(driver.text)")
    try await driver.type("T")
    #expect(driver.text.contains("❯ /rename T\n") && !driver.text.contains("TITLE"))
    try await driver.press(.control("u"))
    try await driver.type("/archive ")
    #expect(driver.text.contains("❯ /archive\n"), "it takes none")
    try await driver.press(.control("u"))
    try await driver.type("/attach ")
    #expect(driver.text.contains("❯ /attach FILE"), "\(driver.text)")
  }

  @Test func `text that was cut in one chat can be inserted in another`() async throws {
    let driver = try await ScreenDriver.drawn(Scenes.busyAccount())
    let chat = driver.model.openChat
    try await driver.type("for somebody else")
    try await driver.press(.control("u"))
    try await driver.press(.control("n"))
    #expect(driver.model.openChat != chat)
    let before = driver.model.composer.text
    try await driver.press(.control("y"))
    #expect(driver.model.composer.text == before + "for somebody else")
  }

  @Test func `a cleared text that comes back says so`() async throws {
    let driver = try await driver()
    try await driver.type("half a thought")
    try await driver.press(.control("c"))
    #expect(driver.model.composer.isEmpty && driver.model.toast == nil)
    try await driver.press(.control("c"))
    #expect(driver.model.composer.text == "half a thought")
    #expect(driver.text.contains("The text that you have cleared is here again. Ctrl+C"))
    try await driver.type("!")
    #expect(driver.model.toast == nil)
  }

  @Test func `an answer or a change that cannot be saved comes back as an answer or a change`()
    async throws
  {
    let driver = try await driver("Family")
    let chat = try #require(driver.model.openChat)
    try await driver.press(.control("u"))
    try await driver.type("mine\n")
    try await driver.press(KeyEvent(.up))
    try await driver.type("e, changed\n")
    try await driver.post(.sendFailed("mine, changed", in: chat, reason: "The disk is full."))
    #expect(driver.model.composer.isEditing)
    #expect(driver.model.composer.text == "mine, changed")
    try await driver.press(.enter)
    try await driver.post(
      .sendFailed("mine, changed", in: chat, reason: "It is gone.", isGone: true))
    #expect(!driver.model.composer.isEditing && driver.model.composer.isEmpty)
    #expect(driver.text.contains("It is gone. Ctrl+Y inserts your text."))
    // Enter does not publish again what was removed.
    try await driver.press(.enter)
    #expect(driver.model.composer.isEmpty)
    try await driver.press(.control("y"))
    #expect(driver.model.composer.text == "mine, changed")
    try await driver.press(.control("u"))
    try await driver.press(KeyEvent(.up), KeyEvent(.up))
    try await driver.type("rI will\n")
    #expect(driver.model.composer.replyTo == nil)
    try await driver.post(.sendFailed("I will", in: chat, reason: "The disk is full."))
    #expect(driver.model.composer.replyTo != nil)
    #expect(driver.model.composer.text == "I will")
  }

  @Test func `quitting is asked for twice where a text could not be saved`() async throws {
    let driver = try await driver()
    let chat = try #require(driver.model.openChat)
    try await driver.type("half a sentence")
    try await driver.post(.draftsDue)
    try await driver.post(.draftFailed(chat, reason: "The disk is full."))
    try await driver.press(.control("q"))
    #expect(!driver.hasQuit)
    #expect(driver.text.contains("The disk is full. Ctrl+Q again quits, and loses"))
    try await driver.press(.control("q"))
    #expect(driver.hasQuit)
  }

  @Test func `a text that could not be saved is saved later, without a change`() async throws {
    let driver = try await driver()
    let chat = try #require(driver.model.openChat)
    try await driver.type("half a sentence")
    try await driver.post(.draftsDue)
    func hasDraft() async throws -> Bool? {
      try await driver.world.repository.currentChatSummaries().first { $0.id == chat }?.hasDraft
    }
    try await driver.world.repository.saveDraft(Draft(), in: chat)
    #expect(try await hasDraft() == false)
    try await driver.post(.draftFailed(chat, reason: "The disk is full."))
    try await driver.post(.draftsDue)
    #expect(try await hasDraft() == true)
    try await driver.press(.control("q"))
    #expect(driver.hasQuit)
  }

  @Test(arguments: ["/date 2026-13-01", "/attach", "/attach /nowhere/photo.png"])
  func `a command that is refused stays, to be corrected`(command: String) async throws {
    let driver = try await driver()
    driver.takesFailures = true
    try await driver.type(command + "\n")
    #expect(driver.model.toast?.kind == .error)
    #expect(driver.model.composer.text == command)
  }

  @Test func `a file that cannot be read leaves the answer an answer`() async throws {
    let driver = try await driver("Family")
    driver.takesFailures = true
    try await driver.press(.control("u"))
    try await driver.press(KeyEvent(.up))
    try await driver.type("r/attach /nowhere/photo.png\n")
    #expect(driver.model.composer.replyTo != nil)
    #expect(driver.model.composer.text == "/attach /nowhere/photo.png")
  }

  @Test func `Enter sends, and the message waits in line`() async throws {
    let driver = try await driver()
    try await driver.type("hello")
    try await driver.press(KeyEvent(.enter, .alt))
    try await driver.type("world")
    try await driver.press(.enter)
    #expect(driver.model.composer.isEmpty)
    #expect(driver.text.contains("hello"))
    #expect(driver.text.contains("·2"))
  }

  @Test func `each chat keeps its own text`() async throws {
    let driver = try await driver()
    try await driver.type("for the crew")
    try await driver.press(.control("n"))
    #expect(driver.model.openSummary?.name == "Family")
    #expect(driver.model.composer.text == "On my w")
    let crew = try #require(driver.model.list.chats.first { $0.name == "Release crew" })
    #expect(try await driver.world.repository.openDraft(in: crew.id).kept.text == "for the crew")
    #expect(crew.hasDraft)
    try await driver.press(.control("p"))
    #expect(driver.model.composer.text == "for the crew")
  }

  @Test func `a draft is marked in the list when one leaves its chat, not while one types`()
    async throws
  {
    let world = try ChatWorld()
    for title in ["Trip", "Work"] {
      let chat = try await world.repository.createChat(title: title)
      try await world.settleOutbox(in: world.zone(of: chat))
    }
    let driver = try await ScreenDriver.drawn(world, openChat: "Trip")
    func row() -> String? {
      driver.text.split(separator: "\n").map { String($0.prefix(18)) }.first { $0.contains("Trip") }
    }
    let empty = row()
    try await driver.type("half a sentence")
    try await driver.post(.draftsDue)
    try await driver.refresh()
    #expect(driver.model.openSummary?.hasDraft == true)
    #expect(row() == empty)
    try await driver.press(.control("n"))
    try await driver.refresh()
    #expect(driver.model.openSummary?.name == "Work")
    #expect(row()?.contains("~") == true, "\(row() ?? "")")
  }

  @Test func `typing is saved soon, and when the client ends`() async throws {
    let driver = try await driver()
    let chat = try #require(driver.model.openChat)
    try await driver.type("abc")
    try await driver.post(.draftsDue)
    #expect(try await driver.world.repository.openDraft(in: chat).kept.text == "abc")
    try await driver.type("def")
    try await driver.post(.terminal(.terminated(signal: 1)))
    #expect(driver.hasQuit)
    #expect(try await driver.world.repository.openDraft(in: chat).kept.text == "abcdef")
  }

  @Test func `the saved draft stays when a text from the history is sent`() async throws {
    let driver = try await driver()
    let chat = try #require(driver.model.openChat)
    try await driver.type("sent earlier\nLONG DRAFT")
    try await driver.press(.up)
    #expect(driver.text.contains("❯ sent earlier"))
    try await driver.type("!")
    try await driver.post(.draftsDue)
    #expect(try await driver.world.repository.openDraft(in: chat).kept.text == "LONG DRAFT")
    try await driver.press(.enter)
    #expect(driver.text.contains("❯ LONG DRAFT"))
    #expect(try await driver.world.repository.openDraft(in: chat).kept.text == "LONG DRAFT")
  }

  @Test func `Esc never deletes`() async throws {
    let driver = try await driver()
    try await driver.type("keep me")
    for _ in 0..<5 { try await driver.press(.escape) }
    #expect(driver.model.composer.text == "keep me")
  }

  @Test func `an unknown command is refused and stays`() async throws {
    let driver = try await driver()
    try await driver.type("/nothing here")
    try await driver.press(.enter)
    #expect(driver.model.composer.text == "/nothing here")
    #expect(driver.text.contains("There is no command ‘/nothing’"))
    try await driver.press(.backspace)
    #expect(!driver.text.contains("There is no command"))
    try await driver.press(.enter)
    #expect(driver.text.contains("There is no command ‘/nothing’"))
    try await driver.type("!")
    #expect(!driver.text.contains("There is no command"))
  }

  @Test func `the path of a file is offered to be attached instead of refused`() async throws {
    try await withTemporaryDirectory { folder in
      let file = folder.appending(path: "my photo.png")
      try Data("text".utf8).write(to: file)
      let driver = try await driver()
      for text in [file.path.replacing(" ", with: "\\ "), "'\(file.path)'", file.path + " "] {
        try await driver.post(.terminal(.input(.paste(text))))
        try await driver.press(.enter)
        #expect(driver.text.contains("Attach the file ‘my photo.png’?"), "\(driver.text)")
        try await driver.press(.escape)
        #expect(driver.model.composer.text == text)
        try await driver.press(.control("c"))
      }
      try await driver.post(.terminal(.input(.paste(file.path))))
      try await driver.press(.enter)
      try await driver.press(.enter)
      #expect(driver.model.composer.isEmpty)
      #expect(driver.model.composer.waitingFiles.map(\.path) == [file.path])
      try await driver.press(.enter)
      try await driver.refresh()
      #expect(driver.text.contains("my photo.png"))
      let messages = try #require(driver.model.conversation).messages
      #expect(messages.last?.attachment?.name == "my photo.png")
    }
  }

  @Test func `text that an editor has saved before it failed can be inserted`() async throws {
    let driver = try await driver()
    try await driver.type("as it was")
    try await driver.post(.notEdited(saved: "new and long", reason: "The editor failed."))
    #expect(driver.model.composer.text == "as it was")
    #expect(driver.text.contains("Ctrl+Y inserts what it has saved."), "\(driver.text)")
    try await driver.press(.control("u"))
    try await driver.post(.notEdited(saved: "new and long", reason: "The editor failed."))
    try await driver.press(.control("y"))
    #expect(driver.model.composer.text == "new and long")
  }

  @Test func `a command that cannot be done now says why and stays`() async throws {
    let driver = try await driver()
    try await driver.type("/invite bob")
    try await driver.press(.enter)
    #expect(driver.model.composer.text == "/invite bob")
    #expect(driver.text.contains("Only the owner of ‘Release crew’ can invite people"))
  }

  @Test func `a closed chat takes no message and keeps the text`() async throws {
    let driver = try await driver("Old flat")
    #expect(driver.text.contains(" This chat is no longer shared with you."))
    try await driver.type("anybody?")
    try await driver.press(.enter)
    #expect(driver.model.composer.text == "anybody?")
    #expect(driver.text.contains("Nothing can be sent to ‘Old flat’."))
  }

  @Test func `a failed message is picked, explained, taken back and written on`() async throws {
    let driver = try await driver()
    try await driver.press(KeyEvent(.up), KeyEvent(.up))
    #expect(driver.text.contains("Not sent: The cloud has no room left."))
    try await driver.type("d")
    #expect(driver.model.composer.text == "This one is refused")
    #expect(!driver.text.contains("! "))
    #expect(driver.model.context == .composing)
  }

  @Test func `retry queues a failed message again`() async throws {
    let driver = try await driver()
    try await driver.type("/retry")
    try await driver.press(.enter)
    #expect(driver.model.openSummary?.failedCount == 0)
    #expect(driver.model.openSummary?.queuedCount == 2)
  }

  @Test func `letters that mean nothing while picking are written`() async throws {
    let driver = try await driver()
    try await driver.press(.up)
    try await driver.type("hello")
    #expect(driver.model.composer.text == "hello")
    #expect(driver.model.context == .composing)
  }

  @Test func `a message that cannot be written comes back`() async throws {
    let driver = try await driver()
    let chat = try #require(driver.model.openChat)
    try await driver.type("new")
    try await driver.post(.sendFailed("old", in: chat, reason: "The disk is full."))
    #expect(driver.model.composer.text == "old\nnew")
    #expect(driver.text.contains("The disk is full."))
  }

  @Test func `a paste of many lines is text, not keys`() async throws {
    let driver = try await driver()
    try await driver.post(.terminal(.input(.paste("one\ntwo\u{1B}[2J\nthree"))))
    #expect(driver.model.composer.text == "one\ntwo\nthree")
    let rows = driver.text.split(separator: "\n").map {
      String($0.split(separator: "│").last ?? "")
    }
    #expect(rows.dropLast().suffix(3) == ["❯ one", "  two", "  three"])
  }

  @Test func `more than five pasted lines ask first`() async throws {
    let driver = try await driver()
    let text = (1...200).map { "line \($0)" }.joined(separator: "\n")
    try await driver.post(.terminal(.input(.paste(text))))
    #expect(driver.text.contains("Paste 200 lines"))
    #expect(driver.text.contains("… and 195 more lines"))
    try await driver.press(.escape)
    #expect(driver.model.composer.isEmpty)
    try await driver.post(.terminal(.input(.paste(text))))
    try await driver.press(.enter)
    #expect(driver.model.composer.text == text)
  }

  @Test func `the lines of a paste are counted as a person counts them`() async throws {
    let driver = try await driver()
    let text = (1...301).map { "line \($0)\n" }.joined()
    try await driver.post(.terminal(.input(.paste(text))))
    #expect(driver.text.contains("Paste 301 lines"))
    #expect(driver.text.contains("… and 296 more lines"))
    try await driver.press(.enter)
    #expect(driver.model.composer.text == text, "there is no limit of lines, only of bytes")
    try await driver.press(.control("c"))
    try await driver.post(.terminal(.input(.paste("1\n2\n3\n4\n5\n"))))
    #expect(driver.model.overlay == nil)
  }

  @Test func `a typed text that is too long is refused whole`() async throws {
    let driver = try await driver()
    try await driver.post(
      .terminal(.input(.paste(String(repeating: "x", count: Message.textLimitBytes)))))
    try await driver.type("y")
    #expect(driver.model.composer.text.utf8.count == Message.textLimitBytes)
    #expect(driver.text.contains("The text is not inserted: a message holds 65536 bytes."))
    #expect(driver.text.contains("/attach"))
  }

  @Test func `the hints offer the possible actions`() async throws {
    let closed = try await driver("Old flat")
    try await closed.type("anybody?")
    #expect(!closed.text.contains("Enter send"))
    let open = try await driver()
    try await open.type("anybody?")
    #expect(open.text.contains("Enter send"))
  }

  @Test func `a chat needs no title, gets one, and loses it again`() async throws {
    let driver = try await driver()
    try await driver.press(.control("o"))
    try await driver.press(.enter)
    #expect(driver.model.overlay == nil && driver.model.openSummary?.name == "(no title)")
    try await driver.type("/rename\n")
    #expect((driver.model.overlay as? TitleModel)?.input.text == "")
    try await driver.type("Trip\n")
    #expect(driver.model.openSummary?.name == "Trip")
    // The dialog has the title that there is, and keeps to its chat.
    try await driver.type("/rename\n")
    #expect((driver.model.overlay as? TitleModel)?.input.text == "Trip")
    try await driver.press(.escape)
    #expect(driver.model.openSummary?.name == "Trip")
    try await driver.type("/rename\n")
    try await driver.press(.control("u"))
    #expect(driver.text.contains("Without a title it has the names of the others."))
    try await driver.press(.enter)
    #expect(driver.model.openSummary?.name == "(no title)")
    try await driver.type("/delete\n")
    #expect(driver.text.contains("Delete the chat"))
  }

  @Test func `new, rename, go: chats by command`() async throws {
    let driver = try await driver()
    try await driver.type("/new Garden party")
    try await driver.press(.enter)
    #expect(driver.model.openSummary?.name == "Garden party")
    #expect(driver.text.contains("No messages in this chat yet."))
    try await driver.type("/rename Summer party")
    try await driver.press(.enter)
    #expect(driver.model.openSummary?.name == "Summer party")
    try await driver.type("/go fam")
    try await driver.press(.enter)
    #expect(driver.model.openSummary?.name == "Family")
    try await driver.press(.control("g"))
    try await driver.type("sp")
    try await driver.press(.enter)
    #expect(driver.model.openSummary?.name == "Summer party")
  }
}
