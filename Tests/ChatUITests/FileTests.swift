import ChatModel
import ChatUI
import ChatViews
import Foundation
import TerminalUI
import Testing
import TestSupport

/// Files in the client: sent by a command, saved by a key.
@MainActor
struct FileTests {
  private func driver() async throws -> ScreenDriver {
    let driver = ScreenDriver(
      try await Scenes.busyAccount(), width: 80, height: 24, openChat: "Release crew")
    try await driver.refresh()
    return driver
  }

  @Test func `a file is sent by its name, and saved again under it`() async throws {
    try await withTemporaryDirectory { directory in
      let driver = try await driver()
      let file = directory.appending(path: "notes.txt")
      try Data(repeating: 65, count: 4200).write(to: file)
      try await driver.type("/attach \(file.path)")
      try await driver.press(.enter)
      #expect(driver.text.contains("[notes.txt, 4.2 kB, uploading soon]"))
      let folder = directory.appending(path: "saved")
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      try await driver.type("/save \(folder.path)")
      try await driver.press(.enter)
      let saved = folder.appending(path: "notes.txt")
      #expect(try Data(contentsOf: saved) == Data(contentsOf: file))
      try Data().write(to: saved)
      try await driver.type("/save \(folder.path)")
      try await driver.press(.enter)
      #expect(driver.text.contains("notes (2).txt"))
      #expect(try Data(contentsOf: saved).isEmpty, "nothing is overwritten")
      let other = folder.appending(path: "notes (2).txt")
      #expect(try Data(contentsOf: other) == Data(contentsOf: file))
    }
  }

  @Test func `a file that is not there is said to be so`() async throws {
    let driver = try await driver()
    await #expect(throws: ChatError.self) {
      try await driver.type("/attach /nowhere/at/all")
      try await driver.press(.enter)
    }
    try await driver.type("/attach")
    try await driver.press(.enter)
    #expect(driver.text.contains("/attach photo.png"))
    #expect(driver.model.reasonAgainst(.saveFile) == "Only a message with a file can be saved.")
  }

  @Test(arguments: [
    (Int64(0), "0 bytes"), (999, "999 bytes"), (1000, "1.0 kB"), (1_234_567, "1.2 MB"),
    (52_428_800, "52.4 MB"), (Int64.max, "9223372036.8 GB"),
  ])
  func `sizes are short`(bytes: Int64, words: String) {
    #expect(FileWords.size(bytes) == words)
  }

  @Test func `a name cannot write on the screen`() {
    let file = Message.Attachment(
      name: "a\u{1b}[2Jb", type: "", size: 1, isInCloud: true, isHere: true, transfer: nil)
    #expect(!FileWords.line(file).contains("\u{1b}"))
  }
}
