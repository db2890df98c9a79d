/// A run as people read it: a line for each step.
package struct ScenarioStory: Sendable {
  /// Whether the traffic of each step follows the step.
  private let showsTraffic: Bool

  package init(showsTraffic: Bool = false) { self.showsTraffic = showsTraffic }

  /// The lines that announce a step: an empty one, then its caption.
  package func announcement(of step: ScenarioStep) -> [String] {
    step.caption.map { ["", $0] } ?? []
  }

  /// The lines that tell the outcome of a step.
  package func outcome(
    of result: ScenarioResult.Step, _ names: ScenarioNames? = nil
  ) -> [String] {
    let lines =
      switch result.outcome {
      case .passed: ["  ✓ " + result.step.sentence]
      case .failed(let why):
        [
          "  ✗ " + result.step.sentence,
          "      " + (result.step.line > 0 ? "line \(result.step.line): " : "") + why,
        ]
      case .notRun: ["  · " + result.step.sentence]
      }
    guard showsTraffic, let names else { return lines }
    return lines + result.traffic.map { "      ↕ " + $0.words(names) }
  }

  /// The lines of one step.
  package func lines(_ result: ScenarioResult.Step, _ names: ScenarioNames? = nil) -> [String] {
    announcement(of: result.step) + outcome(of: result, names)
  }

  /// The lines of what failed, for where the story itself is not shown.
  package func failures(_ result: ScenarioResult) -> [String] {
    let steps = result.steps.filter { if case .failed = $0.outcome { true } else { false } }
    return steps.flatMap { lines($0) } + result.problems.map { "  ✗ " + $0 }
  }

  /// The lines after the last step.
  package func ending(_ result: ScenarioResult) -> [String] {
    let checks = result.steps.count { $0.step.isCheck }
    let counts = "\(result.steps.count) steps, \(checks) of them checks"
    let milliseconds = (result.elapsed / .milliseconds(1)).rounded()
    return result.problems.map { "  ✗ " + $0 } + [
      "\(result.isPassed ? "passed" : "FAILED") (\(counts), \(Int(milliseconds)) ms)"
    ]
  }
}

extension ScenarioStep {
  /// Whether the step only checks, and changes nothing.
  package var isCheck: Bool {
    switch body {
    case .expect, .requests: true
    case .act, .actElsewhere, .device, .world: false
    }
  }
}
