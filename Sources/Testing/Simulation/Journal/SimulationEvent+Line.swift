extension SimulationEvent {
  /// The event in one line.
  package var line: String {
    switch self {
    case .began(let userDevices):
      "began with \(userDevices.map { "\($0.device)=\($0.user.prefix(7))" }.joined(separator: " "))"
    case .intended(let device, let intent): "\(device) \(intent.line)"
    case .refused(let device, let what, let why): "\(device) could not \(what): \(why)"
    case .requested(let request): request.line
    case .reached(let reached): reached.line
    case .answered(let number, let device, let error):
      "\(device) #\(number) answered" + (error.map { ": \($0.label)" } ?? "")
    case .stored(let device, let transaction): "\(device) stored \(transaction.line)"
    case .died(let device): "\(device) crashed"
    case .restarted(let device): "\(device) restarted"
    case .joined(let userDevice): "\(userDevice.device) is new"
    case .disrupted(let disruption): disruption.line
    case .stated(let device, let status): "\(device) is \(status)"
    case .claimed(let device, let isUpToDate):
      "\(device) says \(isUpToDate ? "up to date" : "not up to date")"
    case .told(let device, let entries):
      "\(device) told " + entries.map(\.line).joined(separator: ", ")
    case .listed(let device, let zones): "\(device) lists " + zones.joined(separator: ", ")
    case .seen(let device, let moment, let snapshot):
      "\(device) shows (\(moment.rawValue)) \(snapshot.line)"
    case .held(let user, let snapshot): "the cloud holds for \(user.prefix(7)) \(snapshot.line)"
    case .faultsEnded: "faults ended"
    case .cameToRest: "came to rest"
    case .leftAlone: "left alone"
    case .neverRested(let why): "never came to rest: \(why)"
    case .ended: "ended"
    }
  }
}
