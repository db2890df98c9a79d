/// The page docs/commands.md, made from the parser.
package struct CommandsPage {
  private static let head = """
    # Commands

    Made by the program (`make pages`). [The guide](user-guide.md#commands) says what the commands are for, and
    [json.md](json.md) what `--json` prints.

    Data goes to standard output, words about it to standard error. The word behind the chat is the text (the title, the
    emoji), also if it begins with dashes; write `--` before one that is like an option of the command.

    | exit code | means |
    |---|---|
    | 0 | done |
    | 1 | failed, also if the output cannot be written |
    | 2 | wrong usage |
    | 3 | nobody is signed in |
    | 4 | not finished in time, no connection, or partly refused by the cloud: `--wait`, `sync`, `attachment` |
    | 141 | the reader of the output has gone, as `head` does; nothing is said about it |

    """

  /// Options that every command has, or nearly.
  private static let commonNames = Set([
    "--profile", "--cloud", "--ca", "--json", "--quiet", "--help", "-h", "--version",
  ])

  private let groups: [(name: String, commands: [CommandHelp])]

  /// The options of all commands, as the first command describes them.
  private let common: [CommandHelp.Argument]

  /// The commands under their headings; those that are hidden are left out.
  package init(groups: [(name: String, commands: [CommandHelp])]) {
    self.groups = groups.map { ($0.name, $0.commands.filter(\.shouldDisplay)) }
    common = (self.groups.first?.commands.first?.arguments ?? []).filter { argument in
      argument.names?.contains { Self.commonNames.contains($0.text) } == true
    }
  }

  package var text: String {
    var lines = [Self.head]
    lines.append(
      "Contents: "
        + (["Options of every command"] + groups.map(\.name)).map { "[\($0)](#\(Self.anchor($0)))" }
        .joined(separator: " · ") + "\n")
    lines.append("## Options of every command\n")
    lines += Self.table(common)
    for group in groups {
      lines.append("## \(group.name)\n")
      for command in group.commands { lines += section(command, path: []) }
    }
    return lines.joined(separator: "\n")
  }

  private func section(_ command: CommandHelp, path: [String]) -> [String] {
    let path = path + [command.commandName]
    let below = command.shownSubcommands
    let arguments = (command.arguments ?? []).filter { $0.shouldDisplay && !isCommon($0) }
    var lines = ["### zonechat \(path.joined(separator: " "))\n"]
    if let abstract = command.abstract, !abstract.isEmpty {
      lines.append(Self.escaped(abstract) + "\n")
    }
    if below.isEmpty {
      lines.append(
        "```\nzonechat \((path + arguments.map(\.usage)).joined(separator: " "))\n```\n")
    }
    if let discussion = command.discussion, !discussion.isEmpty {
      // What is laid out in columns stays so.
      lines.append(
        discussion.contains("\n  ")
          ? "```\n\(discussion)\n```\n" : Self.escaped(discussion) + "\n")
    }
    if !arguments.isEmpty { lines += Self.table(arguments) }
    return lines + below.flatMap { section($0, path: path) }
  }

  private static func table(_ arguments: [CommandHelp.Argument]) -> [String] {
    ["| | | default |", "|---|---|---|"]
      + arguments.map { argument in
        let words = [argument.abstract, argument.discussion].compactMap(\.self).filter {
          !$0.isEmpty
        }
        return
          "| `\(argument.spelled(between: "`, `"))` | \(escaped(words.joined(separator: " "))) | "
          + "\(argument.defaultValue.map { "`\($0)`" } ?? "") |"
      } + [""]
  }

  /// Whether an option has the meaning that it has in every command.
  private func isCommon(_ argument: CommandHelp.Argument) -> Bool {
    common.contains { option in
      option.abstract == argument.abstract
        && option.names?.map(\.text) == argument.names?.map(\.text)
    }
  }

  private static func escaped(_ text: String) -> String {
    text.replacing("|", with: "\\|").replacing("<", with: "&lt;")
  }

  private static func anchor(_ title: String) -> String {
    title.lowercased().replacing(" ", with: "-").filter { $0.isLetter || $0.isNumber || $0 == "-" }
  }
}
