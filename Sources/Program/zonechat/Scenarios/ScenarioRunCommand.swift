import ArgumentParser
import CommandSupport
import Foundation
import Scenarios
import Simulation

struct ScenarioRunCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "run", abstract: "Play scenarios, and say step by step what happens.",
    discussion: """
      Without --processes everything happens in this process on a virtual clock, with the real \
      engine, replicas and cloud, and takes milliseconds; at the end the invariants of sync are \
      checked too. With --processes each device is a process, and the cloud is one. --actor has \
      another program play a person, so that your own client takes part; docs/scenarios.md says \
      what it is told and what it answers.

      EXAMPLES:
        zonechat scenario run docs/scenarios/first-chat.yaml
        zonechat scenario run docs/scenarios/*.yaml --junit results.xml
        zonechat scenario run docs/scenarios/lost-answer.yaml --diagram
        zonechat scenario run lost-answer.yaml --actor 'bob=python3 actor.py'
      """)

  @Argument(help: "The files.", completion: .file(extensions: ["yaml", "yml"]))
  var files: [String]

  @Flag(name: .long, help: "Use a real process for each device, and a real cloud.")
  var processes = false

  @Option(
    name: .customLong("actor"),
    help: ArgumentHelp(
      "Have a program play this person; with processes. May be given for several people.",
      valueName: "person=command"))
  var actors: [String] = []

  @Flag(name: .long, help: "Show what goes over the wire at each step.")
  var wire = false

  @Flag(name: .long, help: "Print each run as a sequence diagram (Mermaid), and no story.")
  var diagram = false

  @Flag(name: .long, help: "Print one JSON object for each step, and one for each scenario.")
  var json = false

  @Option(
    name: .long, help: ArgumentHelp("Also write the results as JUnit's XML.", valueName: "file"),
    completion: .file())
  var junit: String?

  func validate() throws {
    if json, diagram { throw ValidationError("--json and --diagram cannot be used together.") }
    _ = try programs()
  }

  /// The commands of `--actor` by the names of the people.
  private func programs() throws(ValidationError) -> [String: String] {
    var programs: [String: String] = [:]
    for actor in actors {
      let parts = actor.split(separator: "=", maxSplits: 1).map(String.init)
      guard parts.count == 2, !actor.hasPrefix("=") else {
        throw ValidationError(
          "--actor needs a person and a command: --actor 'bob=python3 actor.py'.")
      }
      guard programs.updateValue(parts[1], forKey: parts[0]) == nil else {
        throw ValidationError("--actor names \(parts[0]) twice.")
      }
    }
    return programs
  }

  func run() async throws {
    var runs: [(file: String, result: ScenarioResult)] = []
    var hasMistake = false
    for file in files {
      switch Result(catching: { () throws(Failure) in try Self.read(file) }) {
      case .success(let scenario): runs.append((file, try await play(scenario, file)))
      case .failure(let mistake):
        // The other files are played all the same.
        Output.problem("zonechat: " + mistake.message)
        hasMistake = hasMistake || mistake.code == .usage
        let scenario = Scenario(title: file, people: [], steps: [])
        runs.append((file, ScenarioResult(unplayed: scenario, because: mistake.message)))
        if json, let run = runs.last { try Output.json(ScenarioReport.end(run.result, file: file)) }
      }
    }
    if let junit {
      do {
        try Data(JUnitReport.text(runs).utf8).write(to: URL(fileURLWithPath: junit))
      } catch {
        throw Failure("\(junit) cannot be written. Check the folder and the disk.")
      }
    }
    let failed = runs.count { !$0.result.isPassed }
    if runs.count > 1, !json, !diagram {
      try Output.line("\(runs.count - failed) of \(runs.count) scenarios passed")
    }
    if hasMistake { throw ExitCode(Failure.Code.usage.rawValue) }
    guard failed == 0 else { throw ExitCode(1) }
  }

  /// Reads a file; a mistake in it is wrong usage, with its line and column.
  static func read(_ file: String) throws(Failure) -> Scenario {
    let text: String
    do {
      text = try String(contentsOf: URL(fileURLWithPath: file), encoding: .utf8)
    } catch {
      throw Failure("\(file) cannot be read. Check the name; a scenario is a text in UTF-8.")
    }
    do throws(ScenarioProblem) {
      return try Scenario(yaml: text)
    } catch {
      throw Failure(
        "\(file):\(error.place.line):\(error.place.column): \(error.text)", code: .usage)
    }
  }

  private func play(_ scenario: Scenario, _ file: String) async throws -> ScenarioResult {
    let story = ScenarioStory(showsTraffic: wire)
    if !json, !diagram { try Self.tell("\(scenario.title)  (\(file))") }
    let result = try await onStage(scenario) { stage in
      try await ScenarioRunner(scenario, on: stage, clock: Live.clock) { step, names in
        do {
          if json {
            try Output.json(ScenarioReport.step(step, of: scenario))
          } else if !diagram {
            for line in story.lines(step, names) { try Self.tell(line) }
          }
        } catch {
          throw UntoldStep(cause: error)
        }
      }.run()
    }
    if json {
      try Output.json(ScenarioReport.end(result, file: file))
    } else if diagram {
      try Self.tell(SequenceDiagram.text(result))
      for line in story.failures(result) { Output.note(line) }
    } else {
      for line in story.ending(result) { try Self.tell(line) }
    }
    return result
  }

  /// Prints a text that has words of the file, which anybody may have written.
  private static func tell(_ text: String) throws(Failure) {
    try Output.line(Output.harmless(text))
  }

  /// The result of a scenario on its stage; a stage that fails does not end the other scenarios.
  private func onStage(
    _ scenario: Scenario, _ body: (any ScenarioStage) async throws -> ScenarioResult
  ) async throws -> ScenarioResult {
    do {
      let programs = try programs()
      if let stranger = programs.keys.sorted().first(where: { name in
        !scenario.people.contains { $0.name == name }
      }) {
        throw StageFailure("There is no ‘\(stranger)’ in this scenario, whom --actor names.")
      }
      if processes || !programs.isEmpty {
        return try await ProcessStage.with(scenario, programs: programs) { try await body($0) }
      }
      let home = try TemporaryHome(in: TemporaryHome.memory)
      defer { home.tearDown() }
      return try await body(try await VirtualStage.open(scenario, directory: home.folder))
    } catch let untold as UntoldStep {
      throw untold.cause
    } catch let cancellation as CancellationError {
      throw cancellation
    } catch let failure as Failure {
      return ScenarioResult(unplayed: scenario, because: failure.message)
    } catch let failure as StageFailure {
      return ScenarioResult(unplayed: scenario, because: failure.description)
    } catch {
      return ScenarioResult(unplayed: scenario, because: "The scenario cannot be played: \(error)")
    }
  }
}

/// The outcome of a step cannot be printed, which ends the whole command.
private struct UntoldStep: Error {
  let cause: any Error
}
