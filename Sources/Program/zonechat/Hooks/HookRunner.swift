import CommandSupport
import Processes
import TerminalUI

/// Something for which a person lets a command of their own run.
struct HookEvent: Sendable {
  /// For the environment, each with `ZONECHAT_` before its name.
  var variables: [String: String]
  /// One line of JSON, for standard input.
  var json: String

  /// Bytes of a text: escaped as JSON it is at most six times as long, and fits `HookRunner.inputLimit`.
  private static let textLimit = 8 * 1024

  /// The beginning of a text that somebody wrote, for the line.
  static func beginning(of text: String) -> String {
    String(decoding: text.utf8.prefix(textLimit), as: UTF8.self)
  }
}

/// Runs a person's own commands of `[away]` and `[hooks]`, one after the other.
///
/// 1. A command is a program and its arguments as the settings have them. No shell reads it.
/// 2. What others have written reaches it only as data: as JSON on standard input, and as environment variables of one
///    line and a limited length.
/// 3. A command that does not end in time, or for which nobody waits any more, is killed with all that it has started.
struct HookRunner: Sendable {
  /// Our choice: enough for a mail over a slow line.
  private static let patience = Duration.seconds(30)
  /// Our choice: enough for a sentence.
  private static let variableCharacters = 1000
  /// Bytes; a pipe holds 64 KiB, and nobody may wait for a program that does not read.
  static let inputLimit = 60 * 1024

  let profile: String
  let environment: [String: String]
  /// Where the command prints: not over a screen.
  let output: Child.Output
  /// Takes a sentence about a command that has failed.
  let report: @Sendable (String) -> Void

  /// Runs a command, and returns when it has ended.
  ///
  /// - Parameters:
  ///   - words: the program and its arguments.
  ///   - setting: the name of the setting, for sentences.
  ///   - event: what has happened.
  func run(_ words: [String], of setting: String, for event: HookEvent) async {
    var environment = environment
    environment["ZONECHAT_PROFILE"] = profile
    for (name, value) in event.variables {
      environment["ZONECHAT_" + name] = String(
        DisplayText.singleLine(value).prefix(Self.variableCharacters))
    }
    let input = event.json.utf8.count < Self.inputLimit ? event.json + "\n" : "{}\n"
    let result = await Child.runAside(
      words, environment: environment, input: input, output: output,
      .killed(after: Self.patience))
    guard !Task.isCancelled else { return }
    switch result?.code {
    case 0: break
    case 127: report("The command of ‘\(setting)’ was not found: \(words[0])")
    case let code?: report("The command of ‘\(setting)’ failed (exit code \(code)).")
    case nil: report("The command of ‘\(setting)’ did not end in 30 s, and was killed.")
    }
  }
}

extension HookRunner {
  /// The runner beside a window: the screen belongs to the window.
  static func besideWindow(of profile: String) -> HookRunner {
    HookRunner(profile: profile, environment: Live.environment, output: .discarded) { _ in }
  }

  /// The runner of the agent: its log has what the commands print.
  static func ofAgent(_ profile: String) -> HookRunner {
    HookRunner(profile: profile, environment: Live.environment, output: .logged) { Output.note($0) }
  }
}
