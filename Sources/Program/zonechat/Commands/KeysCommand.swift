import ArgumentParser
import ChatUI
import ClientSettings
import CloudClient
import CommandSupport
import TerminalUI

struct KeysCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "keys", abstract: "List the keys and slash commands of the full-screen client.")

  @OptionGroup var options: GlobalOptions

  @Flag(name: .long, help: "Print the table [keys] of the settings file with every action.")
  var dump = false

  @Flag(name: .long, help: "Print the page docs/keys.md, which has the keys without settings.")
  var page = false

  func run() throws {
    if page { return try Output.line(String(KeysPage.text.dropLast())) }
    let settings = try settings()
    let keymap = Keymap(preset: settings.preset, own: settings.keys)
    if dump {
      let table = SettingsExample.keys(of: SettingsVocabulary.chat.actions, keymap: keymap)
      return try Output.line(String(table.dropLast()))
    }
    if options.json { return try printJSON(keymap) }
    for section in HelpSection.all(startingWith: .composing, keymap) {
      try Output.line(section.title)
      for entry in section.entries { try Output.line("  \(entry.keys)\n      \(entry.title)") }
    }
  }

  private struct ActionJSON: Encodable {
    var name: String
    var title: String
    var keys: [String]
    var slash: String?
  }

  private func printJSON(_ keymap: Keymap) throws {
    for action in ActionRegistry.all {
      try Output.json(
        ActionJSON(
          name: action.id, title: action.title, keys: keymap.keys(of: action).map(\.text),
          slash: action.slashText))
    }
    for command in EditingCommand.allCases {
      try Output.json(
        ActionJSON(
          name: command.rawValue, title: command.title,
          keys: keymap.keys(of: command).map(\.text)))
    }
  }

  private func settings() throws -> Settings {
    do {
      return try SettingsFile(Paths(environment: Live.environment).settings).read()
    } catch let mistakes as SettingsMistakes {
      throw Failure("\(mistakes.sentence) ‘zonechat config’ names the file.")
    }
  }
}
