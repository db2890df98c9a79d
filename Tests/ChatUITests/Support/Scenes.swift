import ChatCore
import ChatModel
import CloudModel
import CloudSync
import Foundation
import TestSupport

/// The account that the pictures show.
enum Scenes {
  static func minutes(_ count: Double) -> Date { ChatWorld.noon.addingTimeInterval(count * 60) }

  /// A crew with history, failures and a queue; a family with news; a closed chat; an invitation.
  static func busyAccount() async throws -> ChatWorld {
    let world = try ChatWorld()
    let yesterday = minutes(-24 * 60)
    let old = try await world.joinedChat("Old flat", owner: "eva")
    try await world.say("Bye all", by: "eva", in: old, at: minutes(-60 * 24 * 60))
    try await world.repository.markSeen(
      world.chatID(of: old), through: MessageID(rawValue: 1))
    try await world.replica.seal(old)
    let crew = try await world.joinedChat(
      "Release crew", owner: "ada", members: ["berit", "linus"])
    try await world.say("Notes for release 4 are up", by: "ada", in: crew, at: yesterday)
    try await world.say("Nice. Who tests it?", by: "berit", in: crew, at: yesterday + 240)
    try await world.say("Me.\nTomorrow.", by: "linus", in: crew, at: yesterday + 300)
    try await world.repository.markSeen(
      world.chatID(of: crew), through: MessageID(rawValue: 4))
    try await world.say(
      "The build is green on both machines, so we could tag it today.", by: "ada", in: crew,
      at: minutes(-60))
    try await world.say("Shall we?", by: "ada", in: crew, at: minutes(-59))
    let id = try await world.chatID(of: crew)
    try await world.repository.send("On it.", to: id)
    try await world.settleOutbox(in: crew)
    try await world.repository.send("This one is refused", to: id)
    try await world.settleOutbox(in: crew, refusing: "The cloud has no room left.")
    try await world.repository.send("Tagging when I am back online", to: id)
    let family = try await world.joinedChat("Family", owner: "mum")
    try await world.say("See you at six", by: "mum", in: family, at: minutes(-10))
    try await world.say("Bring bread", by: "mum", in: family, at: minutes(-9))
    try await world.repository.saveDraft(Draft(text: "On my w"), in: world.chatID(of: family))
    try await world.replica.apply(invitations: [bookClub])
    try await world.replica.publish(.offline(reason: "no route"))
    return world
  }

  /// A screen with the chat “Release crew” of `busyAccount`.
  @MainActor
  static func busyScreen(width: Int, height: Int) async throws -> ScreenDriver {
    let driver = ScreenDriver(
      try await busyAccount(), width: width, height: height, openChat: "Release crew")
    try await driver.refresh()
    return driver
  }

  static let bookClub = ShareMetadata(
    shortGUID: "abcdefgh12345", containerIdentifier: "c",
    zoneID: RecordZoneID(zoneName: "chat-x", ownerName: "_eva"), title: "Book club",
    ownerIdentity: UserIdentity(userRecordName: "_eva", accountName: "Eva"),
    participantRole: .privateUser, participantStatus: .pending, participantPermission: .readWrite)
}
