/// I32: when faults end, the world comes to rest within a bound.
struct Progress: Checker {
  private(set) var findings = Findings("I32")

  mutating func observe(_ entry: SimulationJournal.Entry, at index: Int) {
    guard case .neverRested(let why) = entry.event else { return }
    findings.note(why, about: "", at: index)
  }
}
