import ArgumentParser

struct ScenarioCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "scenario", abstract: "Play tests that can be read: people, steps, expectations.",
    discussion: "docs/scenarios.md explains the files, and has twelve of them.",
    subcommands: [
      ScenarioRunCommand.self, ScenarioDeviceCommand.self,
    ])
}
