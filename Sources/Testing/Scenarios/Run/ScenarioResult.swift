/// What became of a scenario.
package struct ScenarioResult: Sendable {
  package enum Outcome: Sendable, Equatable {
    case passed
    case failed(String)
    /// A step before it has failed.
    case notRun
  }

  package struct Step: Sendable {
    package var step: ScenarioStep
    package var outcome: Outcome
    /// What went over the wire while it happened.
    package var traffic: [ScenarioTraffic]
    /// How long it took in real time.
    package var elapsed: Duration
  }

  package var scenario: Scenario
  package var steps: [Step]
  /// What is wrong with the run as a whole.
  package var problems: [String]
  package var elapsed: Duration
  package var names: ScenarioNames

  init(
    scenario: Scenario, steps: [Step], problems: [String], elapsed: Duration, names: ScenarioNames
  ) {
    self.scenario = scenario
    self.steps = steps
    self.problems = problems
    self.elapsed = elapsed
    self.names = names
  }

  /// A scenario of which no step could be played.
  package init(unplayed scenario: Scenario, because reason: String) {
    self.init(
      scenario: scenario,
      steps: scenario.steps.map {
        Step(step: $0, outcome: .notRun, traffic: [], elapsed: .zero)
      }, problems: [reason], elapsed: .zero, names: ScenarioNames())
  }

  package var isPassed: Bool { problems.isEmpty && steps.allSatisfy { $0.outcome == .passed } }
}
