import Composition
import Foundation
import Processes

/// What the people of the demo do, step by step, with captions: by commands, whose output is printed and
/// checked.
struct DemoTour: Sendable {
  let shell: HomeShell
  /// Called before each step but the first, with the caption that comes; may wait.
  var pause: @Sendable () -> Void = {}

  private var alice: String { DemoPeople.owner }
  private let bob = "bob"

  /// Throws at the first thing that is not as it should be.
  func run() throws {
    try show(
      alice, "members", "Trip", mustContain: [alice, bob],
      "Alice has made a chat: a record zone in her private database, shared as a whole. Bob has joined it."
    )
    try show(
      alice, "send", "Trip", "Train or plane?", mustContain: ["Sent"],
      "Alice writes. She owns the zone, so the message goes to her private database.")
    try show(
      bob, "read", "Trip", "--limit", "3", mustContain: ["alice: Train or plane?"],
      "Bob reads it: the zone is in his shared database.")
    try show(
      bob, "send", "Trip", "Train. It has a restaurant 🍽", "--reply-to", "last",
      mustContain: ["Sent"], "Bob answers through his shared database.")
    try show(
      alice, "read", "Trip", "--limit", "3", mustContain: ["bob: Train. It has"],
      "Alice has it from her private database.")
    try changeRights()
    try stopCloud()
    try refuseEve()
    try removeBob()
  }

  private func changeRights() throws {
    try show(
      alice, "permission", "Trip", bob, "read-only", mustContain: [bob],
      "Alice lets Bob only read: the right is in the zone's share.")
    try refuse(
      bob, "send", "Trip", "By plane after all?", becauseOf: "right to write",
      "Bob cannot write now, and nothing is lost: his text was refused with a reason.")
    try show(
      alice, "permission", "Trip", bob, "read-write", mustContain: [bob], "Bob may write again.")
  }

  private func stopCloud() throws {
    try caption("The cloud stops. Alice writes a message, which waits on her device.")
    try shell.zonechat(nil, "cloud", "stop")
    try run(alice, ["send", "Trip", "Booked for Friday."], mustContain: ["Queued"])
    try caption("The cloud runs again. The message is sent, and Bob has it exactly once.")
    try shell.zonechat(nil, "cloud", "start")
    try run(alice, ["sync"], mustContain: ["up to date"])
    let seen = try run(
      bob, ["read", "Trip", "--limit", "3"], mustContain: ["alice: Booked for Friday."])
    guard seen.components(separatedBy: "Booked for Friday.").count == 2 else {
      throw Failure("Bob does not see the message exactly once.")
    }
  }

  private func refuseEve() throws {
    let link = try shell.zonechat(alice, "invite", "Trip")
    try shell.zonechat("eve", "account", "create", "eve")
    try refuse(
      "eve", "join", link, becauseOf: "", "Eve has the link, but no invitation: she cannot join.")
  }

  private func removeBob() throws {
    try show(
      alice, "remove", "Trip", bob, mustContain: [bob],
      "Alice removes Bob. The zone disappears from his shared database; what he has read stays with him."
    )
    try refuse(
      bob, "send", "Trip", "Am I out?", becauseOf: "shared",
      "Bob's copy is sealed: he can read, and write no more.")
    try caption("Alice invites Bob again, and the chat goes on where it was.")
    let link = try shell.zonechat(alice, "invite", "Trip", bob)
    try run(bob, ["join", link], mustContain: ["Joined"])
    try run(bob, ["send", "Trip", "Here again."], mustContain: ["Sent"])
    try run(alice, ["read", "Trip", "--limit", "3"], mustContain: ["bob: Here again."])
    try Output.line("\nEverything is as it should be.")
  }

  // MARK: - Steps

  private func caption(_ text: String) throws {
    pause()
    try Output.line("\n• \(text)")
  }

  private func show(
    _ person: String, _ arguments: String..., mustContain expected: [String], _ text: String
  ) throws {
    try caption(text)
    try run(person, arguments, mustContain: expected)
  }

  /// Runs a command that must be refused with a sentence that has `reason` in it.
  private func refuse(
    _ person: String, _ arguments: String..., becauseOf reason: String, _ text: String
  ) throws {
    try caption(text)
    let result = try shell.attempt(person, arguments)
    try tell(person, arguments, result)
    guard result.code != 0, reason.isEmpty || result.errorOutput.contains(reason) else {
      throw Failure("It was not refused, or for another reason.")
    }
  }

  @discardableResult
  private func run(
    _ person: String, _ arguments: [String], mustContain expected: [String]
  ) throws -> String {
    let result = try shell.run(person, arguments)
    try tell(person, arguments, result)
    let output = result.output + result.errorOutput
    for text in expected where !output.contains(text) {
      throw Failure("\(person) does not see ‘\(text)’.")
    }
    return output
  }

  /// Prints a command as it could be typed, and what it said.
  private func tell(_ person: String, _ arguments: [String], _ result: Child.Result) throws {
    let words = arguments.map { $0.contains(" ") ? "'\($0)'" : $0 }
    try Output.line("    \(person)$ zonechat \(words.joined(separator: " "))")
    for line in (result.output + result.errorOutput).split(separator: "\n") {
      try Output.line("    " + line)
    }
  }
}
