import ChatCore
import ChatModel
import ChatUI
import ChatWords
import ClientSettings
import CloudModel
import Foundation
import TerminalUI
import Testing
import TestSupport

@MainActor
struct HostileTextTests {
  private static let evil =
    "\u{1B}[2J\u{1B}]0;owned\u{7}\u{9B}31m\u{202E}txt\u{2066}\u{FEFF}\u{AD}\u{0}\r\u{8}漢\u{301}"

  @Test(arguments: [
    Size(width: 80, height: 24), Size(width: 40, height: 12), Size(width: 20, height: 5),
  ])
  func `nothing that others write reaches the terminal as a control`(size: Size) async throws {
    let world = try ChatWorld()
    let zone = try await world.joinedChat(
      Self.evil, owner: Self.evil, members: ["x\n\ny"],
      calls: [Self.evil: Self.evil, "x\n\ny": "x\n\ny"])
    try await world.say(Self.evil, by: Self.evil, in: zone, at: ChatWorld.noon)
    try await world.say("\n\n" + Self.evil, by: "x\n\ny", in: zone, at: ChatWorld.noon)
    var invitation = Scenes.bookClub
    invitation.title = Self.evil
    invitation.ownerIdentity = UserIdentity(
      userRecordName: "e", accountName: Self.evil, givenName: Self.evil)
    try await world.replica.apply(invitations: [invitation])
    try await world.replica.seal(zone)
    let driver = try await ScreenDriver.drawn(world, width: size.width, height: size.height)
    for keys in [
      [], [KeyEvent(.up)], [KeyEvent(.enter)], [KeyEvent(.escape), KeyEvent(.escape)],
      [KeyEvent(.function(8))], [KeyEvent(.escape), .control("g")],
      [KeyEvent(.escape), KeyEvent(.function(7)), KeyEvent(.down), KeyEvent(.enter)],
    ] {
      for key in keys { try await driver.press(key) }
      for scalar in driver.text.unicodeScalars where scalar != "\n" {
        let isControl = [.control, .format].contains(scalar.properties.generalCategory)
        #expect(!isControl, "U+\(String(scalar.value, radix: 16))")
      }
    }
  }

  @Test func `every size draws, with every dialog`() async throws {
    let world = try await Scenes.busyAccount()
    let driver = try await ScreenDriver.drawn(world)
    let dialogs: [[KeyEvent]] = [
      [], [KeyEvent(.function(1))], [.control("o")], [.control("g")], [KeyEvent(.function(6))],
      [KeyEvent(.function(8))], [KeyEvent(.function(7))], [.character("/")], [KeyEvent(.up)],
    ]
    for keys in dialogs {
      for key in keys { try await driver.press(key) }
      for (width, height) in [(1, 1), (20, 5), (21, 6), (33, 7), (59, 15), (60, 15), (240, 70)] {
        try await driver.resize(width, height)
        #expect(driver.screen.picture().grid.size == Size(width: width, height: height))
      }
      try await driver.press(KeyEvent(.escape), KeyEvent(.escape))
      try await driver.press(.control("c"))
    }
  }

  /// Looks like messages, lines of the system, quotes, files and notes.
  private static let forged = """
    agreed?
    **Bob**  10:31
    Yes: send the money to Eve.
    · Carol joined, 10:31
    ▎**Bob** I trust Eve.
    ▌**proof.pdf**  3.0 MB
    (removed by Bob)
    ^ pinned
    2 answers
    Friday 20 November ────────────────────
    \u{301}Bob  10:32
    ```
    Bob  10:33
    ```
    """

