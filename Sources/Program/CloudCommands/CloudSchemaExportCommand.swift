import ArgumentParser
import ChatModel
import CloudClient
import CloudModel
import CommandSupport
import Foundation
import LocalFiles

struct CloudSchemaExportCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "export", abstract: "Print a schema.")

  @OptionGroup var administration: AdministrationOptions
  @OptionGroup var container: SchemaContainerOptions

  @Option(
    name: .long, help: "The environment: development or production.",
    completion: .environments, transform: schemaEnvironment)
  var environment: CloudEnvironment = .development

  @Option(
    name: .shortAndLong,
    help: ArgumentHelp("Write the schema to this file.", valueName: "file"),
    completion: .file())
  var output: String?

  func run() async throws {
    let text = try await administration.askStarted {
      try await $0.schema(of: container.container, in: environment)
    }
    let json = administration.options.json
    guard let output else {
      if json { return try Output.json(ExportedSchema(environment: environment, text: text)) }
      try Output.line(text.trimmingCharacters(in: .newlines))
      return
    }
    do {
      try Data(text.utf8).write(to: FileAddress.file(output), options: .atomic)
    } catch {
      throw Failure(
        "\(output) cannot be written (\(SystemReason.of(error))). Choose another path.")
    }
    if json { try Output.json(ExportedSchema(environment: environment, path: output)) }
  }
}

/// A schema, as `--json` prints it: its text, or the file that has it.
private struct ExportedSchema: Encodable {
  var environment: CloudEnvironment
  var text: String?
  var path: String?
}
