import ArgumentParser
import CommandSupport
import Scenarios

struct ScenarioCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "scenario", abstract: "Play tests that can be read: people, steps, expectations.",
    discussion: "docs/scenarios.md explains the files, and has eighteen of them.",
    subcommands: [
      ScenarioRunCommand.self, ScenarioSchemaCommand.self, ScenarioDeviceCommand.self,
    ])
}

struct ScenarioSchemaCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "schema",
    abstract: "Print the JSON Schema of scenarios, with which editors complete and check them.",
    discussion: """
      EXAMPLE:
        zonechat scenario schema > scenarios.schema.json
      """)

  @Flag(name: .long, help: "Print the same as the tables of docs/scenarios.md.")
  var tables = false

  func run() throws {
    if tables { return try Output.write(StepTables.text) }
    try Output.line(ScenarioSchema.text)
  }
}
