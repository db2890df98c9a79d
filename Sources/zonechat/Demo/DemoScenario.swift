import Composition
import Foundation
import Scenarios

/// A scenario that is played in the demo, with a window for each device: the windows are clients of the devices'
/// own profiles, and show what the steps do.
struct DemoScenario: Sendable {
  /// Our choice: so many clients can still be read.
  private static let mostDevices = 5

  private let scenario: Scenario
  /// How long a step is announced before it begins.
  private let pace: Duration

  /// `pace` is in milliseconds.
  init(file: String, pace: Int32) throws {
    var scenario = try ScenarioRunCommand.read(file)
    scenario.steps = scenario.steps.map(\.withoutReading)
    self.scenario = scenario
    self.pace = .milliseconds(Int64(pace))
    guard scenario.devices.count <= Self.mostDevices else {
      throw Failure(
        "\(file) has \(scenario.devices.count) devices; the demo has room for \(Self.mostDevices).")
    }
  }

  /// Plays it without windows.
  func print(slowly: Bool) async throws {
    let isPassed = try await onStage { stage in
      try await play(on: stage, pace: slowly ? pace : .zero) { try Output.line($0) }
    }
    guard isPassed else { throw Failure("The scenario has failed.") }
  }

  /// Plays it below windows; `show` shows them until they are left, and does something beside them.
  func show(
    _ show:
      @escaping (_ windows: DemoWindows, _ beside: @escaping @Sendable () async throws -> Void)
      async throws -> Void
  ) async throws {
    try await onStage { stage in
      let story = stage.home.folder.appendingPathComponent("story.txt")
      try Data("Each step waits for a moment.\n".utf8).write(to: story)
      let windows = DemoWindows(
        shell: stage.home.shell,
        clients: scenario.devices.map { device in
          .init(title: device.description, words: stage.options(for: device) + ["open"])
        },
        play: .init(title: scenario.title, words: ["tail", "-n", "+1", "-f", story.path]),
        cloudOptions: stage.cloudOptions)
      try await show(windows) {
        do {
          let file = try FileHandle(forWritingTo: story)
          try file.seekToEnd()
          let isPassed = try await play(on: stage, pace: pace) { line in
            try file.write(contentsOf: Data((line + "\n").utf8))
          }
          let end = isPassed ? "That was it." : "It did not go as it should."
          try file.write(contentsOf: Data("\n\(end) The chats are yours.\n".utf8))
        } catch is CancellationError {
          // The windows were left before its end.
        }
      }
    }
  }

  /// Plays all steps; returns whether they passed.
  private func play(
    on stage: ProcessStage, pace: Duration, _ write: @escaping @Sendable (String) throws -> Void
  ) async throws -> Bool {
    let story = ScenarioStory()
    let result = try await ScenarioRunner(
      scenario, on: stage, clock: Live.clock,
      tell: { step, _ in
        for line in story.outcome(of: step) { try write(Output.harmless(line)) }
      },
      announce: { step in
        for line in story.announcement(of: step) { try write(Output.harmless(line)) }
        if !step.isCheck { try await Live.clock.sleep(for: pace) }
      }
    ).run()
    for problem in result.problems { try write(Output.harmless("  ✗ " + problem)) }
    return result.isPassed
  }

  private func onStage<Success: Sendable>(
    _ body: (ProcessStage) async throws -> Success
  ) async throws -> Success {
    do {
      return try await ProcessStage.with(scenario, body)
    } catch let failure as StageFailure {
      throw Failure(failure.description)
    }
  }
}

extension ScenarioStep {
  /// The step without what depends on who has read what: a window reads what it shows.
  fileprivate var withoutReading: ScenarioStep {
    guard case .expect(var expectation) = body, var chat = expectation.chat else { return self }
    func asked(_ message: DeviceExpectation.MessageExpectation)
      -> DeviceExpectation.MessageExpectation
    {
      var message = message
      message.readers = nil
      if [.sent, .read].contains(message.state) { message.state = nil }
      return message
    }
    chat.unread = nil
    chat.messages = chat.messages?.map(asked)
    chat.includes = chat.includes?.map(asked)
    expectation.chat = chat
    var step = self
    step.body = .expect(expectation)
    return step
  }
}
