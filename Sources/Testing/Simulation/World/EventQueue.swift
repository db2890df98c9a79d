/// The scheduled steps, by virtual time; steps that are due at one moment happen in the order of
/// their scheduling.
struct EventQueue: Sendable {
  private struct Entry: Sendable {
    var time: Duration
    var sequence: Int
    var step: Step
  }

  /// The next one last.
  private var entries: [Entry] = []
  private var sequence = 0
  /// The time of the step that was taken last.
  private(set) var now: Duration = .zero
  /// The place of that step in the order of scheduling.
  private var taken = 0

  var nextTime: Duration? { entries.last?.time }

  mutating func schedule(_ step: Step, at time: Duration) {
    sequence += 1
    let entry = Entry(time: max(time, now), sequence: sequence, step: step)
    var (low, high) = (0, entries.count)
    while low < high {
      let middle = (low + high) / 2
      if (entries[middle].time, entries[middle].sequence) > (entry.time, entry.sequence) {
        low = middle + 1
      } else {
        high = middle
      }
    }
    entries.insert(entry, at: low)
  }

  /// Takes the next step, and moves the time on to it.
  mutating func next() -> Step? {
    guard let entry = entries.popLast() else { return nil }
    precondition(
      (entry.time, entry.sequence) > (now, taken), "World 2: a step comes after a later one")
    now = entry.time
    taken = entry.sequence
    return entry.step
  }

  /// Whether a waiting step is of this sort.
  func contains(where isWanted: (Step) -> Bool) -> Bool { entries.contains { isWanted($0.step) } }
}
