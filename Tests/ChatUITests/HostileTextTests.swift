import ChatCore
import ChatUI
import CloudModel
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
}
