import ChatCore
import ChatModel
import ChatWords
import ClientSettings
import CloudModel
import Foundation
import Synchronization
import TerminalUI
import TestSupport
import Testing

@testable import ChatUI

/// Files in the client: sent by a command, saved by a key.
@MainActor
struct FileTests {
  private func driver() async throws -> ScreenDriver {
    try await .drawn(Scenes.busyAccount(), openChat: "Release crew")
  }

  @Test func `a file is sent by its name, and saved again under it`() async throws {
    try await withTemporaryDirectory { directory in
      let driver = try await driver()
      driver.places = .inside(directory)
      let file = directory.appending(path: "notes.txt")
      try Data(repeating: 65, count: 4200).write(to: file)
      try await driver.type("/attach \(file.path)")
      try await driver.press(.enter)
      try await driver.press(.enter)
      #expect(driver.text.contains("▌notes.txt  4.2 kB"))
      #expect(driver.text.contains("4.2 kB  uploading soon"))
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

  private func sentFile(
    _ name: String, _ test: (ScreenDriver, RecordZoneID, URL) async throws -> Void
  ) async throws {
    try await withTemporaryDirectory { directory in
      let world = try ChatWorld()
      let zone = try await world.joinedChat("Files", owner: "ada")
      _ = try await world.sendFile(name, by: "ada", in: zone, at: Scenes.minutes(-5))
      let driver = ScreenDriver(world, width: 80, height: 24, openChat: "Files")
      driver.places = .inside(directory)
      try await driver.refresh()
      try await test(driver, zone, directory)
    }
  }

  @Test func `a file without a text stands in the outbox by its name`() async throws {
    try await sentFile("a.png") { driver, _, directory in
      let file = directory.appending(path: "plan.txt")
      try Data("plan".utf8).write(to: file)
      let chat = try #require(driver.model.openChat)
      try await driver.world.repository.send("", attaching: file, to: chat)
      try await driver.press(.function(9))
      #expect(driver.text.contains(": [plan.txt]"), "\(driver.text)")
    }
  }

  @Test func `an own file is opened as a copy under its name, by the opener of the settings`()
    async throws
  {
    try await sentFile("a.png") { driver, _, directory in
      let file = directory.appending(path: "run me.sh")
      try Data("echo".utf8).write(to: file)
      let world = driver.world
      let chat = try #require(driver.model.openChat)
      let message = try await world.repository.send("", attaching: file, to: chat)
      let opened = Mutex<[String]>([])
      let programs = ExternalPrograms(
        edit: { text, _ in text },
        open: { place, opener in opened.withLock { $0 = [place, opener ?? ""] } },
        clipboardPicture: { throw ExternalPrograms.Failure("There is no clipboard.") })
      var settings = Settings()
      settings.opener = "viewer"
      let answers = world.fulfil(
        FileRequest(message, .open), places: driver.places, settings: settings,
        programs: programs)
      var iterator = answers.makeAsyncIterator()
      #expect(await iterator.next() == .opened(name: "run me.sh"))
      #expect(await iterator.next() == nil)
      let copy = directory.appending(path: "opened/run me.sh")
      #expect(opened.withLock { $0 } == [copy.path, "viewer"])
      #expect(try Data(contentsOf: copy) == Data(contentsOf: file))
      try await driver.refresh()
      try await driver.type("/open")
      try await driver.press(.enter)
      #expect(driver.model.overlay == nil, "one's own files need no question")
    }
  }

  @Test func `a file without a folder goes to the downloads, or to the folder of the settings`()
    async throws
  {
    try await sentFile("a.png") { driver, _, directory in
      let file = directory.appending(path: "b.txt")
      try Data("text".utf8).write(to: file)
      let chat = try #require(driver.model.openChat)
      try await driver.world.repository.send("", attaching: file, to: chat)
      try await driver.refresh()
      try await driver.type("/save\n")
      #expect(driver.text.contains("Saved as"))
      var settings = Settings()
      settings.downloads = "mine"
      try await driver.post(.settings(.settings(settings)))
      try await driver.type("/save\n")
      for folder in ["downloads", "mine"] {
        let saved = directory.appending(path: "\(folder)/b.txt")
        #expect(FileManager.default.fileExists(atPath: saved.path))
      }
    }
  }

  @Test func `a file that can hold a program is opened only after a question`() async throws {
    try await sentFile("invoice.pdf.sh") { driver, _, _ in
      try await driver.type("/open\n")
      #expect(driver.text.contains("Open ‘invoice.pdf.sh’?"))
      #expect(driver.text.contains("Ada has sent it."))
      try await driver.press(.escape)
      #expect(!driver.text.contains("downloaded"))
      try await driver.type("/open\n")
      try await driver.press(.enter)
      #expect(driver.text.contains("The file is being downloaded. It is opened when"))
    }
  }

  @Test func `a file is awaited, and a message that is removed meanwhile is the end of it`()
    async throws
  {
    try await sentFile("photo.png") { driver, zone, _ in
      try await driver.type("/open\n")
      #expect(driver.text.contains("The file is being downloaded. It is opened when"))
      let world = driver.world
      let message = try #require(driver.model.fileTarget)
      var answers = world.fulfil(
        FileRequest(message.id, .save(to: nil)), places: driver.places
      ).makeAsyncIterator()
      #expect(await answers.next() == .awaited)
      try await world.remove(message.recordName, in: zone)
      #expect(await answers.next() == .failed("The message was removed meanwhile."))
      #expect(await answers.next() == nil)
    }
  }

  @Test(arguments: [
    ("a.png", true), ("A.PNG", true), ("a.tar.gz", false), ("png", false), ("a.png.desktop", false),
    ("a.desktop\u{202E}.png", true), ("x.html", false), ("x.svg", false), (".png", false),
    ("a.png ", true), ("a.sh.", false), ("", false),
  ])
  func `only kinds that are shown and never run need no question`(name: String, isShown: Bool) {
    #expect(FileKind.isShownOnly(name) == isShown)
  }

  @Test func `a file that is not there is said to be so`() async throws {
    let driver = try await driver()
    try await driver.type("/attach /nowhere/at/all")
    try await driver.press(.enter)
    #expect(driver.text.contains("/nowhere/at/all cannot be read"))
    try await driver.press(.control("c"))
    try await driver.type("/attach")
    try await driver.press(.enter)
    #expect(driver.paneWords.contains("/attach photo.png"))
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

  @Test func `a card shows the kind of the file, and behind it the progress`() {
    #expect(card(file(), width: 40) == ["▌photo.png  3.0 MB"])
    #expect(
      card(file(here: false), width: 40) == ["▌photo.png  3.0 MB  not on this device"])
    #expect(
      card(file(here: false, .moving(bytes: 1_260_000)), width: 60)
        == ["▌photo.png  3.0 MB  downloading 42 %  ▰▰▰▰▰▰▰▰▱▱▱▱▱▱▱▱▱▱▱▱"])
    #expect(
      card(file(here: false, .moving(bytes: 1_260_000)), width: 40)
        == ["▌photo.png  3.0 MB  downloading 42 %"])
    #expect(
      card(file(here: false, .moving(bytes: 1_260_000)), width: 20).last == "▌downloading 42 %")
    #expect(
      card(file(here: false, .failed(reason: "the disk is full")), width: 23).dropFirst()
        == ["▌downloading failed:", "▌the disk is full"])
  }

  @Test(arguments: [1, 2, 3, 5, 8, 12, 20, 33, 60])
  func `a card stays within its columns, and a long name shows what kind of file it is`(width: Int)
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

  @Test func `a file in the place of another one says so, here or not`() {
    var replacement = file(here: false)
    replacement.isReplacement = true
    #expect(
      card(replacement, width: 40)
        == ["▌photo.png  3.0 MB", "▌in place of another file", "▌not on this device"])
    #expect(
      FileWords.line(replacement)
        == "[photo.png, 3.0 MB, in place of another file, not on this device]")
    replacement.isHere = true
    #expect(
      card(replacement, width: 40) == ["▌photo.png  3.0 MB", "▌in place of another file"])
  }

  @Test func `no text looks like a card`() {
    let kinds = Set(FileCard.rows(of: file(here: false), width: 40).flatMap(\.runs).map(\.kind))
    let text = MessageMarkup(reader: "you").rows(of: "▌photo.png  3.0 MB", width: 40)
    #expect(kinds.isDisjoint(with: text.flatMap(\.runs).map(\.kind)))
  }
}
