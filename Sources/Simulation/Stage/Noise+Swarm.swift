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
    for (name, chance) in noise?.chances ?? [:] {
      guard let path = Trouble.chances[name] else {
        let names = Trouble.chances.keys.sorted().joined(separator: ", ")
        throw StageFailure("There is no chance of ‘\(name)’. There are: \(names).")
      }
      trouble[keyPath: path] = chance
    }
  }

  /// The troubles of chance as a scenario writes them.
  var chances: [String: Double] {
    Trouble.chances.mapValues { trouble[keyPath: $0] }.filter { $0.value > 0 }
  }
}

extension Swarm.Trouble {
  /// The chances by their names in scenarios.
  static var chances: [String: WritableKeyPath<Swarm.Trouble, Double>] {
    [
      "lost-request": \.lostRequest, "lost-answer": \.lostAnswer, "doubled-request": \.doubled,
      "refusal": \.refused, "failed-items": \.failedItems, "forgotten-item": \.forgottenItem,
      "expired-token": \.expiredToken, "empty-page": \.emptyPage, "cut-poll": \.cutPoll,
      "lost-notice": \.lostNotification, "doubled-notice": \.doubledNotification,
      "late-notice": \.lateNotification, "missed-ring": \.lostRing, "crash": \.crash,
      "slow-store": \.slowStore,
    ]
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
