import ArgumentParser
import CloudModel
import CloudServer
import CloudStorage
import Composition

struct CloudSchemaValidateCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "validate", abstract: "Check a schema's text without a cloud.")

  @Argument(help: "The file; - reads standard input.")
  var file: String

  func run() throws {
    let text = try textFile(file)
    do {
      let schema = try Schema(text: text)
      let fields = schema.recordTypes.values.map(\.fields.count).reduce(0, +)
      try Output.line("Valid: \(schema.recordTypes.count) record types, \(fields) fields.")
    } catch {
      throw Failure("\(file), \(error)")
    }
  }
}
