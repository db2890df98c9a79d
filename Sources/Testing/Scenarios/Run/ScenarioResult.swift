/// The result of a scenario.
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
    /// The requests and notifications that went over the wire during the step.
    package var traffic: [ScenarioTraffic]
    /// The real time that the step took.
    package var elapsed: Duration
  }

  package var scenario: Scenario
  package var steps: [Step]
  /// The problems of the run as a whole.
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
