import CloudModel
import CommandSupport
import Foundation
import Scenarios
import Tours

/// A scenario that plays in the windows of the demo, told step by step in the pane below them.
struct DemoTourPlay: Sendable {
  let scenario: Scenario
  let stage: ProcessStage
  let windows: DemoWindows
  let pane: StoryPane
  let follower: WindowFollower
  /// The titles of the zones that are there before it begins.
  let names: ZoneNames
  /// The file in which the log finds them.
  let zoneNames: URL

  /// Plays all steps; returns whether they passed.
  ///
  /// A step is read first, then done, then looked at. `rest` passes the time for both, `pace` together.
  func play(
    pace: Duration, rest: @escaping @Sendable (Duration) async throws -> Void,
    mark: @escaping @Sendable (_ caption: String) -> Void = { _ in }
  ) async throws -> Bool {
    let lead = pace / 3
    let commands = StepCommands()
    let story = ScenarioStory()
    let stepCount = scenario.steps.count { !$0.isCheck }
    var number = 0
    var names = names
    var shares = try readShares(&names)
    try pane.tell(
      .began(TourSlide(number: 0, stepCount: stepCount, caption: Self.told(scenario.about ?? ""))))
    let result = try await ScenarioRunner(
      scenario, on: stage, clock: Live.clock,
      tell: { step, found in
        for line in story.outcome(of: step) { try pane.tell(.did(Self.told(line))) }
        try learn(step.step, found, &names)
        let requests = step.traffic.map { request($0, &names) }
        if !requests.isEmpty { try pane.tell(.asked(requests)) }
        guard !step.step.isCheck else { return }
        let now = try readShares(&names)
        if let changed = now.first(where: { !shares.contains($0) }) {
          try pane.tell(.shared(changed))
        }
        shares = now
      },
      announce: { step in
        guard !step.isCheck else { return }
        follower.open()
        try await rest(number == 0 ? lead : pace - lead)
        try pane.tell(.showed(try windows.screens()))
        number += 1
        let caption = Self.told(step.caption ?? step.sentence)
        mark(caption)
        try pane.tell(
          .began(
            TourSlide(
              number: number, stepCount: stepCount, caption: caption,
              command: commands.line(for: step).map(Self.told))))
        try follower.follow(step)
        try await rest(lead)
      }
    ).run()
    for problem in result.problems { try pane.tell(.did(Self.told("  ✗ " + problem))) }
    follower.open()
    try await rest(pace - lead)
    try pane.tell(.showed(try windows.screens()))
    try pane.tell(
      .ended(
        (result.isPassed ? Self.success : "It did not go as it should.")
          + " The chats are yours."))
    return result.isPassed
  }

  /// The first words of the end of a scenario in which all went as it should.
  static let success = "That was it."

  private static func told(_ text: String) -> String { Output.harmless(text) }

  /// Learns the title of the chat that a step has made or renamed, and tells the log.
  private func learn(
    _ step: ScenarioStep, _ found: ScenarioNames, _ names: inout ZoneNames
  ) throws {
    switch step.body {
    case .act(.create(let title)): names.learn(found.zone(title), title: title)
    case .act(.rename(let chat, let title)): names.learn(found.zone(chat), title: title)
    default: return
    }
    try Data(names.text.utf8).write(to: zoneNames, options: .atomic)
  }

  private func request(
    _ traffic: ScenarioTraffic, _ names: inout ZoneNames
  ) -> TourSlide.Request {
    let outcome = ([traffic.outcome] + traffic.failures).joined(separator: " ")
    return TourSlide.Request(
      person: traffic.person, database: traffic.database ?? "",
      operation: traffic.kind == .notice && traffic.operation.isEmpty
        ? "notification" : traffic.operation,
      outcome: outcome, zone: traffic.zone.map { [names] in names.name(of: $0) } ?? "",
      zoneNumber: traffic.zone.map { names.number(of: $0) })
  }

  /// The shares as the cloud has them.
  private func readShares(_ names: inout ZoneNames) throws -> [ShareSketch] {
    let printed = try stage.home.shell.zonechat(
      nil, ["cloud", "inspect", "shares", "--json"] + stage.cloudOptions)
    let rows = try printed.split(separator: "\n").map { line in
      try JSONDecoder().decode([String: InspectionValue].self, from: Data(line.utf8))
    }
    return ShareSketch.all(InspectionPage(subject: .shares, columns: [], rows: rows), &names)
  }
}
