import ChatCore
import ChatModel
import ChatUI
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

  @Test func `a filter that cannot be understood is named`() async throws {
    let driver = try await driver()
    try await driver.press(.control("f"))
    try await driver.type("has:wings")
    #expect(driver.text.contains("Write has:file or has:link instead of ‘has:wings’."))
    try await driver.press(.control("u"))
    try await driver.type("in:nowhere")
    #expect(driver.text.contains("There is no chat ‘nowhere’."))
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

  @Test func `an action that needs an argument is put into the text`() async throws {
    let driver = try await driver()
    try await driver.press(.function(2))
    try await driver.type("date\n")
    #expect(driver.model.composer.text == "/date ")
  }
}
