import ArgumentParser
import ChatUI
import ChatWords
import CommandSupport
import Foundation
import PlainClient

struct ManualCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "manual", abstract: "Print the manual page zonechat(1), in the language of man.",
    discussion: "--json prints the page as a text, or the paths of the pages that were written.")

  @OptionGroup var options: GlobalOptions

  @Flag(name: .long, help: "Print the page docs/commands.md, which has every command and option.")
  var commands = false

  @Option(
    name: .long,
    help: ArgumentHelp(
      "Write this page and one for each command into this folder.", valueName: "dir"),
    completion: .directory)
  var pages: String?

  func run() throws {
    if let pages { return try write(to: URL(fileURLWithPath: pages, isDirectory: true)) }
    let text = try commands ? CommandsPage(groups: Self.groups()).text : page.text
    if options.json { return try Output.json(["text": text]) }
    try Output.write(text)
  }

  /// All commands, under their headings.
  private static func groups() throws -> [(name: String, commands: [CommandHelp])] {
    try RootCommand.configuration.groupedSubcommands.map { group in
      (group.name, try group.subcommands.map { try CommandHelp(of: $0) })
    }
  }

  private var page: ManualPage {
    let groups = RootCommand.configuration.groupedSubcommands.map { group in
      ManualPage.Group(
        name: group.name,
        commands: group.subcommands.map { command in
          ManualItem(
            name: command._commandName, sentences: [command.configuration.abstract])
        })
    }
    let words = ManualPage.Group(
      name: "Words of zonechat --plain",
      commands: LineCommands.all.map { command in
        ManualItem(name: command.verb.usage, sentences: [command.verb.title])
      })
    return ManualPage(groups: groups + [words])
  }

  private func write(to folder: URL) throws {
    try NamedFolder.make(folder)
    do {
      func write(_ text: String, as name: String) throws {
        let file = folder.appendingPathComponent(name + ".1")
        try Data(text.utf8).write(to: file)
        if options.json { try Output.json(["path": file.path]) }
      }
      try write(page.text, as: "zonechat")
      for page in try Self.groups().flatMap(\.commands).filter(\.shouldDisplay)
        .flatMap({ $0.manualPages(below: []) })
      {
        try write(page.text, as: page.name)
      }
    } catch is CocoaError {
      throw Failure(
        "The pages cannot be written to \(folder.path). Check its rights and the disk.")
    }
  }
}

extension CommandHelp {
  /// The manual pages of this command and of those below it.
  fileprivate func manualPages(below path: [String]) -> [(name: String, text: String)] {
    let words = (path + [commandName]).joined(separator: " ")
    let (below, shown) = (shownSubcommands, (arguments ?? []).filter(\.shouldDisplay))
    let page = CommandManualPage(
      command: words, abstract: abstract ?? "",
      usage: below.isEmpty ? shown.map(\.usage).joined(separator: " ") : nil,
      discussion: discussion ?? "",
      options: shown.map { argument in
        let value = argument.defaultValue.map { "Default: \($0)." }
        let sentences = [argument.abstract, argument.discussion, value].compactMap(\.self)
        return .init(
          name: argument.spelled(between: ", "), sentences: sentences.filter { !$0.isEmpty })
      },
      commands: below.map { .init(name: $0.commandName, sentences: [$0.abstract ?? ""]) })
    return [(CommandManualPage.name(of: words), page.text)]
      + below.flatMap { $0.manualPages(below: path + [commandName]) }
  }
}
