import ChatCore
import ChatModel
import ChatUI
import ClientSettings
import TerminalUI
import Testing

/// Notes go when they are old or void; errors stay until somebody presses a key.
@MainActor
struct NoteTests {
  private func driver() async throws -> ScreenDriver {
    try await ScreenDriver.drawn(Scenes.busyAccount(), openChat: "Family")
  }

  /// Lets the time of the note on the screen pass.
  private func expire(_ driver: ScreenDriver) async throws {
    try await driver.post(.noteExpired(number: try #require(driver.note)))
  }

  @Test func `a note goes after its time, and an earlier one takes no later one along`()
    async throws
  {
    let driver = try await driver()
    try await driver.press(.control("_"))
    #expect(driver.text.contains("There is nothing to undo."))
    let first = try #require(driver.note)
    try await driver.press(.control("c"), .control("c"), .control("c"))
    try await driver.type("/pin\n")
    #expect(driver.text.contains("‘Family’ is pinned."))
    try await driver.post(.noteExpired(number: first))
    #expect(driver.text.contains("‘Family’ is pinned."))
    try await expire(driver)
    #expect(!driver.text.contains("is pinned."))
  }

  @Test func `an error stays until the next key`() async throws {
    let driver = try await driver()
    try await driver.press(.control("_"))
    try await driver.press(.control("c"))
    try await driver.type("/nosuch\n")
    #expect(driver.text.contains("There is no command ‘/nosuch’."))
    try await expire(driver)
    #expect(driver.text.contains("There is no command ‘/nosuch’."))
    try await driver.type("x")
    #expect(!driver.text.contains("There is no command ‘/nosuch’."))
  }

  @Test func `a note waits for somebody who looks at the terminal`() async throws {
    let driver = try await driver()
    try await driver.press(.control("_"))
    try await driver.post(.terminal(.input(.focusLost)))
    let count = driver.noteCount
    try await expire(driver)
    #expect(driver.text.contains("There is nothing to undo."))
    #expect(driver.noteCount == count, "nothing wakes the client while nobody is there")
    try await driver.post(.terminal(.input(.focusGained)))
    #expect(driver.noteCount == count + 1)
    try await expire(driver)
    #expect(!driver.text.contains("There is nothing to undo."))
  }

  @Test func `a note about what is done goes with the next key, and can be undone still`()
    async throws
  {
    let keys = [Key.character("x"), .function(7), .escape, .function(2)].map { KeyEvent($0) }
    for key in keys + [.control("n")] {
      let driver = try await driver()
      try await driver.press(.control("u"))
      try await driver.press(.up)
      try await driver.type("p")
      let note = "The message is pinned for everyone."
      #expect(driver.text.contains(note))
      try await driver.press(key)
      #expect(!driver.text.contains(note), "\(key)")
      try await driver.press(.escape)
      try await driver.press(.control("_"))
      #expect(driver.text.contains("The message is not pinned any more."), "\(key)")
    }
  }

  @Test func `a note goes when another chat opens, and what is yet to be done is said there again`()
    async throws
  {
    let driver = try await ScreenDriver.drawn(Scenes.busyAccount(), openChat: "Release crew")
    let crew = try #require(driver.model.openChat)
    try await driver.type("/unsend\n")
    let note = "The message is removed for everyone."
    #expect(driver.text.contains(note))
    try await driver.press(.control("n"))
    #expect(driver.model.openChat != crew && !driver.text.contains(note))
    try await driver.press(.control("p"))
    #expect(driver.model.openChat == crew && driver.text.contains(note))
    // A click is no key, which takes every note away.
    let family = try #require(driver.model.list.chats.first { $0.name == "Family" })
    driver.model.open(family.id)
    #expect(driver.model.toast == nil)
    try await driver.press(.control("_"))
    #expect(driver.text.contains("The message stays."))
    driver.model.open(crew)
    #expect(driver.model.toast == nil)
  }

  @Test
  func `a note about the program stays when a chat opens, and when something cannot be undone`()
    async throws
  {
    let driver = try await driver()
    try await driver.press(.control("u"))
    try await driver.press(.up)
    try await driver.type("p")
    try await driver.post(.settings(.settings(Settings())))
    try await driver.post(.undoExpired(number: 1))
    #expect(driver.text.contains("The changed settings are in use."))
    let crew = try #require(driver.model.list.chats.first { $0.name == "Release crew" })
    driver.model.open(crew.id)
    try await driver.update()
    #expect(driver.text.contains("The changed settings are in use."))
    try await expire(driver)
    #expect(driver.model.toast == nil)
  }

  @Test func `a note about what has left the list stays wherever the person goes`() async throws {
    let driver = try await driver()
    try await driver.press(.control("u"))
    try await driver.type("/leave\n")
    try await driver.press(.enter)
    #expect(driver.text.contains("You left ‘Family’."))
    try await driver.press(.control("n"))
    #expect(driver.text.contains("You left ‘Family’."))
  }

  @Test func `a note about an invitation goes with the invitation`() async throws {
    let driver = try await driver()
    let invitations = driver.model.list.invitations
    #expect(!invitations.isEmpty)
    try await driver.post(.invitations([]))
    try await driver.post(.invitations(invitations))
    #expect(driver.model.toast?.text.contains("invites you to ‘Book club’") == true)
    try await driver.post(.invitations([]))
    #expect(driver.model.toast == nil)
  }
}
