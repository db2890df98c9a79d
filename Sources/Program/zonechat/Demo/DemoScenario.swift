import CommandSupport
import Foundation
import Scenarios

/// A scenario that is played in the demo, with a window for each device: the windows are clients of the devices'
/// own profiles, and show what the steps do.
struct DemoScenario: Sendable {
  /// Our choice: so many clients can still be read.
  private static let mostWindows = 5

  private let scenario: Scenario
  /// The path of the scenario's file.
  private let file: String
  /// Whether its people have chats already when it begins.
  private let isTour: Bool
  /// The time for which a step is announced before it begins.
  private let pace: Duration

  init(_ scenario: Scenario, file: String, isTour: Bool, pace: Duration) throws {
    self.scenario = scenario
    self.file = file
    self.isTour = isTour
    self.pace = pace
    guard windows.count <= Self.mostWindows else {
      throw Failure(
        "‘\(scenario.title)’ has \(windows.count) devices; the demo has room for \(Self.mostWindows)."
      )
    }
  }

  /// The devices with a window: none for somebody who is refused everything, since it would stay empty.
  private var windows: [DeviceName] {
    scenario.devices.filter { device in
      let actions = scenario.steps.filter { $0.device == device && !$0.isCheck }
      return actions.isEmpty || actions.contains { $0.refusal == nil }
    }
  }

  /// Whom the owner has invited before it begins.
  private var guests: [String] {
    DemoPeople.names.filter { name in scenario.people.contains { $0.name == name } }
  }

  /// Plays it without windows, and prints what goes over the wire.
  func print(slowly: Bool) async throws {
    let isPassed = try await onStage { stage in
      try await play(scenario, on: stage, ScenarioStory(showsTraffic: true)) { line in
        try Output.line(line)
      } pause: { _ in
        if slowly { try await Live.clock.sleep(for: pace) }
      }
    }
    guard isPassed else { throw Failure("The scenario has failed.") }
    try Output.line("\nEverything is as it should be.")
  }

  /// Plays it without windows, and prints the same objects as `scenario run --json`.
  func printJSON(slowly: Bool) async throws {
    let result = try await onStage { stage in
      try await ScenarioRunner(
        scenario, on: stage, clock: Live.clock,
        tell: { step, _ in try Output.json(ScenarioReport.step(step, of: scenario)) },
        announce: { step in
          if slowly, !step.isCheck { try await Live.clock.sleep(for: pace) }
        }
      ).run()
    }
    try Output.json(ScenarioReport.end(result, file: file))
    guard result.isPassed else { throw Failure("The scenario has failed.") }
  }

  /// Plays it below windows; `show` shows them until they are left, and does something beside them.
  func show(
    _ show:
      @escaping (_ windows: DemoWindows, _ beside: @escaping @Sendable () async throws -> Void)
      async throws -> Void
  ) async throws {
    try await onStage { stage in
      let chats = DemoChats(
        zonechat: { try stage.zonechat(as: $0, $1) }, owner: DemoPeople.owner,
        guests: guests, folder: stage.home.folder)
      if isTour {
        Output.note("Preparing people and their chats …")
        try chats.begin(DemoChats.film)
        try chats.furnish(DemoChats.film)
      }
      let pane = try StoryPane(in: stage.home.folder)
      let devices = windows
      let windows = DemoWindows(
        shell: stage.home.shell,
        clients: devices.map { device in
          let isGuest = ([DemoPeople.owner] + guests).contains(device.description)
          let chat = isTour && isGuest ? [StepCommands.short(DemoChats.film.title)] : []
          return .init(
            title: device.description, words: stage.options(for: device) + ["open"] + chat)
        },
        play: .init(title: scenario.title, words: pane.words), cloudOptions: stage.cloudOptions)
      let follower = WindowFollower(windows: windows, devices: devices)
      var scenario = scenario
      scenario.steps = scenario.steps.map(\.withoutReading)
      try await show(windows) { [scenario] in
        do {
          let isPassed = try await play(scenario, on: stage, ScenarioStory()) { line in
            try pane.tell(line)
          } pause: { step in
            follower.follow()
            try await pane.wait(pace)
            follower.note(step)
          }
          follower.follow()
          try pane.tell(isPassed ? "\nThat was it." : "\nIt did not go as it should.")
          try pane.tell("The chats are yours.")
        } catch is CancellationError {
          // The windows were left before its end.
        }
      }
    }
  }

  /// Plays all steps, with a pause before each that does something; returns whether they passed.
  private func play(
    _ scenario: Scenario, on stage: ProcessStage, _ story: ScenarioStory,
    _ tell: @escaping @Sendable (String) throws -> Void,
    pause: @escaping @Sendable (_ before: ScenarioStep) async throws -> Void
  ) async throws -> Bool {
    let commands = StepCommands()
    let result = try await ScenarioRunner(
      scenario, on: stage, clock: Live.clock,
      tell: { step, names in
        for line in story.outcome(of: step, names) { try tell(Output.harmless(line)) }
      },
      announce: { step in
        let command = commands.line(for: step).map { ["  " + $0] } ?? []
        for line in story.announcement(of: step) + command { try tell(Output.harmless(line)) }
        if !step.isCheck { try await pause(step) }
      }
    ).run()
    for problem in result.problems { try tell(Output.harmless("  ✗ " + problem)) }
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
