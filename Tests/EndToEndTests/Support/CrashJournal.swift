/// The records that the clients of a crash test may expect to find, by the outcomes that they saw.
struct CrashJournal: Sendable {
  /// The values that a record may have; nil stands for its absence.
  private(set) var possible: [String: Set<String?>] = [:]
  /// Pairs that were only ever written together.
  private(set) var pairs: [[String]] = []
  private(set) var counts = ["acknowledged": 0, "refused": 0, "unknown": 0]

  mutating func add(pair: [String]) { pairs.append(pair) }

  mutating func acknowledged(_ names: [String], _ value: String?) {
    for name in names { possible[name] = [value] }
    counts["acknowledged", default: 0] += 1
  }

  mutating func refused() { counts["refused", default: 0] += 1 }

  /// The answer was lost: it may have been done or not.
  mutating func unknown(_ names: [String], _ value: String?) {
    for name in names { possible[name, default: [nil]].insert(value) }
    counts["unknown", default: 0] += 1
  }

  mutating func merge(_ other: CrashJournal) {
    possible.merge(other.possible) { $1 }
    pairs += other.pairs
    counts.merge(other.counts) { $0 + $1 }
  }
}
