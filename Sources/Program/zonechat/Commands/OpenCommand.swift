import ArgumentParser
import ChatCore
import ChatModel
import ChatStore
import ChatUI
import ChatWords
import ClientSettings
import CloudClient
import CommandSupport
import Foundation
import TerminalUI

struct OpenCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "open", abstract: "Open the full-screen client (the default).",
    discussion: """
      Where several profiles are signed in and neither --profile nor ZONECHAT_PROFILE names one, a window at a \
      terminal asks which one it opens. One can be opened always; --choose asks again.
      """)

  @OptionGroup var options: GlobalOptions

  @Argument(
    help: ArgumentHelp(
      "The chat to open: its id, the start of it, or its title; or a link or a server to follow."))
  var chat: String?

  @Flag(
    name: .long,
    help: ArgumentHelp(
      "Work line by line, for screen readers, simple terminals and pipes.",
      discussion: "A terminal of the type ‘dumb’ gets this by itself. ‘help’ lists the words."))
  var plain = false

  @Flag(name: .long, help: "Ask which profile to open, also where one is always opened.")
  var choose = false

  func validate() throws {
    guard !choose || chat == nil && options.namedProfile == nil else {
      throw ValidationError("--choose asks for a profile. Leave out --profile and the chat.")
    }
  }

  func run() async throws {
    if plain { return try await runByLine() }
    guard isatty(STDIN_FILENO) == 1, isatty(STDOUT_FILENO) == 1 else {
      throw Failure(
        "The full-screen client needs a terminal. ‘zonechat --plain’ works line by line without "
          + "one, and ‘zonechat --help’ lists the commands for scripts.",
        code: .usage)
    }
    if LineWindow.isSimple(Live.environment["TERM"]) {
      try Output.line("This terminal has no full screen, so ZoneChat works line by line.")
      return try await runByLine()
    }
    let terminal = await NcursesTerminal(environment: Live.environment)
    do {
      try await open(in: terminal, TerminalInput())
    } catch {
      await terminal.end()
      throw error
    }
    await terminal.end()
  }

  private func runByLine() async throws {
    try await LineWindow(options: options, chat: chat, choosesAgain: choose).run()
  }

  private func open(in terminal: NcursesTerminal, _ input: TerminalInput) async throws {
    let settings = SettingsFile(Paths(environment: Live.environment).settings).news().usable
    guard let opening = try await findOpening(in: terminal, input, settings) else { return }
    let place =
      opening.isFirst
      ? OpenPlace(chat: FirstSteps.zoneName, destination: .oldest) : OpenPlace(chat: opening.chat)
    try await Session.with(opening.options) { session in
      if opening.entered == .signedUp {
        let keymap = settings.keymap
        let texts = FirstSteps.texts(in: session.firstStepsCloud) { name in
          ActionRegistry.all.first { $0.id == name }.map { keymap.way(to: $0) } ?? name
        }
        // Without this chat the client is whole; what hinders the writing is shown by the client.
        try? await FirstSteps.create(in: session.repository.replica, texts: texts)
      }
      // The client looks up the link at once; if the cloud cannot be started, the look-up fails with a reason.
      if opening.invitation != nil { try? session.ensureCloud() }
      let invitation = opening.invitation.map(session.sharing.own)
      try await session.whileSyncing(isAttended: true, beginsPaused: true) { work in
        try await show(session, opening.options, place, invitation, work, in: terminal, input)
      }
    }
  }

  /// Nil if the person has left.
  @MainActor private func findOpening(
    in terminal: NcursesTerminal, _ input: TerminalInput, _ settings: Settings
  ) async throws -> Opening? {
    try await Opening.of(
      chat, options, choosesAgain: choose,
      asking: ScreenAnswers(terminal: terminal, input: input, settings: settings))
  }

  @MainActor private func show(
    _ session: Session, _ options: GlobalOptions, _ place: OpenPlace,
    _ invitation: InvitationLink?, _ work: PausableWork, in terminal: NcursesTerminal,
    _ input: TerminalInput
  ) async throws {
    try terminal.begin()
    let paths = Paths(environment: Live.environment)
    let settings = SettingsFile(paths.settings).source()
    let profile = session.profile
    let preferences = ScreenPreferencesFile(profile: profile)
    let herald = Herald(file: profile.heraldLock)
    // Where it cannot be read, the newest chat opens.
    let last = try? await session.repository.lastOpenChat()
    let app = ChatApp(
      repository: session.repository, sharing: session.sharing, terminal: terminal, now: Live.now,
      clock: Live.clock, timeZone: .current, locale: TimeText.locale(in: Live.environment),
      openChat: place.chat ?? last?.zoneName, at: place.destination, invitation: invitation,
      settings: settings,
      mayTell: { herald.mayTell() }, newsPlace: session.newsPlace,
      programs: TerminalPrograms(input: input, environment: Live.environment).programs,
      places: FilePlaces(environment: Live.environment, profile: profile).places,
      drawer: .apart(environment: Live.environment), options: session.windowOptions(options),
      preferences: preferences.read(), keep: { preferences.write($0) },
      background: ChatApp.Background(pause: { await work.pause() }, resume: { work.resume() }))
    // Ends with this scope.
    async let _: Void = MessageHook(
      session: session, settings: SettingsFile(paths.settings),
      runner: .besideWindow(of: profile.name)
    ).run()
    try await input.withEvents { events in
      await app.run(events: events)
    }
    // The screen is given back before the engine ends, which may take a while.
    terminal.end()
  }
}

/// The chat to open first, and where to begin in it.
private struct OpenPlace: Sendable {
  var chat: String?
  var destination: ConversationModel.Destination?
}
