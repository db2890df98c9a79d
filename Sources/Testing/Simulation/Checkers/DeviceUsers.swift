/// Which user each device belongs to, as checkers fold it from the journal.
struct DeviceUsers: Sendable {
  private var users: [String: String] = [:]

  mutating func observe(_ event: SimulationEvent) {
    switch event {
    case .began(let userDevices):
      for userDevice in userDevices { users[userDevice.device] = userDevice.user }
    case .joined(let userDevice): users[userDevice.device] = userDevice.user
    default: break
    }
  }

  func user(of device: String) -> String { users[device] ?? "" }
}
