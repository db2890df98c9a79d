import ArgumentParser
import CommandSupport
import Foundation
import Scenarios

/// One device of a scenario: syncs a profile, and does what it is told on standard input.
struct ScenarioDeviceCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "device", abstract: "Sync a profile, and obey the lines on standard input.",
    shouldDisplay: false)

  @OptionGroup var options: GlobalOptions

  func run() async throws {
    let time = MovableTime()
    try await Session.with(options, time: time.time) { session in
      let actor = DeviceActor(
        repository: session.repository, sharing: session.sharing,
        folder: session.profile.directory)
      try await session.whileSyncing { _ in
        let input = InputText()
        // The input ends with the process that plays the scenario.
        while let lines = try await input.nextLines() {
          for line in lines {
            let order = try JSONDecoder().decode(DeviceOrder.self, from: Data(line.bytes))
            try Output.json(await obey(order, actor, session, time))
          }
        }
      }
    }
  }

  private func obey(
    _ order: DeviceOrder, _ actor: DeviceActor, _ session: Session, _ time: MovableTime
  ) async -> DeviceReply {
    do {
      switch order {
      case .act(let action): return DeviceReply(answer: try await actor.perform(action))
      case .look: return DeviceReply(view: try await DeviceView(session.repository))
      case .advance(let seconds): time.advance(by: .seconds(seconds))
      case .skew(let seconds): time.skew(by: .seconds(seconds))
      }
      return DeviceReply()
    } catch {
      return DeviceReply(refusal: error)
    }
  }
}
