import Scenarios

/// The parts that can be left out of a scenario, in the order in which that is tried.
enum ScenarioPart: CaseIterable {
  case steps
  case chances
  /// The limits of pages and batches, new devices, the time of watching, and the latency.
  case conditions
  /// The texts of a step that sends several messages.
  case texts
  /// Times, so that a step begins when everything before it has settled.
  case times
  case devices
  /// All noise that has nothing in it.
  case noise

  func count(in scenario: Scenario) -> Int {
    switch self {
    case .steps: scenario.steps.count
    case .chances: scenario.noise?.chances.count ?? 0
    case .conditions: Self.changes.count { scenario.with($0) != scenario }
    case .texts: scenario.texts.count
    case .times: scenario.steps.count { $0.time != nil }
    case .devices: scenario.devices.count
    case .noise: scenario.noise == nil ? 0 : 1
    }
  }

  /// The scenario without some of these parts, and without what cannot be without them.
  func leavingOut(_ range: Range<Int>, of scenario: Scenario) -> Scenario {
    var scenario = scenario
    switch self {
    case .steps: scenario.steps.removeSubrange(range)
    case .chances:
      for name in (scenario.noise?.chances.keys.sorted() ?? [])[range] {
        scenario.noise?.chances[name] = nil
      }
    case .conditions:
      for change in Self.changes.filter({ scenario.with($0) != scenario })[range] {
        change(&scenario)
      }
    case .texts:
      for (step, text) in scenario.texts[range].reversed() { scenario.steps[step].drop(text: text) }
    case .times:
      for index in scenario.steps.indices.filter({ scenario.steps[$0].time != nil })[range] {
        scenario.steps[index].time = nil
      }
    case .devices:
      let gone = Set(scenario.devices[range])
      scenario.steps.removeAll { $0.device.map(gone.contains) ?? false }
      for index in scenario.people.indices {
        scenario.people[index].devices.removeAll(where: gone.contains)
      }
      scenario.people.removeAll(where: \.devices.isEmpty)
    case .noise:
      if let noise = scenario.noise, noise.isQuiet { scenario.noise = nil }
    }
    return scenario.withoutOrphans()
  }

  private static var changes: [(inout Scenario) -> Void] {
    [
      { $0.noise?.pageLimit = nil }, { $0.noise?.batchLimit = nil },
      { $0.noise?.welcomesDevices = false }, { $0.noise?.isWatched = false },
      { $0.noise?.latency = .milliseconds(5) },
    ]
  }
}

extension Noise {
  /// Whether this noise causes no fault.
  fileprivate var isQuiet: Bool {
    chances.isEmpty && pageLimit == nil && batchLimit == nil && brokenRule == nil
      && !welcomesDevices && !isWatched
  }
}

extension Scenario {
  fileprivate func with(_ change: (inout Scenario) -> Void) -> Scenario {
    var copy = self
    change(&copy)
    return copy
  }

  /// The places of texts beside the first in steps that send several.
  fileprivate var texts: [(step: Int, text: Int)] {
    steps.indices.flatMap { index in
      guard case .act(.send(let texts, _, _)) = steps[index].body else { return [(Int, Int)]() }
      return texts.indices.dropFirst().map { (index, $0) }
    }
  }
}

extension ScenarioStep {
  fileprivate mutating func drop(text index: Int) {
    guard case .act(.send(var texts, let chat, let answered)) = body else { return }
    texts.remove(at: index)
    body = .act(.send(texts: texts, chat: chat, replyTo: answered))
  }
}
