/// I3: what a device shows after it was started again is what it had shown before it crashed.
struct RestartEquivalence: Checker {
  private(set) var findings = Findings("I3")
  private var before: [String: DeviceSnapshot] = [:]

  mutating func observe(_ entry: SimulationJournal.Entry, at index: Int) {
    switch entry.event {
    case .seen(let device, .beforeCrash, let snapshot): before[device] = snapshot
    case .seen(let device, .afterRestart, let snapshot):
      if let known = before[device], known != snapshot {
        findings.note("\(device) shows something else after its restart", about: device, at: index)
      }
    default: break
    }
  }
}
