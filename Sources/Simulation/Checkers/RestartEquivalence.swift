/// I3: what a device shows after it was started again is what it had shown before it crashed.
struct RestartEquivalence: Checker {
  private(set) var docket = Docket("I3")
  private var before: [String: Picture] = [:]

  mutating func see(_ entry: Journal.Entry, at index: Int) {
    switch entry.event {
    case .seen(let device, .beforeCrash, let picture): before[device] = picture
    case .seen(let device, .afterRestart, let picture):
      if let known = before[device], known != picture {
        docket.note("\(device) came back with something else", about: device, at: index)
      }
    default: break
    }
  }
}
