/// Runs as the XML of JUnit, which tools for continuous integration read: a suite for each file, a case for
/// each step.
package enum JUnitReport {
  package static func text(_ runs: [(file: String, result: ScenarioResult)]) -> String {
    let suites = runs.map { suite($0.result, file: $0.file) }.joined(separator: "\n")
    return """
      <?xml version="1.0" encoding="UTF-8"?>
      <testsuites>
      \(suites)
      </testsuites>

      """
  }

  private static func suite(_ result: ScenarioResult, file: String) -> String {
    let failures =
      result.problems.count
      + result.steps.count { if case .failed = $0.outcome { true } else { false } }
    let skipped = result.steps.count { $0.outcome == .notRun }
    let head =
      "  <testsuite name=\(quoted(result.scenario.title)) file=\(quoted(file)) "
      + "tests=\"\(result.steps.count + result.problems.count)\" failures=\"\(failures)\" "
      + "skipped=\"\(skipped)\" time=\"\(seconds(result.elapsed))\">"
    let cases = result.steps.enumerated().map { index, step in
      let name = quoted("\(index + 1) \(step.step.sentence)")
      let start =
        "    <testcase classname=\(quoted(result.scenario.title)) name=\(name) "
        + "time=\"\(seconds(step.elapsed))\""
      return switch step.outcome {
      case .passed: start + "/>"
      case .notRun: start + "><skipped/></testcase>"
      case .failed(let why):
        start + "><failure message=\(quoted("line \(step.step.line): \(why)"))/></testcase>"
      }
    }
    let problems = result.problems.map {
      "    <testcase classname=\(quoted(result.scenario.title)) name=\"the whole run\">"
        + "<failure message=\(quoted($0))/></testcase>"
    }
    return ([head] + cases + problems + ["  </testsuite>"]).joined(separator: "\n")
  }

  /// Three decimals, in every language.
  private static func seconds(_ time: Duration) -> String {
    let milliseconds = Int((time / .milliseconds(1)).rounded())
    let rest = String(milliseconds % 1000)
    return "\(milliseconds / 1000)." + String(repeating: "0", count: 3 - rest.count) + rest
  }

  /// An attribute's value in quotes; characters that XML cannot have become U+FFFD.
  private static func quoted(_ text: String) -> String {
    var value = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": value += "&amp;"
      case "<": value += "&lt;"
      case ">": value += "&gt;"
      case "\"": value += "&quot;"
      case "\n", "\r", "\t": value += "&#\(scalar.value);"
      case _ where scalar.value < 0x20 || (0xFFFE...0xFFFF).contains(scalar.value):
        value += "\u{FFFD}"
      default: value.unicodeScalars.append(scalar)
      }
    }
    return value + "\""
  }
}
