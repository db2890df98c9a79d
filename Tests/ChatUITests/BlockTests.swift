import ChatCore
import ChatModel
import ChatUI
import CloudModel
import TerminalUI
import Testing

/// Blocked people on the screen: their messages are one line, and nothing tells of them.
@MainActor
struct BlockTests {
  private func driver(_ world: ChatWorld) async throws -> ScreenDriver {
    try await .drawn(world, width: 160, height: 30, openChat: "Release crew")
  }

  @Test func `messages of a blocked person are one line that Enter shows`() async throws {
    let driver = try await driver(try await Scenes.blockedPerson())
    #expect(driver.text.contains("1 message of Linus, whom you have blocked: "))
    #expect(driver.text.contains("3 messages of Linus, whom you have blocked: "))
    #expect(driver.text.contains("▎a message of Linus, whom you have blocked"))
    #expect(!driver.text.contains("Line 1") && !driver.text.contains("Who broke it"))
    #expect(!driver.text.contains("👎"))
    // The newest message is Ada's.
    try await driver.press(.up, .up)
    #expect(driver.text.contains("3 messages of Linus, whom you have blocked: Enter shows them"))
    try await driver.press(.enter)
    for place in 1...3 { #expect(driver.text.contains("Line \(place)")) }
    #expect(!driver.text.contains("Who broke it"))
    // They are folded again where the chat is opened again.
    try await driver.type("/new Other\n")
    try await driver.type("/go Release\n")
    #expect(!driver.text.contains("Line 1"))
  }

  @Test
  func `nothing is done with what is folded, and the answered message is shown by going there`()
    async throws
  {
    let driver = try await driver(try await Scenes.blockedPerson())
    try await driver.press(.up, .up)
    for key in ["y", "r", "a", "f"] as [Character] {
      try await driver.press(.character(key))
      #expect(driver.text.contains("These messages are folded. Enter"), "\(key)")
      #expect(driver.model.overlay == nil && driver.copied == nil)
    }
    try await driver.press(.up, .character("t"))
    #expect(driver.text.contains("Who broke it again?"))
    #expect(!driver.text.contains("Line 1"))
  }

  @Test func `a member is blocked and heard again in the list of members`() async throws {
    let driver = try await driver(try await Scenes.busyAccount())
    try await driver.press(.function(8))
    try await driver.press(.down, .down)
    try await driver.press(.character("b"))
    #expect(driver.text.contains("member, blocked"))
    #expect(try await driver.world.repository.currentBlockedPeople().map(\.name) == ["Berit"])
    try await driver.press(.character("b"))
    #expect(!driver.text.contains("member, blocked"))
    #expect(try await driver.world.repository.currentBlockedPeople().isEmpty)
  }

  @Test func `the commands say what they did, and what is wrong`() async throws {
    let driver = try await driver(try await Scenes.busyAccount())
    driver.takesFailures = true
    try await driver.type("/block berit\n")
    #expect(driver.text.contains("Berit is blocked on all your devices, and is not told."))
    try await driver.type("/unblock berit\n")
    #expect(driver.text.contains("Berit is not blocked any more."))
    try await driver.type("/block nobody\n")
    #expect(driver.text.contains("Nobody called ‘nobody’ is in your chats or invites you."))
    try await driver.type("/block\n")
    #expect(driver.text.contains("The name is missing."))
  }

  @Test func `a blocked person rings no bell, and a stranger's invitation waits silently`()
    async throws
  {
    let world = try await Scenes.blockedPerson()
    let driver = try await driver(world)
    let zone = RecordZoneID(
      zoneName: try await world.repository.chat(matching: "Release crew").zoneName,
      ownerName: "_ada")
    _ = try await world.repository.createChat(title: "Other")
    try await driver.type("/go Other\n")
    try await world.say("@you still here", by: "linus", in: zone, at: Scenes.minutes(-1))
    try await world.replica.apply(invitations: [Scenes.bookClub])
    try await driver.refresh()
    #expect(!driver.hasNews)
    #expect(!driver.text.contains("Eva invites you"))
    #expect(driver.text.contains(" invitations"))
    #expect(driver.text.contains("from Eva, new to you"))
  }
}
