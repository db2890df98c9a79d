import CommandSupport
import Foundation
import Processes

/// The systemd of this user.
struct Systemd: Sendable {
  /// The longest time for one command: systemd itself waits 90 s for a service to stop.
  private static let patience = Duration.seconds(100)

  let environment: [String: String]

  /// Throws a sentence with the way out if there is none.
  func require(for profile: String) async throws(Failure) {
    let answer = await control(["show-environment"])
    guard answer.code != 0 else { return }
    let reason =
      answer.code == 127
      ? "systemctl is not installed" : Self.reason(answer, or: "it does not answer")
    throw Failure(
      "There is no systemd for this user (\(reason)). Let another supervisor run "
        + "‘zonechat --profile \(profile) agent run’; ‘agent install --print’ prints what a unit says."
    )
  }

  /// Runs `systemctl --user` with these words; throws a sentence if it fails.
  func run(_ words: String...) async throws(Failure) {
    let answer = await control(words)
    guard answer.code == 0 else {
      throw Failure(
        "‘systemctl --user \(words.joined(separator: " "))’ failed ("
          + Self.reason(answer, or: "exit code \(answer.code)") + ").")
    }
  }

  private func control(_ words: [String]) async -> Child.Result {
    let answer = await Child.runAside(
      ["systemctl", "--user", "--no-pager"] + words, environment: environment, output: .captured,
      .killed(after: Self.patience))
    return answer
      ?? Child.Result(code: 124, errorOutput: "no answer in \(Self.patience / .seconds(1)) s")
  }

  private static func reason(_ answer: Child.Result, or other: String) -> String {
    let words = answer.errorOutput.split(separator: "\n").first.map(String.init) ?? ""
    return words.isEmpty ? other : words.trimmingCharacters(in: [" ", "."])
  }
}
