import ChatCore
import ChatModel
import ChatUI
import ClientSettings
import CommandSupport

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
          try await session.whileSyncing {
            try await tell(session.repository, place: session.newsPlace)
          }
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

  /// Tells of new messages, by the rules of the client.
  private func tell(_ repository: ChatRepository, place: String?) async throws {
    let (news, continuation) = AsyncStream.makeStream(
      of: Void.self, bufferingPolicy: .bufferingNewest(1))
    let watch = Watch(place: place)
    try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask {
        for try await chats in repository.chatSummaries() where await watch.take(chats) {
          continuation.yield()
        }
      }
      group.addTask {
        for await _ in news {
          try await Live.clock.sleep(for: NewsWatch.delay)
          // Read now, because they may have been changed since.
          guard case .settings(let settings) = settings.news(), settings.notifications.agent,
            let due = await watch.due(settings.notifications.level)
          else { continue }
          await notifier.tell(due)
        }
      }
      defer { group.cancelAll() }
      try await group.next()
    }
  }

  /// The chats as they are, and which of their messages are still to be told of.
  private actor Watch {
    private var watch: NewsWatch
    private var chats: [ChatSummary] = []

    init(place: String?) { watch = NewsWatch(place: place) }

    /// - Returns: whether `due` has to be called after `NewsWatch.delay`.
    func take(_ chats: [ChatSummary]) -> Bool {
      self.chats = chats
      // The level of the settings is applied when it is told.
      return watch.take(chats, level: .all)
    }

    func due(_ level: NotificationLevel) -> Notification? {
      watch.due(chats, level: level, watched: nil)
    }
  }
}
