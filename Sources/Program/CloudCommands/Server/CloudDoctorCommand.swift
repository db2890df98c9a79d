import ArgumentParser
import CloudPlanFile
import CommandSupport

struct CloudDoctorCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "doctor", abstract: "Check the server of this machine, and say what to do.",
    discussion: """
      Checks, as far as this machine sees it, whether the server runs, its name and its ports, what \
      a client says of its certificate, the clock, the disks, the open files, who may sign up, and \
      the last backup. Each line begins with ‘ok’ or with ‘!’ and then says what to do. Nothing is \
      changed. Exit code 1 means that something is wrong.
      """)

  @OptionGroup var options: GlobalOptions

  @Option(
    name: .long,
    help: ArgumentHelp(
      "The file of the server; the default is \(ServerFile.standardPath).", valueName: "file"),
    completion: .file(extensions: ["toml"]))
  var config: String?

  func validate() throws {
    guard options.cloud == nil else {
      throw ValidationError(
        "A server is checked on its own machine. Use --config FILE instead of --cloud.")
    }
  }

  func run() async throws {
    let file = try ServerFile(named: config ?? ServerFile.path, allowsPlainNetwork: true)
    guard try await ServerCheck(file).report(asJSON: options.json) else {
      throw ExitCode(Failure.Code.failed.rawValue)
    }
  }
}
