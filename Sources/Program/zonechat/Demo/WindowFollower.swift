import Scenarios
import Synchronization
import TerminalUI

/// Lets the windows of a scenario show the person who acts, and the chats that people have just made or joined.
final class WindowFollower: Sendable {
  private let windows: DemoWindows
  private let devices: [DeviceName]
  /// The chat to open, and its client, when everything that a step has caused is on the screens.
  private let wanted = Mutex<(chat: String, client: Int)?>(nil)

  init(windows: DemoWindows, devices: [DeviceName]) {
    self.windows = windows
    self.devices = devices
  }

  /// Shows who does the next step, and notes what it does.
  func follow(_ step: ScenarioStep) throws {
    guard let device = step.device, let client = devices.firstIndex(of: device) else { return }
    try windows.show(client)
    guard step.refusal == nil else { return }
    switch step.body {
    case .act(.create(let chat)), .act(.accept(let chat)):
      wanted.withLock { $0 = (DisplayText.singleLine(StepCommands.short(chat)), client) }
    default: break
    }
  }

  /// Opens what the last step has made.
  func open() {
    guard
      let (chat, client) = wanted.withLock({ wanted in
        defer { wanted = nil }
        return wanted
      })
    else { return }
    windows.open(chat, in: client)
  }
}
