import ArgumentParser

struct AgentCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "agent", abstract: "Send, fetch and notify while no window is open.",
    discussion: """
      The agent is a process in the background that belongs to one profile. It sends what waits, finishes uploads \
      and downloads, keeps the local copy fresh, shows notifications of the desktop by the same settings as \
      the client, and runs the commands of [away] and [hooks]. A window takes its work over at once, and gives it \
      back at its end.
      """,
    subcommands: [
      AgentStatusCommand.self, AgentInstallCommand.self, AgentRemoveCommand.self,
      AgentRunCommand.self,
    ],
    defaultSubcommand: AgentStatusCommand.self)
}
