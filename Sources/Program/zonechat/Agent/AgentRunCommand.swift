import ArgumentParser
import CloudClient
import CloudModel
import CommandSupport
import UnixSignals

struct AgentRunCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "run", abstract: "Be the agent, until the process is ended.",
    discussion: """
      For a supervisor, or to see what the agent does. It ends at SIGTERM, SIGINT and SIGHUP with exit code 0.
      """)

  @OptionGroup var options: GlobalOptions

  func run() async throws {
    let paths = Paths(environment: Live.environment)
    let profile = Profile(name: options.profile, paths: paths)
    let signIn = try profile.requireSignIn()
    let lock = try await AgentLock(of: profile).take()
    let signals = await UnixSignalsSequence(trapping: .sigterm, .sigint, .sighup)
    let agent = Agent(
      options: options, profile: profile, settings: SettingsFile(paths.settings),
      notifier: DesktopNotifier(environment: Live.environment))
    Output.note("The agent keeps the chats of \(signIn.credentials.name) fresh. Ctrl+C ends it.")
    try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask { try await agent.run() }
      group.addTask { for await _ in signals { return } }
      defer { group.cancelAll() }
      try await group.next()
    }
    withExtendedLifetime(lock) {}
  }
}
