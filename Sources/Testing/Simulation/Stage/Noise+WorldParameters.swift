import Scenarios

extension WorldParameters {
  /// Every chance of a trouble by its name.
  static var allChances: [(name: String, path: WritableKeyPath<Trouble, Double>)] {
    chances + [(name: "crash", path: \.crash)]
  }

  /// The parameters that a scenario gives; without noise nothing goes wrong by chance.
  init(_ noise: Noise?) throws(StageFailure) {
    self.init(seed: 0)
    trouble = .none
    welcomesDevices = noise?.welcomesDevices ?? false
    isWatched = noise?.isWatched ?? false
    latency = noise?.latency ?? .milliseconds(5)
    trouble.pageLimit = noise?.pageLimit
    trouble.batchLimit = noise?.batchLimit
    for (name, chance) in noise?.chances ?? [:] {
      guard let path = Self.allChances.first(where: { $0.name == name })?.path else {
        let names = Self.allChances.map(\.name).sorted().joined(separator: ", ")
        throw StageFailure("There is no chance of ‘\(name)’. There are: \(names).")
      }
      trouble[keyPath: path] = chance
    }
  }
}

extension Noise {
  /// The faults that happen by chance in a world of `parameters`, as a scenario writes them.
  init(_ parameters: WorldParameters, seed: UInt64, span: Range<Duration>, mutation: Mutation?) {
    let chances = WorldParameters.allChances.map { ($0.name, parameters.trouble[keyPath: $0.path]) }
    self.init(
      seed: seed, latency: parameters.latency,
      chances: Dictionary(uniqueKeysWithValues: chances.filter { $0.1 > 0 }),
      pageLimit: parameters.trouble.pageLimit, batchLimit: parameters.trouble.batchLimit,
      begin: span.lowerBound, end: span.upperBound, brokenRule: mutation?.rawValue,
      welcomesDevices: parameters.welcomesDevices, isWatched: parameters.isWatched)
  }

  func mutation() throws(StageFailure) -> Mutation? {
    guard let brokenRule else { return nil }
    guard let mutation = Mutation(rawValue: brokenRule) else {
      let names = Mutation.allCases.map(\.rawValue).joined(separator: ", ")
      throw StageFailure("There is no rule ‘\(brokenRule)’ to break. There are: \(names).")
    }
    return mutation
  }
}
