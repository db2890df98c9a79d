import ArgumentParser
import ClientSettings
import CloudClient
import CommandSupport
import Foundation
import TOMLText

struct ConfigCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "config",
    abstract: "Say where the client's settings are, and whether they are right.",
    discussion: """
      The file is $XDG_CONFIG_HOME/zonechat/config.toml or ~/.config/zonechat/config.toml. \
      ZONECHAT_CONFIG names another one. To begin: zonechat config --example >FILE
      """,
    subcommands: [ConfigCheckCommand.self], defaultSubcommand: ConfigCheckCommand.self)
}

struct ConfigCheckCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "check", abstract: "Check the settings, and print the place of their file.")

  @OptionGroup var options: GlobalOptions

  @Flag(name: .long, help: "Print an example with every setting and its default.")
  var example = false

  func run() throws {
    if example { return try Output.line(String(SettingsExample.text.dropLast())) }
    let file = Paths(environment: Live.environment).settings
    let report = try report(on: file)
    if options.json {
      try Output.json(report)
    } else {
      try Output.line(Output.harmless(report.file))
      if !report.exists {
        Output.note(
          "There is no such file; the defaults are in use. ‘zonechat config --example’ prints one.")
      } else if report.problems.isEmpty {
        Output.note("The settings are right.")
      } else {
        for problem in report.problems { Output.note(problem.text) }
      }
    }
    guard report.problems.isEmpty else {
      throw ExitCode(Failure.Code.failed.rawValue)
    }
  }

  private struct Report: Encodable {
    struct Problem: Encodable {
      var line: Int
      var column: Int
      var text: String
      var nearest: String?
    }
    var file: String
    var exists: Bool
    var problems: [Problem]
  }

  private func report(on file: URL) throws -> Report {
    var report = Report(
      file: file.path, exists: FileManager.default.fileExists(atPath: file.path), problems: [])
    do {
      _ = try SettingsFile(file).read()
    } catch let mistakes as SettingsMistakes {
      report.problems = mistakes.problems.map { problem in
        Report.Problem(
          line: problem.place.line, column: problem.place.column, text: problem.sentence,
          nearest: problem.nearest)
      }
    }
    return report
  }
}
