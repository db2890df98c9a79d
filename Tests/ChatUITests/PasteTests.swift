import ChatModel
import ChatUI
import Foundation
import TerminalUI
import TestSupport
import Testing

/// Long texts and pictures that are pasted.
@MainActor
struct PasteTests {
  private static let lines = (1...200).map { "line \($0)" }.joined(separator: "\n")

  private func driver() async throws -> ScreenDriver {
    try await .drawn(Scenes.busyAccount(), openChat: "Release crew")
  }

  private func paste(_ text: String, in driver: ScreenDriver) async throws {
    try await driver.post(.terminal(.input(.paste(text))))
  }

  private func waiting(_ driver: ScreenDriver) throws -> (name: String, bytes: Data) {
    let file = try #require(driver.model.composer.waitingFiles.first)
    return (file.name, try Data(contentsOf: URL(filePath: file.path)))
  }

  @Test func `one key makes a file of a long paste, which waits for its caption`() async throws {
    try await withTemporaryDirectory { folder in
      let driver = try await driver()
      driver.places = .inside(folder)
      try await driver.type("The log")
      try await paste(Self.lines, in: driver)
      #expect(driver.text.contains("f as a file"), "\(driver.text)")
      try await driver.type("f")
      #expect(driver.model.overlay == nil)
      #expect(driver.model.composer.text == "The log")
      let file = try waiting(driver)
      #expect(file.name == "text 2026-11-19 12.00.txt")
      #expect(file.bytes == Data(Self.lines.utf8))
      try await driver.press(.enter)
      let sent = try #require(driver.model.conversation?.messages.last)
      #expect(sent.text == "The log")
      #expect(sent.attachment?.name == file.name)
    }
  }

  @Test func `one key makes code of a long paste, on lines of its own`() async throws {
    let driver = try await driver()
    try await driver.type("Look:")
    try await paste(Self.lines + "\n", in: driver)
    try await driver.type("c")
    #expect(driver.model.composer.text == "Look:\n```\n\(Self.lines)\n```\n")
    try await driver.press(.control("c"))
    // A text with such a mark would end the code too early.
    try await paste(Self.lines + "\n```", in: driver)
    #expect(!driver.text.contains("as code"))
    try await driver.type("c")
    #expect(driver.model.composer.isEmpty)
    try await driver.press(.enter)
    #expect(driver.model.composer.text == Self.lines + "\n```")
  }

  @Test func `a paste that does not fit is offered as a file, and nothing of it is inserted`()
    async throws
  {
    try await withTemporaryDirectory { folder in
      let driver = try await driver()
      driver.places = .inside(folder)
      try await driver.type("before")
      let text = String(repeating: "x", count: Message.textLimitBytes - 5)
      try await paste(text, in: driver)
      #expect(driver.text.contains("Paste a long line"), "\(driver.text)")
      #expect(driver.text.contains("A message holds 65536 bytes."))
      try await driver.press(.escape)
      #expect(driver.model.composer.text == "before")
      #expect(driver.model.composer.waitingFiles.isEmpty)
      try await paste(text, in: driver)
      try await driver.press(.enter)
      #expect(driver.model.composer.text == "before")
      #expect(try waiting(driver).bytes == Data(text.utf8))
    }
  }

  @Test func `where no file can be sent, none is offered`() async throws {
    let driver = try await ScreenDriver.drawn(Scenes.busyAccount(), openChat: "Old flat")
    try await paste(Self.lines, in: driver)
    #expect(driver.text.contains("Paste 200 lines") && !driver.text.contains("as a file"))
    try await driver.type("f")
    #expect(driver.model.overlay is PasteModel)
    try await driver.press(.escape)
    try await paste(String(repeating: "x", count: Message.textLimitBytes + 1), in: driver)
    #expect(driver.model.overlay == nil)
    #expect(driver.text.contains("The text is not inserted"), "\(driver.text)")
  }

  @Test func `the picture in the clipboard waits as a file with the time as its name`()
    async throws
  {
    try await withTemporaryDirectory { folder in
      let driver = try await driver()
      driver.places = .inside(folder)
      let bytes = Data([0x89, 0x50, 0x4E, 0x47])
      driver.programs = ExternalPrograms(
        edit: { text, _ in text }, open: { _, _ in },
        clipboardPicture: { ExternalPrograms.Picture(bytes: bytes, pathExtension: "png") })
      try await driver.type("/paste")
      try await driver.press(.enter)
      let file = try waiting(driver)
      #expect(file.name == "picture 2026-11-19 12.00.png" && file.bytes == bytes)
      driver.programs = ExternalPrograms(
        edit: { text, _ in text }, open: { _, _ in },
        clipboardPicture: { throw ExternalPrograms.Failure("Install wl-clipboard.") })
      try await driver.press(.alt("y"))
      #expect(driver.text.contains("Install wl-clipboard."))
      #expect(driver.model.composer.waitingFiles.count == 1)
    }
  }

  @Test func `a picture that is pasted while a message is changed does not lose the change`()
    async throws
  {
    try await withTemporaryDirectory { folder in
      let driver = try await driver()
      driver.places = .inside(folder)
      driver.programs = ExternalPrograms(
        edit: { text, _ in text }, open: { _, _ in },
        clipboardPicture: { ExternalPrograms.Picture(bytes: Data([1]), pathExtension: "png") })
      try await driver.type("/edit\n")
      #expect(driver.model.composer.isEditing)
      let before = driver.model.composer.text
      try await driver.type(" and more")
      try await driver.press(.alt("y"))
      #expect(driver.model.composer.waitingFiles.count == 1)
      #expect(driver.model.composer.text.isEmpty)
      try await driver.type("/edit\n")
      #expect(driver.model.composer.text == before + " and more")
    }
  }
}
