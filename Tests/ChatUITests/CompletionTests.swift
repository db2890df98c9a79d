import ChatCore
import ChatModel
import ChatUI
import Foundation
import TerminalUI
import TestSupport
import Testing

/// Completion in the composer, with keys.
@MainActor
struct CompletionTests {
  private func driver() async throws -> ScreenDriver {
    try await Scenes.busyScreen(width: 80, height: 24)
  }

  @Test func `Tab goes through the candidates and around, and back`() async throws {
    let driver = try await driver()
    try await driver.type("/re")
    #expect(
      driver.model.composer.completion?.candidates.map(\.replacement)
        == ["/react ", "/redraw", "/rename ", "/reply", "/retry"])
    try await driver.press(.tab, .tab, .tab)
    #expect(driver.model.composer.text == "/rename ")
    try await driver.press(.tab, .tab, .tab)
    #expect(driver.model.composer.text == "/react ")
    try await driver.press(KeyEvent(.tab, .shift))
    #expect(driver.model.composer.text == "/retry")
  }

  @Test func `a person is named in the middle of a text`() async throws {
    let driver = try await driver()
    try await driver.type("Shall , tag it?")
    try await driver.press(.home)
    for _ in 0..<6 { try await driver.press(.right) }
    try await driver.type("@Be")
    #expect(driver.model.composer.completion == nil, "in the middle of a word")
    try await driver.type(" ")
    try await driver.press(.left)
    #expect(driver.text.contains("@Berit"))
    try await driver.press(.tab)
    #expect(driver.model.composer.text == "Shall @Berit  , tag it?")
    try await driver.type("x")
    #expect(driver.model.composer.text == "Shall @Berit x , tag it?")
  }

  @Test func `nothing is replaced without a key`() async throws {
    let driver = try await driver()
    try await driver.type("Great :thu")
    #expect(driver.text.contains("👍"))
    try await driver.type("mb, see you at 12:30\n")
    #expect(driver.text.contains("Great :thumb, see you at 12:30"))
  }

  @Test func `Esc hides the candidates, and the next letter shows them again`() async throws {
    let driver = try await driver()
    try await driver.type("/go ")
    #expect(driver.model.composer.completion?.candidates.count == 3)
    try await driver.press(.escape)
    #expect(driver.model.composer.completion == nil)
    #expect(driver.model.composer.text == "/go ")
    try await driver.type("fam")
    try await driver.press(.tab, .enter)
    #expect(driver.model.openSummary?.name == "Family")
  }

  @Test func `a path is completed folder by folder, and the file is sent`() async throws {
    try await withTemporaryDirectory { folder in
      for name in ["inner", "inside"] {
        try FileManager.default.createDirectory(
          at: folder.appending(path: name), withIntermediateDirectories: false)
      }
      try Data([1]).write(to: folder.appending(path: "inside/tab\there"))
      let driver = try await driver()
      try await driver.type("/attach \(folder.path)/in")
      try await driver.press(.tab, .tab)
      #expect(driver.model.composer.text == "/attach \(folder.path)/inside/")
      try await driver.type("/")
      #expect(driver.model.composer.text == "/attach \(folder.path)/inside/")
      try await driver.press(.tab)
      #expect(driver.model.composer.text == "/attach $'\(folder.path)/inside/tab\\x09here'")
      try await driver.press(.enter)
      #expect(driver.text.contains("1 byte"))
    }
  }

  @Test func `people of other chats are offered for an invitation`() async throws {
    let world = try await Scenes.busyAccount()
    _ = try await world.repository.createChat(title: "Trip")
    let driver = try await ScreenDriver.drawn(world, openChat: "Trip")
    try await driver.type("/invite be")
    try await driver.press(.tab)
    #expect(driver.model.composer.text == "/invite Berit ")
    let replacements = driver.model.composer.completion?.candidates.map(\.replacement) ?? []
    #expect(replacements.contains("Linus ") && !replacements.contains("Berit "))
  }
}
