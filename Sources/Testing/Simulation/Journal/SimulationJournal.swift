/// Everything that happened in a run, in order.
package struct SimulationJournal: Sendable {
  package struct Entry: Sendable {
    package var time: Duration
    package var event: SimulationEvent
    /// When a person began what is noted at its end.
    package var begin: Duration?

    /// One line, the same in every run with the same seed.
    package var line: String { "\(time.label) \(event.line)" }
  }

  package private(set) var entries: [Entry] = []

  mutating func append(
    _ event: SimulationEvent, at time: Duration, begunAt begin: Duration? = nil
  ) {
    entries.append(Entry(time: time, event: event, begin: begin))
  }

  /// One number for the whole journal; equal for equal journals.
  package var hash: UInt64 {
    var checksum = Checksum()
    for entry in entries { checksum.add(entry.line.utf8) }
    return checksum.value
  }

  /// The last lines up to `index` that mention `subject`, or that concern everyone.
  package func excerpt(upTo index: Int, about subject: String, limit: Int = 40) -> [String] {
    var lines: [String] = []
    for entry in entries[...min(index, entries.count - 1)].reversed() where lines.count < limit {
      let line = entry.line
      if subject.isEmpty || entry.event.isLandmark || line.contains(subject) { lines.append(line) }
    }
    return lines.reversed()
  }
}
