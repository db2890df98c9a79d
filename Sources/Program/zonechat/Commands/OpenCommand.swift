import ArgumentParser
import ChatCore
import ChatModel
import ChatStore
import ChatUI
import ClientSettings
import CloudClient
import CommandSupport
import Foundation
import TerminalUI

struct OpenCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "open", abstract: "Open the full-screen client (the default).")

  @OptionGroup var options: GlobalOptions

  @Argument(
    help: ArgumentHelp(
      "The chat to open: its id, the start of it, or its title; or an invitation link to look at."))
  var chat: String?

  @Flag(
    name: .long,
    help: ArgumentHelp(
      "Work line by line, for screen readers, simple terminals and pipes.",
      discussion: "A terminal of the type ‘dumb’ gets this by itself. ‘help’ lists the words."))
  var plain = false

  func run() async throws {
    if plain { return try await LineWindow(options: options, chat: chat).run() }
    guard isatty(STDIN_FILENO) == 1, isatty(STDOUT_FILENO) == 1 else {
      throw Failure(
        "The full-screen client needs a terminal. ‘zonechat --plain’ works line by line without "
          + "one, and ‘zonechat --help’ lists the commands for scripts.",
        code: .usage)
    }
    if LineWindow.isSimple(Live.environment["TERM"]) {
      try Output.line("This terminal has no full screen, so ZoneChat works line by line.")
      return try await LineWindow(options: options, chat: chat).run()
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

  private func open(in terminal: NcursesTerminal, _ input: TerminalInput) async throws {
    let paths = Paths(environment: Live.environment)
    var firstSteps: [String]?
    if try Profile(name: options.profile, paths: paths).signIn() == nil {
      let welcome = await Welcome(options: options, settings: SettingsFile(paths.settings).news())
      guard try await welcome.run(in: terminal, input) else { return }
      firstSteps = await welcome.firstSteps
    }
    let invitation = chat.flatMap(Self.invitation)
    let isFirst = firstSteps != nil && chat == nil
    let place =
      isFirst
      ? OpenPlace(chat: FirstSteps.zoneName, destination: .oldest)
      : OpenPlace(chat: invitation == nil ? chat : nil)
    try await Session.with(options) { session in
      if let firstSteps {
        // Without this chat the client is whole; what hinders the writing is shown by the client.
        try? await FirstSteps.create(in: session.repository.replica, texts: firstSteps)
      }
      // The client looks up the link at once; if the cloud cannot be started, the look-up fails with a reason.
      if invitation != nil { try? session.ensureCloud() }
      try await session.whileSyncing(isAttended: true) { work in
        try await show(session, place, invitation, work, in: terminal, input)
      }
    }
  }

  /// The link that a text is; nil for any other text, which names a chat.
  static func invitation(_ text: String) -> InvitationLink? {
    let link = try? InvitationLink(parsing: text)
    // A server's link is not for the cloud of this machine, which would be started for it.
    return link?.server == nil ? link : nil
  }

  @MainActor private func show(
    _ session: Session, _ place: OpenPlace, _ invitation: InvitationLink?, _ work: PausableWork,
    in terminal: NcursesTerminal, _ input: TerminalInput
  ) async throws {
    try terminal.begin()
    let paths = Paths(environment: Live.environment)
    let settings = SettingsFile(paths.settings).source()
    let profile = Profile(name: options.profile, paths: paths)
    let preferences = ScreenPreferencesFile(profile: profile)
    let herald = Herald(file: profile.heraldLock)
    let app = ChatApp(
      repository: session.repository, sharing: session.sharing, terminal: terminal, now: Live.now,
      clock: Live.clock, timeZone: .current, locale: .current,
      openChat: place.chat, at: place.destination, invitation: invitation, settings: settings,
      mayTell: { herald.mayTell() },
      programs: TerminalPrograms(input: input, environment: Live.environment).programs,
      places: FilePlaces(environment: Live.environment, opened: profile.openedFiles).places,
      preferences: preferences.read(), keep: { preferences.write($0) },
      background: ChatApp.Background(pause: { await work.pause() }, resume: { work.resume() }))
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
