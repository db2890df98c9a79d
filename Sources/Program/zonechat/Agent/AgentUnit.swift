import CloudClient
import CommandSupport
import Foundation

/// The unit with which systemd runs the agent of a profile for its user.
///
/// Source: systemd.unit(5), systemd.service(5), and systemd.syntax(7) for what is quoted.
struct AgentUnit: Sendable {
  /// The variables that decide where the profile, the settings and the cloud are.
  private static let variables = [
    "ZONECHAT_HOME", "ZONECHAT_CONFIG", "XDG_DATA_HOME", "XDG_CONFIG_HOME",
  ]

  let profile: String
  /// The address of the cloud, where the profile's own is not meant.
  let cloud: String?
  /// The program's path.
  let program: String
  let environment: [String: String]

  init(options: GlobalOptions, environment: [String: String]) {
    profile = options.profile
    cloud = options.cloud
    program = Self.programPath
    self.environment = environment
  }

  private static var programPath: String {
    let link = "/proc/self/exe"
    return (try? FileManager.default.destinationOfSymbolicLink(atPath: link)) ?? link
  }

  var name: String { "zonechat-agent-\(profile).service" }

  /// The file of the unit, where systemd looks for the units of this user.
  var file: URL {
    Paths.configurationHome(environment).appending(path: "systemd/user").appending(path: name)
  }

  var isInstalled: Bool { FileManager.default.fileExists(atPath: file.path) }

  /// Whether the program is one that the next build replaces.
  var isOfBuild: Bool { program.contains("/.build/") }

  var text: String {
    let words = [program, "--profile", profile] + (cloud.map { ["--cloud", $0] } ?? [])
    let command = (words + ["agent", "run"]).map(Self.quoted(word:)).joined(separator: " ")
    let variables = Self.variables.compactMap { name in
      environment[name].flatMap { value in
        value.isEmpty ? nil : "Environment=\(Self.quoted("\(name)=\(value)"))\n"
      }
    }
    return """
      [Unit]
      Description=ZoneChat while no window is open, for the profile \(profile)
      Documentation=man:zonechat(1)
      # However often it fails, it is started again.
      StartLimitIntervalSec=0

      [Service]
      Type=exec
      ExecStart=\(command)
      \(variables.joined())Restart=on-failure
      RestartSec=10
      # Wrong usage stays wrong.
      RestartPreventExitStatus=2
      # The cloud of this user, which the agent may have started, is not part of it.
      KillMode=process

      [Install]
      WantedBy=default.target

      """
  }

  /// A word of a command line, of which `$` would name a variable.
  private static func quoted(word: String) -> String {
    quoted(word.replacing("$", with: "$$"))
  }

  /// A text in quotes; `%` would begin a specifier.
  private static func quoted(_ text: String) -> String {
    let escaped = text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
      .replacing("%", with: "%%").replacing("\n", with: "\\n")
    return "\"\(escaped)\""
  }
}
