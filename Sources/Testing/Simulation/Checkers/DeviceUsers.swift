/// Which user each device belongs to, as checkers fold it from the journal.
struct DeviceUsers: Sendable {
  private var users: [String: String] = [:]

  mutating func observe(_ event: SimulationEvent) {
    switch event {
    case .began(let seats): for seat in seats { users[seat.device] = seat.user }
    case .joined(let seat): users[seat.device] = seat.user
    default: break
    }
  }

  func user(of device: String) -> String { users[device] ?? "" }
}
