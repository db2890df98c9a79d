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
      #expect(driver.text.contains("▌ notes.txt  4.2 kB"))
      #expect(driver.text.contains("▌ uploading soon"))
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

  private func file(
    _ name: String = "photo.png", here isHere: Bool = true, _ state: Message.Transfer.State? = nil
  ) -> Message.Attachment {
    Message.Attachment(
      name: name, type: "", size: 3_000_000, isInCloud: true, isHere: isHere,
      transfer: state.map { Message.Transfer(isUpload: false, state: $0) })
  }

  private func card(_ file: Message.Attachment, width: Int) -> [String] {
    FileCard.rows(of: file, width: width).map(\.text)
  }

  @Test func `A card says what the file is, and below it how far it got`() {
    #expect(card(file(), width: 40) == ["▌ photo.png  3.0 MB"])
    #expect(
      card(file(here: false), width: 40) == ["▌ photo.png  3.0 MB", "▌ not on this device"])
    #expect(
      card(file(here: false, .moving(bytes: 1_260_000)), width: 40).last
        == "▌ downloading 42 %  ████████░░░░░░░░░░░░")
    #expect(
      card(file(here: false, .moving(bytes: 1_260_000)), width: 20).last == "▌ downloading 42 %")
    #expect(
      card(file(here: false, .failed(reason: "the disk is full")), width: 24).dropFirst()
        == ["▌ downloading failed:", "▌ the disk is full"])
  }

  @Test(arguments: [1, 2, 3, 5, 8, 12, 20, 33, 60])
  func `A card stays within its columns, and a long name shows what kind of file it is`(width: Int)
  {
    let long = String(repeating: "photo 写真 ", count: 30) + ".tar.gz"
    for state in [nil, .queued, .moving(bytes: 5), .waiting(reason: long)]
      as [Message.Transfer.State?]
    {
      let rows = card(file(long, here: false, state), width: width)
      #expect(rows.count <= 4)
      #expect(rows.allSatisfy { TextWidth.of($0) <= max(3, width) }, "\(rows)")
      if width >= 20 { #expect(rows[0].contains(".tar.gz")) }
    }
  }

  @Test func `No text looks like a card`() {
    let kinds = Set(FileCard.rows(of: file(here: false), width: 40).flatMap(\.runs).map(\.kind))
    let text = MessageMarkup(reader: "you").rows(of: "▌ photo.png  3.0 MB", width: 40)
    #expect(kinds.isDisjoint(with: text.flatMap(\.runs).map(\.kind)))
  }
}
