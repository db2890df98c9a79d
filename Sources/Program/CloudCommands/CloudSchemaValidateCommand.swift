import ArgumentParser
import CloudModel
import CloudServer
import CloudStorage
import CommandSupport

struct CloudSchemaValidateCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "validate", abstract: "Check a schema's text without a cloud.")

  @OptionGroup var options: GlobalOptions

  @Argument(help: "The file; - reads standard input.", completion: .file())
  var file: String

  func run() throws {
    let text = try NamedFile.text(file)
    let schema: Schema
    do throws(SchemaSyntaxError) {
      schema = try Schema(text: text)
    } catch {
      throw Failure("\(NamedFile.name(file)), \(error)")
    }
    let checked = CheckedSchema(
      recordTypes: schema.recordTypes.count,
      fields: schema.recordTypes.values.map(\.fields.count).reduce(0, +))
    if options.json { return try Output.json(checked) }
    try Output.line("Valid: \(checked.recordTypes) record types, \(checked.fields) fields.")
  }
}

/// The contents of a valid schema, as `--json` prints them.
private struct CheckedSchema: Encodable {
  var recordTypes: Int
  var fields: Int
}
