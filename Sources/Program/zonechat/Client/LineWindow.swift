import ArgumentParser
import ChatCore
import ChatUI
import ChatWords
import ClientSettings
import CloudClient
import CommandSupport
import Foundation
import PlainClient
import Synchronization
import UnixSignals

/// The client line by line, on standard input and output.
struct LineWindow {
  /// Lines of an answer before ‘more’, on a terminal; the rows of the smallest usual one, less a few.
  private static let pageLines = 20
  /// The longest time to wait at the end for what is being sent.
  private static let patience = Duration.seconds(5)

  let options: GlobalOptions
  let chat: String?
  /// Whether to ask which profile is opened although one is always opened.
  let choosesAgain: Bool

  /// Whether a terminal can do nothing but lines.
  static func isSimple(_ terminalType: String?) -> Bool {
    ["", "dumb"].contains(terminalType ?? "")
  }

  func run() async throws {
    let isInteractive = isatty(STDIN_FILENO) == 1
    let paths = Paths(environment: Live.environment)
    guard let opening = try await findOpening(isInteractive: isInteractive) else { return }
    let isNew = opening.entered == .signedUp
    let isDone = try await Session.with(opening.options) { session in
      if isNew {
        // Without this chat the client is whole; what hinders the writing is said by the client.
        let texts = FirstSteps.lineTexts(in: session.firstStepsCloud)
        try? await FirstSteps.create(in: session.repository.replica, texts: texts)
        // Otherwise it would be said of each message that it is sent.
        _ = try? await session.syncOnce(limit: Self.patience)
      }
      // A pipe gets what the cloud has now.
      if !isInteractive { _ = try? await session.syncOnce(limit: Self.patience) }
      return try await session.whileSyncing(isAttended: true) {
        try await run(
          session, opening.options, isInteractive: isInteractive,
          settings: SettingsFile(paths.settings),
          opening: opening.isFirst ? FirstSteps.zoneName : opening.chat,
          invitation: opening.invitation.map(session.sharing.own))
      }
    }
    // A person has read what was not done.
    guard isDone || isInteractive else { throw ExitCode(Failure.Code.failed.rawValue) }
  }

  /// Nil if the person has left.
  @MainActor private func findOpening(isInteractive: Bool) async throws -> Opening? {
    guard isInteractive else {
      return try await Opening.of(
        chat, options, choosesAgain: choosesAgain, asking: OrderAnswers())
    }
    return try await Opening.of(chat, options, choosesAgain: choosesAgain, asking: LineAnswers())
  }

  @MainActor private func run(
    _ session: Session, _ options: GlobalOptions, isInteractive: Bool, settings file: SettingsFile,
    opening chat: String?, invitation: InvitationLink?
  ) async throws(Failure) -> Bool {
    let news = file.news()
    let settings = news.usable
    let places = FilePlaces(environment: Live.environment, profile: session.profile)
    let model = LineModel(
      repository: session.repository, sharing: session.sharing,
      services: LineModel.Services(
        now: Live.now,
        time: TimeText(environment: Live.environment).with(settings.screen.clock),
        pageLines: isInteractive ? Self.pageLines : nil, settings: news,
        downloads: { try places.places.downloads(settings.downloads) },
        options: session.windowOptions(options)))
    let reader = LineReader(isTerminal: isInteractive)
    // Ends with this scope.
    async let _: Void = MessageHook(
      session: session, settings: file, runner: .besideWindow(of: session.profile.name)
    ).run()
    let failure = Mutex<Failure?>(nil)
    let client = LineClient(
      model: model, repository: session.repository, clock: Live.clock,
      print: { line in
        do throws(Failure) {
          try Output.line(line)
        } catch {
          failure.withLock { $0 = error }
          reader.end()
        }
      })
    let signals = await UnixSignalsSequence(trapping: .sigint, .sigterm, .sighup)
    let isDone = await withTaskGroup(of: Void.self) { group in
      group.addTask {
        for await _ in signals {
          reader.end()
        }
      }
      defer { group.cancelAll() }
      return await client.run(
        lines: reader.lines(after: invitation.map { ["/join \($0)"] } ?? []), opening: chat,
        patience: Self.patience)
    }
    if let failure = failure.withLock(\.self) { throw failure }
    return isDone
  }
}
