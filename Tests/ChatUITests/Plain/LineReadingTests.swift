import ChatCore
import ChatModel
import CloudModel
import Foundation
import TestSupport
import Testing

/// The rules for what counts as read in the client line by line.
@MainActor
struct LineReadingTests {
  /// A chat with so many unread messages, in the order in which they were written.
  private func chat(unread count: Int) async throws -> LineDriver {
    let world = try ChatWorld()
    let zone = try await world.joinedChat("Crew", owner: "ada")
    try await world.say("the first", by: "ada", in: zone, at: Scenes.minutes(-2_000))
    try await world.repository.markSeen(world.chatID(of: zone), through: MessageID(rawValue: 1))
    try await world.apply(
      (1...count).map {
        world.message("number \($0).", by: "ada", in: zone, at: Scenes.minutes(Double($0 - 1_500)))
      }, in: zone)
    let driver = LineDriver(world, pageLines: 20)
    _ = await driver.start()
    return driver
  }

  private func unread(_ driver: LineDriver) async throws -> Int {
    try await driver.summary("Crew").unreadCount
  }

  @Test func `printed messages count as read while newer messages are left out`() async throws {
    let driver = try await chat(unread: 1_000)
    #expect(await driver.take("unread").contains("number 20."))
    #expect(try await unread(driver) == 980)
    #expect(await driver.take("more").contains("number 40."))
    #expect(try await unread(driver) == 960)
    // Another answer lets 160 messages wait for newer.
    _ = await driver.take("chats")
    #expect(await driver.take("newer").contains("number 41."))
    #expect(try await unread(driver) == 950)
  }

  @Test func `older says nothing that was said, also after the newest were said again`()
    async throws
  {
    let world = try ChatWorld()
    let zone = try await world.joinedChat("Crew", owner: "ada")
    try await world.apply(
      (1...30).map {
        world.message("number \($0).", by: "ada", in: zone, at: Scenes.minutes(Double($0 - 100)))
      }, in: zone)
    try await world.repository.markSeen(world.chatID(of: zone), through: MessageID(rawValue: 30))
    let driver = LineDriver(world)
    _ = await driver.start()
    #expect(await driver.take("open Crew").contains("1. Ada"))
    #expect(await driver.take("read 3").split(separator: "\n").count == 3)
    let first = await driver.take("older")
    #expect(first.hasPrefix("Older:\n6. Ada") && !first.contains("number 26."), "\(first)")
    #expect(first.contains("number 16.") && first.contains("number 25."), "\(first)")
    let second = await driver.take("older")
    #expect(second.hasPrefix("Older:\n16. Ada") && second.contains("number 6."), "\(second)")
    // More of the newest than was said before them.
    _ = await driver.take("read 29")
    #expect(await driver.take("older").hasSuffix("number 1."))
  }

  @Test func `the help has a heading for each group of commands, and is said a page at a time`()
    async throws
  {
    let all = await LineDriver(try ChatWorld()).take("help")
    for heading in ["Chats:", "Messages:", "Files:", "People and invitations:"] {
      #expect(all.split(separator: "\n").contains { $0 == heading }, "\(heading)")
    }
    let paged = await LineDriver(try ChatWorld(), pageLines: 20).take("help")
    #expect(paged.split(separator: "\n").count <= 21 && paged.contains("more says"), "\(paged)")
  }

  @Test func `messages that are printed after skipped unread ones stay unread`() async throws {
    let driver = try await chat(unread: 1_000)
    _ = await driver.take("unread")
    #expect(await driver.take("date 2026-11-20").contains("number 780."))
    #expect(try await unread(driver) == 980)
    #expect(await driver.take("newer").contains("number 799."))
    #expect(try await unread(driver) == 980)
    #expect(await driver.take("first").contains("number 21."))
    #expect(try await unread(driver) == 970)
  }

  @Test(arguments: [100, 1_000])
  func `printing the newest messages passes over the others`(count: Int) async throws {
    let driver = try await chat(unread: count)
    _ = await driver.take("unread")
    _ = await driver.take("more")
    #expect(try await unread(driver) == count - 40)
    #expect(await driver.take("read").contains("number \(count)."))
    #expect(try await unread(driver) == 0)
  }

  @Test(arguments: [100, 1_000])
  func `writing counts as reading, and more still prints the rest`(count: Int) async throws {
    let driver = try await chat(unread: count)
    _ = await driver.take("unread")
    await driver.take("I am here")
    #expect(try await unread(driver) == 0)
    #expect(await driver.take("more").contains("number 40."))
    _ = await driver.take("chats")
    #expect(await driver.take("newer").contains("number 41."))
  }
}
