import ArgumentParser
import CloudClient
import CommandSupport
import Foundation
import LocalFiles

struct AgentInstallCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "install", abstract: "Let systemd run the agent whenever you are logged in.",
    discussion: """
      Writes a unit into the folder for the units of this user, enables it and starts it. If there is one already, \
      it is replaced. ‘loginctl enable-linger’ lets the agents of this user run after the logout too.
      """)

  @OptionGroup var options: GlobalOptions

  @Flag(name: .long, help: "Only print the unit.")
  var print = false

  func run() async throws {
    let paths = Paths(environment: Live.environment)
    _ = try Profile(name: options.profile, paths: paths).requireSignIn()
    let unit = AgentUnit(options: options, environment: Live.environment)
    if print {
      guard options.json else { return try Output.write(unit.text) }
      return try Output.json(
        AgentUnitJSON(profile: options.profile, unit: unit.file.path, text: unit.text))
    }
    let systemd = Systemd(.user, environment: Live.environment)
    if let obstacle = await systemd.obstacle() {
      throw Failure(
        "There is no systemd for this user (\(obstacle)). Let another supervisor run "
          + "‘zonechat --profile \(options.profile) agent run’; ‘agent install --print’ prints what a unit says."
      )
    }
    do {
      try FileManager.default.createDirectory(
        at: unit.file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try FileDraft.write(Data(unit.text.utf8), to: unit.file)
    } catch {
      throw Failure("\(unit.file.path) cannot be written: \(SystemReason.of(error))")
    }
    try await systemd.run("daemon-reload")
    try await systemd.run("enable", unit.name)
    // Also where an earlier one runs, of which the unit may have said something else.
    try await systemd.run("restart", unit.name)
    if options.json {
      try Output.json(AgentUnitJSON(profile: options.profile, unit: unit.file.path))
    } else {
      try Output.line("The agent of ‘\(options.profile)’ runs now, and whenever you are logged in.")
    }
    if unit.isOfBuild {
      Output.note("It runs \(unit.program). ‘make install’ gives the program a place that stays.")
    }
  }
}

struct AgentRemoveCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "remove", abstract: "End the agent, and remove its unit.")

  @OptionGroup var options: GlobalOptions

  func run() async throws {
    let unit = AgentUnit(options: options, environment: Live.environment)
    guard unit.isInstalled else {
      throw Failure("No agent is installed for the profile ‘\(options.profile)’.")
    }
    let systemd = Systemd(.user, environment: Live.environment)
    do throws(Failure) {
      try await systemd.run("disable", "--now", unit.name)
    } catch {
      // Without its unit it does not come back at the next login; that is worth more than this failure.
      Output.note(error.message)
    }
    do {
      try FileManager.default.removeItem(at: unit.file)
    } catch {
      throw Failure("\(unit.file.path) cannot be removed: \(SystemReason.of(error))")
    }
    do throws(Failure) {
      try await systemd.run("daemon-reload")
    } catch {
      Output.note(error.message)
    }
    if options.json {
      return try Output.json(AgentUnitJSON(profile: options.profile, unit: unit.file.path))
    }
    try Output.line("The agent of ‘\(options.profile)’ is removed. Accounts and chats stay.")
  }
}

/// The unit that `agent install` or `agent remove` has written or removed, with `--json`.
struct AgentUnitJSON: Encodable {
  var profile: String
  var unit: String
  /// With `--print`: what would be written.
  var text: String?
}
