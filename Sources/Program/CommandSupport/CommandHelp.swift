package import ArgumentParser
import Foundation

/// A command as its parser knows it: its options, its arguments, the commands below it.
package struct CommandHelp: Decodable {
  package struct Argument: Decodable {
    package enum Kind: String, Decodable { case positional, option, flag }

    package struct Name: Decodable {
      /// `long`, `short` or `longWithSingleDash`.
      package var kind: String
      package var name: String

      /// As a person types it.
      package var text: String { (kind == "long" ? "--" : "-") + name }
    }

    package var kind: Kind
    package var shouldDisplay: Bool
    package var isOptional: Bool
    package var isRepeating: Bool
    package var names: [Name]?
    package var valueName: String?
    package var defaultValue: String?
    package var allValues: [String]?
    package var abstract: String?
    package var discussion: String?

    /// All its names, with its value.
    package func spelled(between separator: String) -> String {
      let value = "<\(valueName ?? "value")>"
      let names = (names ?? []).map(\.text).joined(separator: separator)
      switch kind {
      case .positional: return value
      case .option: return names + " " + value
      case .flag: return names
      }
    }

    /// As it stands in the usage of its command.
    package var usage: String {
      let name = names?.last?.text ?? ""
      let value = "<\(valueName ?? "value")>"
      let text =
        switch kind {
        case .positional: value
        case .option: name + " " + value
        case .flag: name
        }
      return (isOptional ? "[\(text)]" : text) + (isRepeating ? " …" : "")
    }
  }

  private struct Dump: Decodable { var command: CommandHelp }

  package var commandName: String
  package var shouldDisplay: Bool
  package var abstract: String?
  package var discussion: String?
  package var subcommands: [CommandHelp]?
  package var arguments: [Argument]?

  /// Throws if the parser has changed how it tells of itself.
  package init(of command: any ParsableCommand.Type) throws {
    self = try JSONDecoder().decode(Dump.self, from: Data(command._dumpHelp().utf8)).command
  }

  /// The commands below that people see.
  package var shownSubcommands: [CommandHelp] {
    (subcommands ?? []).filter { $0.shouldDisplay && $0.commandName != "help" }
  }
}
