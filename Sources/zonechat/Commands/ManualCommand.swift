import ArgumentParser
import ChatUI

struct ManualCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "manual", abstract: "Print the manual page zonechat(1), in the language of man.")

  @OptionGroup var options: GlobalOptions

  func run() {
    let groups = RootCommand.configuration.groupedSubcommands.map { group in
      ManualPage.Group(
        name: group.name,
        commands: group.subcommands.map { command in
          ManualPage.Entry(name: command._commandName, sentence: command.configuration.abstract)
        })
    }
    Output.line(String(ManualPage(groups: groups).text.dropLast()))
  }
}
