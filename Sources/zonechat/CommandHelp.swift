import ArgumentParser
import Composition
import Foundation

/// A command as its parser knows it: its options, its arguments, the commands below it.
struct CommandHelp: Decodable {
  struct Argument: Decodable {
    enum Kind: String, Decodable { case positional, option, flag }

    struct Name: Decodable {
      /// `long`, `short` or `longWithSingleDash`.
      var kind: String
      var name: String

      /// As a person types it.
      var text: String { (kind == "long" ? "--" : "-") + name }
    }

    var kind: Kind
    var shouldDisplay: Bool
    var isOptional: Bool
    var isRepeating: Bool
    var names: [Name]?
    var valueName: String?
    var defaultValue: String?
    var allValues: [String]?
    var abstract: String?
    var discussion: String?
  }

  private struct Dump: Decodable { var command: CommandHelp }

  var commandName: String
  var shouldDisplay: Bool
  var abstract: String?
  var discussion: String?
  var subcommands: [CommandHelp]?
  var arguments: [Argument]?

  /// Throws if the parser has changed how it tells of itself.
  init(of command: any ParsableCommand.Type) throws {
    self = try JSONDecoder().decode(Dump.self, from: Data(command._dumpHelp().utf8)).command
  }
}
