import ChatModel
import CloudModel
import Foundation

extension Scenes {
  /// A chat of Ada with messages from archives that she and the reader have imported.
  static func imported() async throws -> ChatWorld {
    let world = try ChatWorld()
    let zone = try await world.joinedChat("Old crew", owner: "ada", members: ["berit"])
    let question = try archived(
      "Shall we **sail**?", of: "bob", by: "you", in: world, zone, at: minutes(-60))
    var answer = world.message("We did.", by: "berit", in: zone, at: minutes(-40))
    answer["replyTo"] = .string(question.recordID.recordName)
    try await world.apply(
      [
        question,
        try archived("On Sunday.", of: "bob", by: "you", in: world, zone, at: minutes(-59)),
        try archived("I come too.", of: "eve", by: "you", in: world, zone, at: minutes(-58)),
        world.message("That was long ago.", by: "you", in: zone, at: minutes(-57)),
        // Whoever imports this would like to be taken for the reader.
        try archived("I pay!", of: "You", by: "ada", in: world, zone, at: minutes(-50)),
        answer,
      ], in: zone)
    return world
  }

  /// A message that somebody had written before a member has imported it.
  static func archived(
    _ text: String, of sender: String, by importer: String, in world: ChatWorld,
    _ zone: RecordZoneID, at date: Date, change: (inout MessageOrigin) -> Void = { _ in }
  ) throws -> Record {
    var origin = MessageOrigin()
    (origin.sender, origin.senderID) = (sender, "_old_" + sender)
    change(&origin)
    var record = world.message(origin.headed(text), by: importer, in: zone, at: date)
    record[MessageOrigin.key] = try origin.field()
    return record
  }
}
