import ChatCore
import ChatModel
import CloudModel
import CloudSync
import Foundation
import SyncRules
import TestSupport

/// What the picture of the window shows.
extension Scenes {
  /// Four people plan a trip, and other chats have news.
  static func trip() async throws -> ChatWorld {
    let world = try ChatWorld()
    try await planTrip(in: world)
    try await talkElsewhere(in: world)
    try await world.replica.apply(invitations: [bookClub])
    try await world.replica.publish(.upToDate)
    return world
  }

  private static func time(_ hour: Int, _ minute: Int, daysAgo days: Int = 0) -> Date {
    minutes(Double((hour - 12 - 24 * days) * 60 + minute))
  }

  private static func planTrip(in world: ChatWorld) async throws {
    let zone = try await world.joinedChat("Trip to Gdańsk", owner: "ada", members: ["berit"])
    try await world.share(
      ["ada", "berit", "linus", "you"], owner: "ada", in: zone, at: time(18, 2, daysAgo: 1))
    let idea = world.message(
      "**Three days in Gdańsk!** Ideas so far are in the notes:\nhttps://example.org/gdansk",
      by: "ada", in: zone, at: time(18, 20, daysAgo: 1))
    let cold = world.message(
      "I have never been there. Is it cold?", by: "berit", in: zone, at: time(18, 24, daysAgo: 1))
    let warm = world.message(
      "_Very._ Take something warm: `-4 °C` at night.", by: "linus", in: zone,
      at: time(18, 31, daysAgo: 1))
    let question = world.message("Train or plane?", by: "you", in: zone, at: time(9, 29))
    var answer = world.message(
      "Train. It has a restaurant 🚆", by: "berit", in: zone, at: time(9, 31))
    answer["replyTo"] = .string(question.recordID.recordName)
    try await world.apply([idea, cold, warm, question, answer], in: zone)
    _ = try await world.sendFile(
      "timetable.pdf", size: 84_200, saying: "Here are the times.", by: "ada", in: zone,
      at: time(9, 40))
    var hour = world.message("The one at 8:02 is fast.", by: "ada", in: zone, at: time(9, 43))
    hour["revision"] = .int64(1)
    hour["editedAt"] = .date(time(9, 44))
    let proposal = world.message(
      "Friday at eight, then? 39 € each.", by: "you", in: zone, at: time(10, 5))
    let early = world.message("Early, but yes.", by: "ada", in: zone, at: time(10, 11))
    try await world.apply([hour, proposal, early], in: zone)
    try await world.apply(
      [
        world.reaction("🎉", to: idea, by: "berit", place: 1),
        world.reaction("🎉", to: idea, by: "linus", place: 2),
        world.reaction("👍", to: idea, by: "you", place: 3),
        world.reaction("👍", to: answer, by: "you", place: 4),
        world.reaction("👍", to: answer, by: "ada", place: 5),
      ], in: zone)
    for person in ["ada", "linus", "you"] { try await world.read(early, by: person) }
    try await world.read(hour, by: "berit")
    try await world.say(
      "@you yes! A seat at the window, please.", by: "linus", in: zone, at: time(11, 48))
    try await world.say("Fine for me too.", by: "berit", in: zone, at: time(11, 52))
  }

  /// Chats with messages that nobody has read here, and two in which everything is read.
  ///
  /// Those with Mum and with Linus are chats of two, which have no title.
  private static func talkElsewhere(in world: ChatWorld) async throws {
    let mum = try await world.joinedChat("", owner: "mum")
    try await world.say("See you at six", by: "mum", in: mum, at: time(11, 50))
    try await world.say("Bring bread", by: "mum", in: mum, at: time(11, 51))
    try await world.repository.saveDraft(Draft(text: "On my w"), in: world.chatID(of: mum))
    let climbing = try await world.joinedChat("Climbing", owner: "jo")
    try await world.say("@you tonight?", by: "jo", in: climbing, at: time(11, 20))
    let choir = try await world.joinedChat("Choir", owner: "eva")
    for (place, text) in ["We begin at seven", "Room 4 again", "Bring the notes"].enumerated() {
      try await world.say(text, by: "eva", in: choir, at: time(19, 30 + place, daysAgo: 1))
    }
    let linus = try await world.joinedChat("", owner: "linus")
    let map = world.message("I have a map", by: "linus", in: linus, at: time(9, 14))
    try await world.apply([map], in: linus)
    try await world.read(map, by: "you")
    let crew = try await world.joinedChat("Release crew", owner: "ada", members: ["berit"])
    let tag = world.message("Version 4 is out", by: "you", in: crew, at: time(16, 0, daysAgo: 2))
    try await world.apply([tag], in: crew)
  }
}
