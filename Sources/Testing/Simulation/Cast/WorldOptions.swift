/// The options that are fixed in the worlds of all seeds; each seed draws those that are nil.
package struct WorldOptions: Sendable, Hashable {
  /// 1 to `peopleLimit`.
  package var people: Int?
  /// The number of devices of each person, 1 to `deviceLimit`.
  package var devices: Int?
  /// The number of chats that are made at the start.
  package var chats: Int?
  /// The number of times that people do something.
  package var steps: Int?
  /// The only troubles that there are, by the names of `faultNames`.
  package var faults: Set<String>?

  package init(
    people: Int? = nil, devices: Int? = nil, chats: Int? = nil, steps: Int? = nil,
    faults: Set<String>? = nil
  ) {
    self.people = people
    self.devices = devices
    self.chats = chats
    self.steps = steps
    self.faults = faults
  }

  static let names = ["alice", "bob", "carol", "dave", "erin"]
  package static var peopleLimit: Int { names.count }
  /// Our choice: with all people, as many devices as a scenario can have.
  package static let deviceLimit = 4

  /// Every trouble that can be chosen, chances first; `crash` is both a chance and an event.
  package static var faultNames: [String] {
    let events = DisruptionKind.allCases.filter { $0 != .crash }.map(\.rawValue)
    return WorldParameters.allChances.map(\.name) + ["page-limit", "batch-limit"] + events
  }
}

extension WorldParameters {
  /// Our choice: the chances of a trouble that was asked for and that the seed has not drawn.
  private static let usualChance = 0.1
  private static let usualCrash = 0.01
  private static let usualLimit = 2
  private static let leastDisruptions = 3

  mutating func fix(_ options: WorldOptions) {
    if let people = options.people {
      self.people = people
      devices = (0..<people).map { $0 < devices.count ? devices[$0] : 1 }
    }
    if let count = options.devices { devices = devices.map { _ in count } }
    chats = options.chats ?? chats
    actions = options.steps ?? actions
    if let faults = options.faults { choose(faults) }
  }

  private mutating func choose(_ faults: Set<String>) {
    for (name, path) in Self.allChances {
      let drawn = trouble[keyPath: path]
      let usual = path == \.crash ? Self.usualCrash : Self.usualChance
      trouble[keyPath: path] = faults.contains(name) ? (drawn > 0 ? drawn : usual) : 0
    }
    trouble.pageLimit =
      faults.contains("page-limit") ? trouble.pageLimit ?? Self.usualLimit : nil
    trouble.batchLimit =
      faults.contains("batch-limit") ? trouble.batchLimit ?? Self.usualLimit : nil
    for kind in DisruptionKind.allCases {
      disruptionWeights[kind] =
        faults.contains(kind.rawValue) ? max(disruptionWeights[kind] ?? 0, 1) : 0
    }
    let hasEvents = disruptionWeights.values.contains { $0 > 0 }
    disruptions = hasEvents ? max(disruptions, Self.leastDisruptions) : 0
  }
}
