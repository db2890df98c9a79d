import Foundation
import Processes

/// The systemd of this user, or that of the machine.
package struct Systemd: Sendable {
  package enum Scope: Sendable {
    case user
    /// Only root may change something there.
    case system

    fileprivate var words: [String] {
      switch self {
      case .user: ["systemctl", "--user"]
      case .system: ["systemctl"]
      }
    }
  }

  /// The longest time for one command: systemd itself waits 90 s for a service to stop.
  private static let patience = Duration.seconds(100)

  private let scope: Scope
  private let environment: [String: String]

  package init(_ scope: Scope, environment: [String: String]) {
    self.scope = scope
    self.environment = environment
  }

  /// Says in a few words why there is none; nil if it runs.
  package func obstacle() async -> String? {
    let answer = await control(["show-environment"])
    guard answer.code != 0 else { return nil }
    return answer.code == 127
      ? "systemctl is not installed" : Self.reason(answer, or: "it does not answer")
  }

  /// Runs `systemctl` with these words; throws a sentence if it fails.
  package func run(_ words: String...) async throws(Failure) {
    let answer = await control(words)
    guard answer.code == 0 else {
      throw Failure(
        "‘\((scope.words + words).joined(separator: " "))’ failed ("
          + Self.reason(answer, or: "exit code \(answer.code)") + ").")
    }
  }

  private func control(_ words: [String]) async -> Child.Result {
    let answer = await Child.runAside(
      scope.words + ["--no-pager"] + words, environment: environment, output: .captured,
      .killed(after: Self.patience))
    return answer
      ?? Child.Result(code: 124, errorOutput: "no answer in \(Self.patience / .seconds(1)) s")
  }

  private static func reason(_ answer: Child.Result, or other: String) -> String {
    let words = answer.errorOutput.split(separator: "\n").first.map(String.init) ?? ""
    return words.isEmpty ? other : words.trimmingCharacters(in: [" ", "."])
  }
}
