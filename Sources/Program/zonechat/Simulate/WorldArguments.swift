import ArgumentParser
import Simulation

/// The options that a person fixes in random worlds.
struct WorldArguments: ParsableArguments {
  @Option(name: .long, help: "How many people there are, 1 to \(WorldOptions.peopleLimit).")
  var people: Int?

  @Option(
    name: .long, help: "How many devices each person has, 1 to \(WorldOptions.deviceLimit).")
  var devices: Int?

  @Option(name: .long, help: "How many chats are made at the start, 1 to 20.")
  var chats: Int?

  @Option(name: .long, help: "How often people do something, 0 to 1000.")
  var steps: Int?

  @Option(
    name: .long,
    help: ArgumentHelp(
      "What may go wrong: ‘none’, or some of \(WorldOptions.faultNames.joined(separator: ", ")).",
      valueName: "fault,…"))
  var faults: String?

  func validate() throws {
    try Self.check(people, "--people", 1...WorldOptions.peopleLimit)
    try Self.check(devices, "--devices", 1...WorldOptions.deviceLimit)
    try Self.check(chats, "--chats", 1...20)
    try Self.check(steps, "--steps", 0...1000)
    let unknown = (faultSet ?? []).subtracting(WorldOptions.faultNames).sorted()
    guard unknown.isEmpty else {
      throw ValidationError(
        "--faults has no ‘\(unknown[0])’. It is ‘none’, or some of these, with commas between them: "
          + WorldOptions.faultNames.joined(separator: ", ") + ".")
    }
  }

  private static func check(_ value: Int?, _ name: String, _ range: ClosedRange<Int>) throws {
    guard let value, !range.contains(value) else { return }
    throw ValidationError("\(name) is \(range.lowerBound) to \(range.upperBound).")
  }

  private var faultSet: Set<String>? {
    faults.map { $0 == "none" ? [] : Set($0.split(separator: ",").map(String.init)) }
  }

  var options: WorldOptions {
    WorldOptions(people: people, devices: devices, chats: chats, steps: steps, faults: faultSet)
  }
}
