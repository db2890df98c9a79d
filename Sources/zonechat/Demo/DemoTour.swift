import Composition
import Foundation
import Processes

/// The demo without windows: what the two people do and see, printed step by step and checked.
struct DemoTour: Sendable {
  let stage: DemoStage

  /// Throws at the first thing that is not as it should be.
  func run() throws {
    let (alice, bob) = (DemoStage.owner, DemoStage.participant)
    try step("Alice and Bob have accounts. Alice creates a chat and invites Bob. Bob joins.")
    try stage.prepare()
    try show(alice, "members", "Trip", mustContain: [alice, bob])

    try step("Alice writes, and Bob reads.")
    try stage.zonechat(alice, "send", "Trip", "Train or plane?")
    try show(bob, "read", "Trip", mustContain: ["alice: Train or plane?"])

    try step("Bob answers through the shared database, and Alice reads it.")
    try stage.zonechat(bob, "send", "Trip", "Train. It has a restaurant 🍽")
    try show(alice, "read", "Trip", mustContain: ["alice: Train or plane?", "bob: Train. It has"])

    try step("The cloud stops. Alice writes a message, which waits.")
    try stage.zonechat(nil, "cloud", "stop")
    try show(alice, "send", "Trip", "Booked for Friday.", mustContain: ["Queued"])

    try step("The cloud runs again. One sync sends the message, and Bob has it exactly once.")
    try stage.zonechat(nil, "cloud", "start")
    try show(alice, "sync", mustContain: ["up to date"])
    let seen = try show(bob, "read", "Trip", mustContain: ["alice: Booked for Friday."])
    guard seen.components(separatedBy: "Booked for Friday.").count == 2 else {
      throw Failure("Bob does not see the message exactly once.")
    }

    try step("Eve has no invitation, so she cannot join.")
    try stage.zonechat("eve", "account", "create", "eve")
    let link = try stage.zonechat(alice, "invite", "Trip")
    do {
      try stage.zonechat("eve", "join", link)
    } catch let failure as Failure {
      try Output.line("    eve$ zonechat join …")
      try Output.line("    \(failure.message)")
      try Output.line("\nEverything is as it should be.")
      return
    }
    throw Failure("Eve could join without an invitation.")
  }

  private func step(_ text: String) throws { try Output.line("\n• \(text)") }

  @discardableResult
  private func show(
    _ person: String, _ arguments: String..., mustContain expected: [String]
  ) throws -> String {
    let result = try stage.run(person, arguments)
    let output = result.output + result.errorOutput
    try Output.line("    \(person)$ zonechat \(arguments.joined(separator: " "))")
    for line in output.split(separator: "\n") { try Output.line("    " + line) }
    for text in expected where !output.contains(text) {
      throw Failure("\(person) does not see ‘\(text)’.")
    }
    return output
  }
}
