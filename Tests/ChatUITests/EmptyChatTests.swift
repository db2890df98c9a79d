import ChatCore
import ChatModel
import CloudModel
import Foundation
import Testing

@testable import ChatUI

/// A chat in which nobody has written yet.
@MainActor
struct EmptyChatTests {
  @Test func `an empty chat names its maker and those who joined`() async throws {
    let world = try ChatWorld()
    let zone = try await world.joinedChat("Talk", owner: "ada", members: ["berit"])
    try await world.share(
      ["ada", "berit", "you", "carl"], owner: "ada", in: zone, at: ChatWorld.noon - 3600)
    try await world.share(
      ["ada", "berit", "you", "carl"], owner: "ada", readers: ["you"], in: zone,
      at: ChatWorld.noon - 60)
    let driver = try await ScreenDriver.drawn(world)
    for line in [
      "Wed 21 Oct 12:00  Ada made this chat", "11:00  Carl joined", "11:59  Ada let you only read",
      "No messages.",
    ] {
      #expect(driver.text.contains(line), "\(line)\n\(driver.text)")
    }
    // Where there is no room for it, what to do matters more.
    let small = try await ScreenDriver.drawn(world, width: 40, height: 8)
    #expect(small.text.contains("No messages."), "\(small.text)")
  }

  @Test func `an empty chat of one's own names those who are invited`() async throws {
    let world = try await Scenes.ownChat()
    let chat = try await world.repository.chat(matching: "Release crew")
    let zone = RecordZoneID(zoneName: chat.zoneName, ownerName: "_you")
    try await world.settleOutbox(in: zone)
    let people: [(String, Participant.Role, Participant.AcceptanceStatus)] = [
      ("you", .owner, .accepted), ("berit", .privateUser, .pending),
      ("carl", .privateUser, .pending),
    ]
    let share = Share(
      participants: people.map { name, role, status in
        Participant(
          participantID: "p-" + name,
          identity: UserIdentity(userRecordName: "_" + name, accountName: name),
          role: role, permission: .readWrite, acceptanceStatus: status)
      }, shortGUID: "guid-crew")
    let record = Record(
      recordType: Share.recordType, recordID: .zoneWideShare(in: zone), recordChangeTag: "9",
      share: share)
    try await world.apply([record], in: zone)
    let driver = try await ScreenDriver.drawn(world)
    #expect(driver.text.contains("You made this chat"), "\(driver.text)")
    #expect(driver.text.contains("Invited: berit, carl"), "\(driver.text)")
    try await driver.type("hello\n")
    try await driver.refresh()
    #expect(!driver.text.contains("Invited:"), "\(driver.text)")
  }
}
