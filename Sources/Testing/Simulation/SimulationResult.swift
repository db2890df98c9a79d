package import Scenarios

/// The result of a run.
package struct SimulationResult: Sendable {
  package var seed: UInt64
  package var options: WorldOptions
  /// The faults that could happen by chance; the seed is the run's, and the rule is the one that was broken on purpose.
  package var noise: Noise
  package var journal: SimulationJournal
  /// In the order in which they happened.
  package var violations: [Violation]

  init(seed: UInt64, options: WorldOptions, noise: Noise, journal: SimulationJournal) {
    self.seed = seed
    self.options = options
    self.noise = noise
    self.journal = journal
    violations = Self.judge(journal)
  }

  private static func judge(_ journal: SimulationJournal) -> [Violation] {
    var checkers = Invariants.checkers()
    for (index, entry) in journal.entries.enumerated() {
      for number in checkers.indices { checkers[number].observe(entry, at: index) }
    }
    return checkers.flatMap(\.findings.violations).sorted { $0.index < $1.index }
  }

  /// For a person: the seed, the first broken invariant, a short journal, and how to see it again.
  package var report: String {
    guard let first = violations.first else { return "seed \(seed): every invariant holds" }
    var lines = ["seed \(seed): \(first.invariant) is broken: \(first.text)"]
    lines += journal.excerpt(upTo: first.index, about: first.subject).map { "  " + $0.prefix(240) }
    let others = Set(violations.dropFirst().map(\.invariant)).subtracting([first.invariant])
    if !others.isEmpty { lines.append("also broken: \(others.sorted().joined(separator: ", "))") }
    lines.append("repeat with: \(repeating)")
    return lines.joined(separator: "\n")
  }

  /// The command that runs the same world again.
  package var repeating: String {
    let numbers = [
      ("people", options.people), ("devices", options.devices), ("chats", options.chats),
      ("steps", options.steps),
    ].compactMap { name, number in number.map { " --\(name) \($0)" } }
    let faults = options.faults.map { faults in
      " --faults " + (faults.isEmpty ? "none" : faults.sorted().joined(separator: ","))
    }
    let mutation = noise.brokenRule.map { " --mutation \($0)" }
    return "zonechat simulate --seed \(seed)" + numbers.joined() + (faults ?? "")
      + (mutation ?? "")
  }
}
