import ChatCore
import ChatModel
import ChatUI
import ChatWords
import ClientSettings
import CommandSupport
import Foundation

/// Keeps a profile in step while no window of it is open: sends what waits, moves files, fetches what is new, and
/// tells of new messages.
///
/// While somebody attends (`Attendance`) it has nothing of the profile open, and runs nothing.
struct Agent: Sendable {
  let options: GlobalOptions
  let profile: Profile
  let settings: SettingsFile
  let notifier: DesktopNotifier

  /// Works until the task is cancelled.
  ///
  /// Throws a sentence if the profile cannot be used.
  func run() async throws {
    while !Task.isCancelled {
      // Watched first, so that nothing happens unseen before the session is open.
      let beginnings = profile.attendance.beginnings()
      let signIns = profile.signIns()
      if !profile.attendance.isFree {
        Output.note("A window is open. The agent waits.")
        await profile.attendance.ended()
        continue
      }
      guard try profile.signIn() != nil else {
        Output.note("Nobody is signed in. The agent waits.")
        for await _ in signIns where try profile.signIn() != nil { break }
        // If the folder cannot be watched, a supervisor has to start the agent again.
        _ = try profile.requireSignIn()
        continue
      }
      try await session(until: beginnings, signIns)
    }
  }

  /// Has the profile open until somebody attends to it, or has signed in anew.
  private func session(
    until beginnings: AsyncStream<Void>, _ signIns: AsyncStream<Void>
  ) async throws {
    let attendance = profile.attendance
    try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask {
        try await Session.with(options) { session in
          do throws(Failure) { try session.ensureCloud() } catch { Output.note(error.message) }
          // Read before anything is fetched: all that comes is news, also what waited in the cloud.
          let beginning = try await Beginning(of: session.repository)
          try await session.whileSyncing { try await tell(session, since: beginning) }
        }
      }
      group.addTask {
        // An element may also be of somebody who was gone again before the session began.
        for await _ in beginnings where !attendance.isFree { return }
        await untilCancelled()
      }
      group.addTask {
        for await _ in signIns { return }
        await untilCancelled()
      }
      defer { group.cancelAll() }
      try await group.next()
    }
  }

  /// Tells of new messages by the rules of the client, and runs what the settings want for what needs the person.
  private func tell(_ session: Session, since beginning: Beginning) async throws {
    let (news, continuation) = AsyncStream.makeStream(
      of: Void.self, bufferingPolicy: .bufferingNewest(1))
    let (needs, need) = AsyncStream.makeStream(
      of: Void.self, bufferingPolicy: .bufferingNewest(1))
    let repository = session.repository
    let start = Live.now()
    let watch = Watch(place: session.newsPlace, since: start)
    let away = AwayWatch(since: start)
    _ = await watch.take(beginning.chats)
    _ = await away.take(beginning.chats)
    _ = await away.take(beginning.invitations)
    let runner = HookRunner.ofAgent(profile.name)
    try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask {
        for try await chats in repository.chatSummaries() {
          if await watch.take(chats) { continuation.yield() }
          if await away.take(chats) { need.yield() }
        }
      }
      group.addTask {
        for try await invitations in repository.invitations() where await away.take(invitations) {
          need.yield()
        }
      }
      group.addTask {
        for await _ in news {
          try await Live.clock.sleep(for: NewsWatch.delay)
          // Read now, because they may have been changed since.
          let settings = settings.news().wishes
          let due = await watch.due(level(settings))
          if settings.notifications.agent, let due { await notifier.tell(due) }
        }
      }
      group.addTask {
        for await _ in needs {
          try await awayDelay()
          let settings = settings.news().wishes
          let event = await away.due(level(settings), showsText: settings.away.text)
          guard let event, !settings.away.command.isEmpty else { continue }
          await runner.run(settings.away.command, of: "away.command", for: event)
        }
      }
      group.addTask {
        await MessageHook(session: session, settings: settings, runner: runner)
          .run(after: beginning.place)
        await untilCancelled()
      }
      defer { group.cancelAll() }
      try await group.next()
    }
  }

  /// Of which messages a window would tell now.
  private func level(_ settings: Settings) -> NotificationLevel {
    settings.notifications.level(atMinute: Self.time.minuteOfDay(Live.now()))
  }

  /// Waits as long as the person may read elsewhere what has come, and for the end of quiet hours.
  private func awayDelay() async throws {
    try await Live.clock.sleep(for: .seconds(settings.news().usable.away.delaySeconds))
    while let quiet = settings.news().usable.notifications.quiet,
      quiet.contains(Self.time.minuteOfDay(Live.now()))
    {
      let now = Live.now()
      let end = Self.time.next(hour: quiet.to / 60, minute: quiet.to % 60, after: now)
      // The clock or the settings may be changed meanwhile.
      try await Live.clock.sleep(for: .seconds(min(end.timeIntervalSince(now), 900)))
    }
  }

  private static var time: TimeText { TimeText(environment: Live.environment) }

  /// What is there when the agent begins, which is no news.
  private struct Beginning: Sendable {
    let chats: [ChatSummary]
    let invitations: [Invitation]
    let place: MessageID

    init(of repository: ChatRepository) async throws {
      chats = try await repository.currentChatSummaries()
      invitations = try await repository.currentInvitations()
      place = try await repository.newestArrival(in: nil)
    }
  }

  /// The chats as they are, and which of their messages are still to be told of.
  private actor Watch {
    private var watch: NewsWatch
    private var chats: [ChatSummary] = []

    init(place: String?, since start: Date) { watch = NewsWatch(place: place, since: start) }

    /// - Returns: whether `due` has to be called after `NewsWatch.delay`.
    func take(_ chats: [ChatSummary]) -> Bool {
      self.chats = chats
      // The level of the settings is applied when it is told.
      return watch.take(chats, level: .all)
    }

    func due(_ level: NotificationLevel) -> ChatUI.Notification? {
      let now = Live.now()
      return watch.due(chats.map { $0.at(now) }, level: level, watched: nil)
    }
  }
}

extension SettingsNews {
  /// The settings for what is told by itself; none of it where they cannot be read.
  fileprivate var wishes: Settings {
    if case .settings(let settings) = self { return settings }
    var settings = Settings()
    settings.notifications.level = .none
    return settings
  }
}
