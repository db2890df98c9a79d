import ChatCore
import ChatModel
import CloudModel
import Foundation

/// Elements that stand out among messages: pins, changes, files.
extension Scenes {
  /// A long chat in which two messages are pinned, the older one far above.
  static func pinnedMessages(
    permission: Participant.Permission = .readWrite
  ) async throws -> ChatWorld {
    let world = try ChatWorld()
    let zone = try await world.joinedChat(
      "Release crew", owner: "ada", members: ["berit"], permission: permission)
    let records = (1...300).map { number -> Record in
      let text = number == 3 ? "The plan:\ntag on Monday" : "Message number \(number)"
      let sender = number % 3 == 0 ? "berit" : "ada"
      return world.message(text, by: sender, in: zone, at: minutes(Double(number - 400)))
    }
    try await world.apply(records, in: zone)
    try await world.pin(records[2], by: "berit", at: minutes(-300))
    try await world.pin(records[298], by: "ada", at: minutes(-90))
    return world
  }

  /// A crew in which one member is blocked, who has written before and after somebody has answered.
  static func blockedPerson() async throws -> ChatWorld {
    let world = try ChatWorld()
    let zone = try await world.joinedChat(
      "Release crew", owner: "ada", members: ["berit", "linus"])
    let provocation = world.message("Who broke it again?", by: "linus", in: zone, at: minutes(-30))
    var answer = world.message("Nobody did.", by: "berit", in: zone, at: minutes(-25))
    answer["replyTo"] = .string(provocation.recordID.recordName)
    try await world.apply([provocation, answer], in: zone)
    try await world.apply([world.reaction("👎", to: answer, by: "linus", place: 1)], in: zone)
    for place in 1...3 {
      try await world.say(
        "@you Line \(place)", by: "linus", in: zone, at: minutes(-20 + Double(place)))
    }
    try await world.say("The tag is there.", by: "ada", in: zone, at: minutes(-5))
    try await world.repository.setBlocked(true, named: "linus")
    return world
  }

  /// A chat, and an invitation of somebody who is in none.
  static func invitationOfStranger() async throws -> ChatWorld {
    let world = try ChatWorld()
    let zone = try await world.joinedChat("Release crew", owner: "ada")
    try await world.say("The tag is there.", by: "ada", in: zone, at: minutes(-5))
    try await world.replica.apply(invitations: [bookClub])
    return world
  }

  /// A crew that has answered a question, and one of the answers; with a pin, a file and links.
  static func talkedOver() async throws -> ChatWorld {
    let world = try ChatWorld()
    let zone = try await world.joinedChat(
      "Release crew", owner: "ada", members: ["berit", "linus"])
    func answer(
      _ text: String, to message: Record, by sender: String, at date: Date
    ) -> Record {
      var record = world.message(text, by: sender, in: zone, at: date)
      record["replyTo"] = .string(message.recordID.recordName)
      return record
    }
    let question = world.message("Who tests it?", by: "ada", in: zone, at: minutes(-50))
    let first = answer("Me, tomorrow.", to: question, by: "linus", at: minutes(-45))
    let second = answer("I can take the notes.", to: question, by: "berit", at: minutes(-40))
    let third = answer("Thanks!", to: second, by: "ada", at: minutes(-35))
    let link = world.message(
      "See https://example.org/notes/4 and https://example.org/t/12", by: "berit", in: zone,
      at: minutes(-30))
    try await world.apply([question, first, second, third, link], in: zone)
    try await world.pin(question, by: "berit", at: minutes(-25))
    _ = try await world.sendFile("notes.pdf", size: 84_200, by: "linus", in: zone, at: minutes(-20))
    return world
  }

  /// A message of somebody else whose text was changed twice, the second time by the owner.
  static func changedMessage() async throws -> ChatWorld {
    let world = try ChatWorld()
    let zone = try await world.joinedChat("Release crew", owner: "ada", members: ["berit"])
    var message = world.message("We tag on Mondey", by: "berit", in: zone, at: minutes(-50))
    try await world.apply([message], in: zone)
    for (revision, text, changer) in [(1, "We tag on Monday", "berit"), (2, "We tag later", "ada")]
    {
      message["text"] = .string(text)
      message["revision"] = .int64(Int64(revision))
      message["editedAt"] = .date(minutes(Double(-50 + 10 * revision)))
      message.modificationDate = minutes(Double(-50 + 10 * revision))
      message.recordChangeTag = "c\(revision)"
      message.lastModifiedUserRecordName = "_" + changer
      try await world.apply([message], in: zone)
    }
    return world
  }

  /// The crew with files, and a file in another chat.
  static func filesOfTwoChats() async throws -> ChatWorld {
    let world = try await files()
    let family = try await world.repository.chat(matching: "Family")
    _ = try await world.sendFile(
      "cake.pdf", by: "mum",
      in: RecordZoneID(zoneName: family.zoneName, ownerName: "_mum"), at: minutes(-7))
    return world
  }
}
