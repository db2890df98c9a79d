import ChatCore
import ChatModel
import Foundation
import TerminalUI
import TestSupport
import Testing

@testable import ChatUI

/// Files that wait in the composer, until they are sent with the text.
@MainActor
struct WaitingFileTests {
  /// A driver whose screen shows a chat without a draft, and files of one byte, one more each.
  private func withFiles(
    _ names: String..., test: (ScreenDriver, [URL]) async throws -> Void
  ) async throws {
    try await withTemporaryDirectory { folder in
      let files = names.map { folder.appending(path: $0) }
      for (place, file) in files.enumerated() {
        try Data(repeating: 65, count: place + 1).write(to: file)
      }
      try await test(.drawn(Scenes.busyAccount(), width: 100, openChat: "Release crew"), files)
    }
  }

  private func attach(_ file: URL, in driver: ScreenDriver) async throws {
    try await driver.type("/attach \(file.path)")
    try await driver.press(.enter)
  }

  private func messages(_ driver: ScreenDriver, last count: Int) throws -> [Message] {
    Array(try #require(driver.model.conversation).messages.suffix(count))
  }

  @Test func `a file waits for its caption, and both are one message`() async throws {
    try await withFiles("my photo.png") { driver, files in
      try await attach(files[0], in: driver)
      #expect(driver.model.composer.isEmpty)
      #expect(driver.text.contains("▌ my photo.png  1 byte\n"), "\(driver.text)")
      #expect(driver.text.contains("Enter send the file"))
      try await driver.type("Our new office")
      #expect(driver.text.contains("Enter send with caption"))
      try await driver.press(.enter)
      let sent = try messages(driver, last: 1)
      #expect(sent.map(\.text) == ["Our new office"])
      #expect(sent.first?.attachment?.name == "my photo.png")
      #expect(driver.model.composer.waitingFiles.isEmpty && driver.model.composer.isEmpty)
      #expect(!driver.text.contains("with caption"))
    }
  }

  @Test func `several files are as many messages in their order, and the first has the text`()
    async throws
  {
    try await withFiles("a.txt", "b.txt", "c.txt", "d.txt") { driver, files in
      for file in files { try await attach(file, in: driver) }
      #expect(driver.text.contains("▌ … and 2 more"), "\(driver.text)")
      #expect(driver.text.contains("Enter send 4 files"))
      try await driver.type("all four")
      try await driver.press(.enter)
      let sent = try messages(driver, last: 4)
      #expect(sent.map { $0.attachment?.name } == ["a.txt", "b.txt", "c.txt", "d.txt"])
      #expect(sent.map(\.text) == ["all four", "", "", ""])
    }
  }

  @Test func `Esc takes out the file that was attached last, and keeps the text`() async throws {
    try await withFiles("a.txt", "b.txt") { driver, files in
      for file in files { try await attach(file, in: driver) }
      try await driver.type("text")
      #expect(driver.text.contains("Esc take the file out"))
      try await driver.press(.escape)
      #expect(driver.model.composer.waitingFiles.map(\.name) == ["a.txt"])
      #expect(driver.text.contains("‘b.txt’ is taken out, and is not sent."))
      try await driver.press(.escape)
      #expect(driver.model.composer.waitingFiles.isEmpty)
      #expect(driver.model.composer.text == "text")
      #expect(!driver.text.contains("take the file out"))
    }
  }

  @Test func `files wait in the draft of their chat`() async throws {
    try await withFiles("a.txt", "b.txt") { driver, files in
      for file in files { try await attach(file, in: driver) }
      try await driver.type("half a capt")
      try await driver.post(.draftsDue)
      let chat = try #require(driver.model.openChat)
      let draft = Draft(text: "half a capt", files: files.map(\.path))
      #expect(try await driver.world.repository.openDraft(in: chat).kept == draft)
      try FileManager.default.removeItem(at: files[1])
      // The client is killed and started again.
      let next = try await ScreenDriver.drawn(driver.world, openChat: "Release crew")
      #expect(next.model.composer.text == "half a capt")
      #expect(next.text.contains("▌ a.txt  1 byte"), "\(next.text)")
      #expect(next.text.contains("▌ b.txt  cannot be sent now"))
      try await next.press(.control("n"))
      #expect(next.model.composer.waitingFiles.isEmpty)
    }
  }

  @Test func `one file that is gone keeps all files, the text and the answer`() async throws {
    try await withFiles("a.txt", "b.txt") { driver, files in
      driver.takesFailures = true
      let count = try #require(driver.model.conversation).messages.count
      try await driver.press(.up, .up, .up, .up, .character("r"))
      for file in files { try await attach(file, in: driver) }
      try await driver.type("both")
      try FileManager.default.removeItem(at: files[1])
      try await driver.press(.enter)
      #expect(driver.model.toast?.text.contains("b.txt cannot be read") == true)
      let composer = driver.model.composer
      #expect(composer.text == "both" && composer.replyTo != nil)
      #expect(composer.waitingFiles.map(\.size) == [1, nil])
      #expect(driver.model.conversation?.messages.count == count, "all or none")
      // Without a text, too.
      try await driver.press(.control("u"))
      try await driver.press(.enter)
      #expect(composer.waitingFiles.count == 2 && composer.isEmpty && composer.replyTo != nil)
    }
  }

  @Test func `a folder, and more files than may wait, are refused`() async throws {
    try await withFiles("a.txt") { driver, files in
      try await attach(files[0].deletingLastPathComponent(), in: driver)
      #expect(driver.model.toast?.text.contains("it is a folder") == true)
      try await driver.press(.control("c"))
      for _ in 0..<WaitingFile.limit { driver.model.attach(files[0].path) }
      #expect(driver.model.composer.waitingFiles.count == WaitingFile.limit)
      try await attach(files[0], in: driver)
      #expect(driver.text.contains("10 files wait already."), "\(driver.text)")
      #expect(driver.model.composer.text == "/attach \(files[0].path)", "to be sent later")
    }
  }

  @Test func `a file waits while a message is changed`() async throws {
    try await withFiles("a.txt") { driver, files in
      try await attach(files[0], in: driver)
      try await driver.press(.up, .up, .up, .character("e"))
      #expect(driver.model.composer.isEditing)
      #expect(driver.model.composer.waitingFiles.isEmpty)
      #expect(driver.model.composer.draft.files == [files[0].path])
      try await driver.press(.escape)
      #expect(driver.model.composer.waitingFiles.map(\.name) == ["a.txt"])
    }
  }
}
