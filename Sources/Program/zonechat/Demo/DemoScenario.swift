import CommandSupport
import Foundation
import Scenarios
import Tours

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
  ///
  /// Returns whether everything is to begin anew.
  func show(
    _ show:
      @escaping (_ windows: DemoWindows, _ beside: @escaping @Sendable () async throws -> Void)
      async throws -> Void
  ) async throws -> Bool {
    try await onStage { stage -> Bool in
      let tour = try prepare(on: stage, size: DemoWindows.terminalSize, isRecorded: false)
      try await show(tour.windows) {
        do {
          _ = try await tour.play(pace: pace) { try await tour.pane.wait($0) }
        } catch is CancellationError {
          // The windows were left before its end.
        }
      }
      return try tour.pane.isAgain
    }
  }

  /// Plays it in a terminal of a fixed size that nobody sees; returns what it showed.
  func record() async throws -> TerminalRecording {
    try await onStage { stage -> TerminalRecording in
      let size = TerminalRecorder.size
      let tour = try prepare(on: stage, size: size, isRecorded: true)
      defer { tour.windows.close() }
      try tour.windows.begin()
      let recorder = try TerminalRecorder(
        tour.windows.attachment, title: "ZoneChat: \(scenario.title)")
      defer { recorder.close() }
      try await recorder.waitForStillness()
      recorder.begin()
      try tour.windows.refresh()
      let isPassed = try await tour.play(pace: pace) { time in
        try await recorder.pass(time)
      } mark: { caption in
        recorder.mark(caption)
      }
      guard isPassed else {
        throw Failure(
          "The scenario has failed, so nothing was recorded. --headless instead of --record says why."
        )
      }
      try await recorder.wait(for: DemoTourPlay.success)
      // The whole screen once more, so that the last picture stands for itself.
      try tour.windows.refresh()
      try await recorder.pass(pace)
      return recorder.end()
    }
  }

  /// The people's chats, the windows and the pane of the tour; nothing is shown yet.
  private func prepare(
    on stage: ProcessStage, size: (columns: Int, rows: Int), isRecorded: Bool
  ) throws -> DemoTourPlay {
    var names = ZoneNames()
    if isTour {
      let chats = DemoChats(
        zonechat: { try stage.zonechat(as: $0, $1) }, owner: DemoPeople.owner,
        guests: guests, folder: stage.home.folder)
      Output.note("Preparing people and their chats …")
      try chats.begin(DemoChats.film)
      try chats.furnish(DemoChats.film)
      try chats.learnTitles(&names)
    }
    let zoneNames = stage.home.folder.appendingPathComponent("zones.txt")
    try Data(names.text.utf8).write(to: zoneNames, options: .atomic)
    let pane = StoryPane(folder: stage.home.folder)
    try pane.prepare()
    let devices = windows
    let people = DemoWindows.personCount(devices.count, in: size)
    let shown = DemoWindows(
      shell: stage.home.shell,
      clients: devices.map { device in
        let isGuest = ([DemoPeople.owner] + guests).contains(device.description)
        let chat = isTour && isGuest ? [StepCommands.short(DemoChats.film.title)] : []
        return .init(
          title: device.description, words: stage.options(for: device) + ["open"] + chat)
      },
      play: .init(
        title: scenario.title,
        words: [StoryCommand.name, stage.home.folder.path, "--people", "\(people)"]
          + (isRecorded ? ["--recorded"] : []), isRecorded: isRecorded),
      cloudOptions: stage.cloudOptions, zoneNames: zoneNames, size: size)
    var scenario = scenario
    scenario.steps = scenario.steps.map(\.withoutReading)
    return DemoTourPlay(
      scenario: scenario, stage: stage, windows: shown, pane: pane,
      follower: WindowFollower(windows: shown, devices: devices), names: names,
      zoneNames: zoneNames)
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
