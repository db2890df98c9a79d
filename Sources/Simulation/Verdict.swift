/// The result of a run.
package struct Verdict: Sendable {
  package var seed: UInt64
  /// The rule that was broken on purpose.
  package var mutation: Mutation?
  package var journal: Journal
  /// In the order in which they happened.
  package var violations: [Violation]

  package init(seed: UInt64, mutation: Mutation? = nil, journal: Journal) {
    self.seed = seed
    self.mutation = mutation
    self.journal = journal
    violations = Self.judge(journal)
  }

  private static func judge(_ journal: Journal) -> [Violation] {
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
    let option = mutation.map { " --mutation \($0.rawValue)" } ?? ""
    lines.append("repeat with: zonechat simulate --seed \(seed)\(option)")
    return lines.joined(separator: "\n")
  }
}
