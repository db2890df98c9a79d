/// I32: when faults end, the world comes to rest within a bound.
struct Progress: Checker {
  private(set) var docket = Docket("I32")

  mutating func see(_ entry: Journal.Entry, at index: Int) {
    guard case .neverRested(let why) = entry.event else { return }
    docket.note(why, about: "", at: index)
  }
}
