import ArgumentParser
import CloudClient
import CloudModel
import Foundation

struct CloudSchemaImportCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "import", abstract: "Make a schema what a file says.",
    discussion: """
      What production has must be in the file. Values of fields that development loses go with \
      them; any other loss of data is refused and nothing is changed.
      """)

  @OptionGroup var administration: AdministrationOptions
  @OptionGroup var container: SchemaContainerOptions

  @Option(name: .long, help: "development or production.", transform: schemaEnvironment)
  var environment: CloudEnvironment = .development

  @Flag(name: .long, help: "Only say whether it could be imported.")
  var dryRun = false

  @Argument(help: "The file; - for standard input.")
  var file: String

  func run() async throws {
    let text = try textFile(file)
    try await administration.askStarted {
      try await $0.importSchema(
        text, to: container.container, in: environment, isDryRun: dryRun)
    }
    Output.line(
      dryRun
        ? "The schema could be imported into \(environment.rawValue)."
        : "\(environment.rawValue.capitalized) has the schema now.")
  }
}
