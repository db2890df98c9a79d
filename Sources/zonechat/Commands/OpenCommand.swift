import ArgumentParser
import ChatCore
import ChatModel
import ChatUI
import Foundation
import ReplicaFiles
import TerminalUI

struct OpenCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "open", abstract: "Open the full-screen client (the default).")

  @OptionGroup var options: GlobalOptions

  @Argument(
    help: ArgumentHelp(
      "The chat to open: its id, the start of it, or its title; or an invitation link to look at."))
  var chat: String?

  func run() async throws {
    guard isatty(STDIN_FILENO) == 1, isatty(STDOUT_FILENO) == 1 else {
      throw Failure(
        "The full-screen client needs a terminal. ‘zonechat --help’ lists the commands that do "
          + "not.",
        code: .usage)
    }
    try await signUpOnce()
    let invitation = chat.flatMap(Self.invitation)
    try await Session.with(options) { session in
      // The client looks up the link at once; if the cloud cannot be started, the look-up fails with a reason.
      if invitation != nil { try? session.ensureCloud() }
      try await session.whileSyncing { gate in try await show(session, invitation, gate) }
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

  /// The link that a text is; nil for any other text, which names a chat.
  static func invitation(_ text: String) -> InvitationLink? {
    try? InvitationLink(parsing: text)
  }

  @MainActor private func show(
    _ session: Session, _ invitation: InvitationLink?, _ gate: EngineGate
  ) async throws {
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
      timeZone: .current, locale: .current,
      openChat: invitation == nil ? chat : nil, invitation: invitation, settings: settings,
      mayTell: { herald.mayTell() },
      programs: TerminalPrograms(input: input, environment: Live.environment).programs,
      places: FilePlaces(environment: Live.environment, opened: profile.openedFiles).places,
      preferences: preferences.read(), keep: { preferences.write($0) },
      background: ChatApp.Background(pause: { await gate.close() }, resume: { gate.open() }))
    try await input.withEvents { events in
      await app.run(events: events)
    }
  }
}
