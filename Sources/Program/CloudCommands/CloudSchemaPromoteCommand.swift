import ArgumentParser
import CloudClient
import CloudModel
import CommandSupport

struct CloudSchemaPromoteCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "promote", abstract: "Copy the schema of development to production.")

  @OptionGroup var administration: AdministrationOptions
  @OptionGroup var container: SchemaContainerOptions

  func run() async throws {
    try await administration.askStarted {
      try await $0.promoteSchema(of: container.container)
    }
    if administration.options.json {
      return try Output.json(
        SchemaChange(action: "promote", environment: .production, isChanged: true))
    }
    try Output.line("Production has the schema of development now.")
  }
}
