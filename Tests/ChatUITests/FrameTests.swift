import ChatCore
import ChatModel
import ChatUI
import CloudModel
import Foundation
import TerminalUI
import TestSupport
import Testing

/// What happens all day changes the picture once: nothing comes up only to go again.
@MainActor
struct FrameTests {
  /// The client in a chat of two or in a group, in a cloud that answers; it has shown its first picture.
  private func driver(
    _ title: String = "Release crew", width: Int = 80, height: Int = 24
  ) async throws -> (driver: ScreenDriver, zone: RecordZoneID, clock: Watch) {
    let clock = Watch()
    let world = try ChatWorld(now: { clock.time })
    let other = try await world.joinedChat("Family", owner: "mum")
    try await world.say("See you at six", by: "mum", in: other, at: clock.time)
    let zone = try await world.joinedChat(title, owner: "ada")
    try await world.say("Shall we?", by: "ada", in: zone, at: clock.time)
    for chat in try await world.repository.currentChatSummaries() {
      _ = try await world.repository.markRead(chat.id)
    }
    try await world.settleOutbox(in: zone)
    try await world.settleOutbox(in: other)
    try await world.replica.publish(.upToDate)
    let driver = try await ScreenDriver.drawn(
      world, width: width, height: height, openChat: zone.zoneName, clock: clock)
    #expect(driver.model.openSummary?.zoneName == zone.zoneName)
    clock.pass(60)
    driver.isPatient = false
    driver.isFilmed = true
    try await driver.update()
    return (driver, zone, clock)
  }

  /// The dwell for the newest message is over.
  private func look(_ driver: ScreenDriver) async throws {
    let chat = try #require(driver.model.openChat)
    driver.pause(1)
    try await driver.post(
      .dwellEnded(chat, try await driver.world.repository.newestArrival(in: chat)))
    try await driver.refresh()
  }

  @Test(arguments: ["Release crew", ""], [80, 160])
  func `a message that arrives in view is one frame`(title: String, width: Int) async throws {
    let (driver, zone, clock) = try await driver(title, width: width)
    #expect(driver.frames.count == 1)
    try await driver.world.say("@you hello", by: "ada", in: zone, at: clock.time)
    try await driver.refresh()
    let summary = try await driver.world.repository.chat(matching: zone.zoneName)
    #expect(summary.unreadCount == 1 && summary.mentionCount == 1, "it is not seen yet")
    try await look(driver)
    #expect(driver.frames.count == 2, "\(driver.frames.joined(separator: "\n\n"))")
    let seen = try await driver.world.repository.chat(matching: zone.zoneName)
    #expect(seen.unreadCount == 0)
  }

  @Test func `what arrives in view and is not looked at is unread`() async throws {
    let (driver, zone, clock) = try await driver("")
    try await driver.world.say("hello", by: "ada", in: zone, at: clock.time)
    try await driver.refresh()
    let row = { driver.text.split(separator: "\n").first { $0.hasPrefix("▎Ada") } ?? "" }
    #expect(!row().contains("1 │"))
    // The person turns away before they can have read it.
    try await driver.post(.terminal(.input(.focusLost)))
    #expect(row().contains("1 │") && driver.screen.windowTitle.hasPrefix("(1)"))
    // It stands below the line of what is new then, and is marked until it was on the screen for a while.
    try await driver.post(.terminal(.input(.focusGained)))
    #expect(row().contains("1 │"))
    try await driver.press(.control("n"))
    #expect(driver.text.contains(#/\n Ada +1 │/#), "\(driver.text)")
  }

  @Test func `what was unread before stays marked until it was on the screen for a while`()
    async throws
  {
    let (driver, zone, clock) = try await driver()
    try await driver.press(.control("n"))
    try await driver.world.say("hello", by: "ada", in: zone, at: clock.time)
    try await driver.refresh()
    try await driver.press(.control("n"))
    #expect(driver.text.contains("━━ 1 new") && driver.text.contains(#/Release crew +1 │/#))
    try await look(driver)
    #expect(!driver.text.contains(#/Release crew +1 │/#))
  }

  /// Writes, and lets the cloud take it after a while.
  private func send(
    _ keys: [KeyEvent], taking seconds: Double, _ driver: ScreenDriver, _ zone: RecordZoneID
  ) async throws -> [String] {
    let count = driver.frames.count
    try await driver.hurry(keys)
    try await driver.refresh()
    driver.pause(seconds)
    try await driver.update()
    try await driver.world.settleOutbox(in: zone)
    try await driver.refresh()
    return Array(driver.frames.dropFirst(count))
  }

  @Test(arguments: [80, 160])
  func `a message that is sent, and one that is changed, show no sign that comes and goes`(
    width: Int
  ) async throws {
    let (driver, zone, _) = try await driver(width: width)
    func expectCalm(_ frames: [String], _ location: SourceLocation = #_sourceLocation) {
      for frame in frames {
        for sign in ["·1", "↑", "syncing", "queued"] {
          #expect(!frame.contains(sign), "\(sign) in\n\(frame)", sourceLocation: location)
        }
      }
    }
    let text = "On it".map(KeyEvent.character)
    let sent = try await send(text + [KeyEvent(.enter)], taking: 0.2, driver, zone)
    expectCalm(sent)
    #expect(driver.text.contains("On it  ✓"))
    // At most one for each letter, one with the message, one with the cloud's answer.
    #expect(sent.count <= text.count + 2, "\(sent.joined(separator: "\n\n"))")
    driver.pause(600)
    try await driver.press(.up)
    try await driver.type("e!")
    expectCalm(try await send([KeyEvent(.enter)], taking: 0.2, driver, zone))
    #expect(driver.text.contains("On it! (edited)  ✓"), "\(driver.text)")
  }

  @Test func `what takes long is said, in the list too`() async throws {
    let (driver, zone, _) = try await driver()
    try await driver.hurry("On it".map(KeyEvent.character) + [KeyEvent(.enter)])
    try await driver.refresh()
    driver.pause(LateSign.sending)
    try await driver.update()
    #expect(driver.text.contains("On it  ·1") && driver.text.contains(#/Release crew +·1 │/#))
    #expect(!driver.text.contains("syncing"))
    driver.pause(LateSign.syncing)
    try await driver.update()
    #expect(driver.text.contains("syncing") && driver.text.contains("1 queued"))
    try await driver.world.settleOutbox(in: zone)
    try await driver.refresh()
    #expect(!driver.text.contains("·1") && !driver.text.contains("syncing"))
  }
}