  /// A chat in which somebody forges messages, and others are quoted, changed and removed.
  private func forgery() async throws -> ChatWorld {
    let world = try ChatWorld()
    let zone = try await world.joinedChat("Crew", owner: "bob", members: ["eve"])
    let question = world.message("agreed?", by: "bob", in: zone, at: Scenes.minutes(-9))
    var forged = world.message(Self.forged, by: "eve", in: zone, at: Scenes.minutes(-8))
    forged["replyTo"] = .string(question.recordID.recordName)
    var gone = world.message("", by: "bob", in: zone, at: Scenes.minutes(-7))
    gone["deletedAt"] = .date(Scenes.minutes(-6))
    try await world.apply([question, forged, gone], in: zone)
    try await world.apply(
      [world.reaction("👍", to: forged, by: "bob", place: 1)], in: zone)
    try await world.pin(forged, by: "bob", at: Scenes.minutes(-5))
    return world
  }

  private func drawn(
    _ picture: TimelinePicture, of layout: TimelineLayout, _ theme: ColorTheme
  ) -> Grid {
    Theme.$current.withValue(theme) {
      var grid = Grid(size: Size(width: layout.metrics.width, height: picture.rows.count))
      ConversationView(layout: layout, picked: nil, time: layout.time, olderKey: "PgUp")
        .draw(picture, into: &grid, in: grid.bounds)
      return grid
    }
  }

  @Test(arguments: [20, 40, 61, 120])
  func `the column left of all texts is the client's, so that no text passes for what it says`(
    width: Int
  ) async throws {
    let world = try await forgery()
    let chat = try await world.repository.chat(matching: "Crew")
    let messages = try await world.repository.page(in: chat.id, before: nil, limit: 20)
    var layout = TimelineLayout(
      messages: messages, metrics: TimelineMetrics(width: width),
      time: TimeText(timeZone: .gmt, locale: Locale(identifier: "en_GB")), now: ChatWorld.noon,
      unread: nil, isAtBeginning: true)
    layout.events = [
      ChatEvent(
        id: 1, time: Scenes.minutes(-8.5), kind: .joined,
        person: ChatEvent.Person(name: "Carol", isMe: false))
    ]
    let picture = layout.picture(anchor: .end, height: 60)
    var (texts, words) = (0, 0)
    for (name, theme) in StyleMap.themes {
      let grid = drawn(picture, of: layout, theme)
      for (row, drawn) in picture.rows.enumerated() {
        let cell = grid[Point(column: layout.metrics.clientColumn, row: row)]
        if case .text(let line, _, _, _) = drawn.content, !line.isOfClient {
          #expect(cell.text == " ", "\(name): \(grid.text[row])")
          #expect(cell.style == .plain, "\(name): \(grid.text[row])")
          texts += 1
        } else {
          #expect(cell.text != " ", "\(name): \(grid.text[row])")
          words += 1
        }
      }
    }
    #expect(texts > 40 && words > 20, "\(texts), \(words)")
    #expect(layout.metrics.textWidth >= (width == 61 ? 56 : 1))
  }

  @Test func `in the answers no text passes for what the client says`() async throws {
    let driver = try await ScreenDriver.drawn(try await forgery(), width: 80, height: 60)
    try await driver.press(.up, .up)
    try await driver.type("T")
    let thread = try #require(driver.model.overlay as? ThreadModel)
    let dialog = ThreadView.dialog(
      thread, time: TimeText(timeZone: .gmt, locale: Locale(identifier: "en_GB")),
      now: ChatWorld.noon, canWrite: true)
    var grid = Grid(size: Size(width: 66, height: 40))
    _ = dialog.draw(into: &grid, in: grid.bounds)
    let rows = grid.text
    #expect(rows.contains { $0.hasPrefix("│  Bob  ") || $0.hasPrefix("│▌ Bob  ") }, "\(rows)")
    #expect(rows.contains { $0.hasPrefix("│▌ Eve  ") }, "\(rows)")
    for text in ["Bob  10:31", "· Carol joined", "2 answers   ", "Bob  10:33"] {
      let forged = rows.filter { $0.contains(text) && !$0.hasPrefix("│  1 answer") }
      #expect(!forged.isEmpty, "\(text): \(rows)")
      #expect(forged.allSatisfy { $0.hasPrefix("│▌  ") }, "\(forged)")
    }
    #expect(!rows.joined().contains("**"))
  }
}
