/// I32: when faults end, the world comes to rest within a bound.
struct Progress: Checker {
  private var found: [Violation] = []

  mutating func see(_ event: SimulationEvent, at index: Int) {
    guard case .neverRested(let why) = event else { return }
    found.append(Violation(invariant: "I32", text: why, subject: "", index: index))
  }

  func violations() -> [Violation] { found }
}
