/// I3: what a device shows after it was started again is what it had shown before it crashed.
struct RestartEquivalence: Checker {
  private(set) var findings = Findings("I3")
  private var before: [String: Picture] = [:]

  mutating func observe(_ entry: Journal.Entry, at index: Int) {
    switch entry.event {
    case .seen(let device, .beforeCrash, let picture): before[device] = picture
    case .seen(let device, .afterRestart, let picture):
      if let known = before[device], known != picture {
        findings.note("\(device) came back with something else", about: device, at: index)
      }
    default: break
    }
  }
}
