import ArgumentParser
import CloudModel
import CommandSupport
import Foundation

struct CloudSchemaCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "schema", abstract: "Read and change a container's schema as text.",
    discussion: "The text is in the CloudKit Schema Language, which cktool reads and writes.",
    subcommands: [
      CloudSchemaExportCommand.self, CloudSchemaImportCommand.self,
      CloudSchemaValidateCommand.self, CloudSchemaPromoteCommand.self,
      CloudSchemaAddFieldCommand.self, CloudSchemaAddIndexCommand.self,
    ])
}

/// Which container's schema a command is about.
struct SchemaContainerOptions: ParsableArguments {
  @Option(
    name: .long,
    help: ArgumentHelp("The container; the default is the cloud's own.", valueName: "identifier"))
  var container: String?
}

/// The change of a whole schema by a command, as `--json` prints it.
struct SchemaChange: Encodable {
  /// `import` or `promote`.
  var action: String
  var environment: CloudEnvironment
  /// Whether the environment has the schema now.
  var isChanged: Bool
}

/// Reads the name of an environment.
@Sendable func schemaEnvironment(_ name: String) throws -> CloudEnvironment {
  guard let environment = CloudEnvironment(anyWord: name) else {
    throw ValidationError("‘\(name)’ is not an environment. Write development or production.")
  }
  return environment
}
