import Scenarios

extension Swarm {
  /// The parameters that a scenario gives; without noise nothing goes wrong by chance.
  init(_ noise: Noise?) throws(StageFailure) {
    self.init(seed: 0)
    trouble = .none
    welcomesDevices = noise?.welcomesDevices ?? false
    isWatched = noise?.isWatched ?? false
    latency = noise?.latency ?? .milliseconds(5)
    trouble.pageLimit = noise?.pageLimit
    trouble.batchLimit = noise?.batchLimit
    let known = Self.chances + [(name: "crash", path: \.crash)]
    for (name, chance) in noise?.chances ?? [:] {
      guard let path = known.first(where: { $0.name == name })?.path else {
        let names = known.map(\.name).sorted().joined(separator: ", ")
        throw StageFailure("There is no chance of ‘\(name)’. There are: \(names).")
      }
      trouble[keyPath: path] = chance
    }
  }
}

extension Noise {
  func mutation() throws(StageFailure) -> Mutation? {
    guard let brokenRule else { return nil }
    guard let mutation = Mutation(rawValue: brokenRule) else {
      let names = Mutation.allCases.map(\.rawValue).joined(separator: ", ")
      throw StageFailure("There is no rule ‘\(brokenRule)’ to break. There are: \(names).")
    }
    return mutation
  }
}
