/// A run as a program reads it: one object for each step, and one at the end.
package enum ScenarioReport {
  package struct Step: Encodable {
    package var version = 1
    package var kind = "step"
    package var scenario: String
    package var line: Int
    package var sentence: String
    /// The text of the file for those who watch.
    package var say: String?
    /// `passed`, `failed` or `not-run`.
    package var outcome: String
    package var reason: String?
    package var milliseconds: Double
    package var traffic: [ScenarioTraffic]
  }

  package struct End: Encodable {
    package var version = 1
    package var kind = "scenario"
    package var scenario: String
    package var file: String
    package var passed: Bool
    package var steps: Int
    package var problems: [String]
    package var milliseconds: Double
  }

  package static func step(_ result: ScenarioResult.Step, of scenario: Scenario) -> Step {
    let (outcome, reason) = result.outcome.words
    return Step(
      scenario: scenario.title, line: result.step.line, sentence: result.step.sentence,
      say: result.step.caption,
      outcome: outcome, reason: reason, milliseconds: result.elapsed / .milliseconds(1),
      traffic: result.traffic)
  }

  package static func end(_ result: ScenarioResult, file: String) -> End {
    End(
      scenario: result.scenario.title, file: file, passed: result.isPassed,
      steps: result.steps.count, problems: result.problems,
      milliseconds: result.elapsed / .milliseconds(1))
  }
}

extension ScenarioResult.Outcome {
  fileprivate var words: (outcome: String, reason: String?) {
    switch self {
    case .passed: ("passed", nil)
    case .failed(let why): ("failed", why)
    case .notRun: ("not-run", nil)
    }
  }
}
