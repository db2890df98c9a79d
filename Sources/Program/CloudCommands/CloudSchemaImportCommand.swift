import ArgumentParser
import CloudClient
import CloudModel
import CommandSupport
import Foundation

struct CloudSchemaImportCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "import", abstract: "Replace a schema with the one in a file.",
    discussion: """
      A schema for development must contain everything that production has. Fields that it lacks \
      are removed from development together with their values. An import that would lose other \
      data is refused, and changes nothing.
      """)

  @OptionGroup var administration: AdministrationOptions
  @OptionGroup var container: SchemaContainerOptions

  @Option(
    name: .long, help: "The environment: development or production.",
    completion: .environments, transform: schemaEnvironment)
  var environment: CloudEnvironment = .development

  @Flag(name: .long, help: "Check whether the schema can be imported, and change nothing.")
  var dryRun = false

  @Argument(help: "The file; - reads standard input.", completion: .file())
  var file: String

  func run() async throws {
    let text = try NamedFile.text(file)
    try await administration.askStarted {
      try await $0.importSchema(
        text, to: container.container, in: environment, isDryRun: dryRun)
    }
    if administration.options.json {
      return try Output.json(
        SchemaChange(action: "import", environment: environment, isChanged: !dryRun))
    }
    try Output.line(
      dryRun
        ? "The schema can be imported into \(environment.rawValue)."
        : "\(environment.rawValue.capitalized) has this schema now.")
  }
}
