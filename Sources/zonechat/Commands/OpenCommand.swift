import ArgumentParser
import ChatUI
import Foundation
import ReplicaFiles
import TerminalUI

struct OpenCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "open", abstract: "Open the full-screen client (the default).")

  @OptionGroup var options: GlobalOptions

  @Argument(help: ArgumentHelp("The chat to open: its id, the start of it, or its title."))
  var chat: String?

  func run() async throws {
    guard isatty(STDIN_FILENO) == 1, isatty(STDOUT_FILENO) == 1 else {
      throw Failure(
        "The full-screen client needs a terminal. ‘zonechat --help’ lists the commands that do "
          + "not.",
        code: .usage)
    }
    try await signUpOnce()
    try await Session.with(options) { session in
      try await session.whileSyncing { gate in try await show(session, gate) }
    }
  }

  /// Makes an account without further questions when a person opens the client for the first time.
  private func signUpOnce() async throws {
    let environment = Live.environment
    let profile = Profile(name: options.profile, paths: Paths(environment: environment))
    guard try profile.signIn() == nil else { return }
    let name = SignUp.suggestedName(profile: options.profile, environment: environment)
    Output.note("Creating the account ‘\(name)’ …")
    _ = try await SignUp(options: options).create(name: name)
  }

  @MainActor private func show(_ session: Session, _ gate: EngineGate) async throws {
    let terminal = NcursesTerminal(environment: Live.environment)
    try terminal.begin()
    defer { terminal.end() }
    let input = try TerminalInput()
    let paths = Paths(environment: Live.environment)
    let settings = SettingsFile(paths.settings).source()
    let profile = Profile(name: options.profile, paths: paths)
    let preferences = ScreenPreferencesFile(profile: profile)
    let herald = Herald(file: profile.heraldLock)
    let app = ChatApp(
      repository: session.repository, sharing: session.sharing, terminal: terminal, now: Live.now,
      timeZone: .current, locale: .current, openChat: chat, settings: settings,
      mayTell: { herald.mayTell() },
      programs: TerminalPrograms(input: input, environment: Live.environment).programs,
      preferences: preferences.read(), keep: { preferences.write($0) },
      background: ChatApp.Background(pause: { await gate.close() }, resume: { gate.open() }))
    try await input.withEvents { events in
      await app.run(events: events)
    }
  }
}
