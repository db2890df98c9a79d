import ArgumentParser
import ChatModel
import ClientSettings
import CloudClient
import CommandSupport
import Foundation

struct AgentStatusCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "status", abstract: "Say whether the agent runs, and what it does.",
    discussion: "Exit code 1 means that no agent runs.")

  @OptionGroup var options: GlobalOptions

  func run() async throws {
    let paths = Paths(environment: Live.environment)
    let profile = Profile(name: options.profile, paths: paths)
    let unit = AgentUnit(options: options, environment: Live.environment)
    let holder = AgentLock(of: profile).holder
    let isSignedIn = try profile.signIn() != nil
    let status = AgentStatusJSON(
      profile: options.profile,
      state: holder == nil
        ? .off : !isSignedIn ? .signedOut : profile.attendance.isFree ? .works : .waits,
      processID: holder?.processID, since: holder?.since,
      unit: unit.isInstalled ? unit.file.path : nil,
      notifications: notifications(SettingsFile(paths.settings)),
      away: SettingsFile(paths.settings).news().usable.away.command.first)
    try options.json ? Output.json(status) : Output.write(status.words)
    guard holder != nil else { throw ExitCode(Failure.Code.failed.rawValue) }
  }

  /// The name of the notifier with which the agent tells of new messages; nil where it does not.
  private func notifications(_ file: SettingsFile) -> String? {
    guard case .settings(let settings) = file.news(), settings.notifications.agent,
      settings.notifications.level != .none
    else { return nil }
    return DesktopNotifier(environment: Live.environment).name
  }
}

/// The agent as `--json` prints it.
struct AgentStatusJSON: Encodable {
  enum State: String, Encodable {
    case works, waits, signedOut, off
  }

  var profile: String
  var state: State
  var processID: Int32?
  var since: Date?
  var unit: String?
  var notifications: String?
  /// The program that is run for what needs the person.
  var away: String?

  /// The same for people, line by line.
  var words: String {
    let process = processID.map { ", process \($0)" } ?? ""
    let time = since.map { ", since \(Output.time($0))" } ?? ""
    let doing =
      switch state {
      case .works: "runs\(process)\(time)"
      case .waits: "waits while a window is open\(process)\(time)"
      case .signedOut: "waits until somebody signs in\(process)\(time)"
      case .off: "does not run"
      }
    let installed =
      unit.map { "installed, \($0)" } ?? "not installed; ‘zonechat agent install’ does that"
    return """
      agent          \(doing)
      unit           \(installed)
      notifications  \(notifications.map { "by \($0)" } ?? "none")
      away           \(away.map { "runs \(Output.harmless($0))" } ?? "runs nothing")

      """
  }
}
