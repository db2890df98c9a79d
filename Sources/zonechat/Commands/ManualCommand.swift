import ArgumentParser
import ChatUI
import ChatViews
import Composition
import PlainClient

struct ManualCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "manual", abstract: "Print the manual page zonechat(1), in the language of man.")

  @OptionGroup var options: GlobalOptions

  @Flag(name: .long, help: "Print the page docs/commands.md, which has every command and option.")
  var commands = false

  func run() throws {
    if commands { return try Output.line(String(try CommandsPage().text.dropLast())) }
    let groups = RootCommand.configuration.groupedSubcommands.map { group in
      ManualPage.Group(
        name: group.name,
        commands: group.subcommands.map { command in
          ManualPage.Entry(name: command._commandName, sentence: command.configuration.abstract)
        })
    }
    let words = ManualPage.Group(
      name: "Words of zonechat --plain",
      commands: LineCommands.all.map { command in
        ManualPage.Entry(
          name: "\(command.name) \(command.argument)".trimmedBlanks, sentence: command.title)
      })
    try Output.line(String(ManualPage(groups: groups + [words]).text.dropLast()))
  }
}
