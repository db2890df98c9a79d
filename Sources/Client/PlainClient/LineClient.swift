package import ChatCore
import ChatModel
import Synchronization

/// A flag that several tasks set.
private final class SharedFlag: Sendable {
  private let value = Mutex(false)

  func withLock<Result: Sendable>(_ body: (inout Bool) -> Result) -> Result {
    value.withLock { body(&$0) }
  }
}

/// Runs the client line by line: lines go in, lines come out, and news are said between them.
///
/// Every task is a child of `run`.
@MainActor
package final class LineClient {
  private enum Event: Sendable {
    case line(String)
    case endOfInput
    case changed
    case undoExpired(MessageID)
  }

  /// For this long a removal can be undone.
  private static let undoTime = Duration.seconds(8)

  private let model: LineModel
  private let repository: ChatRepository
  private let clock: any Clock<Duration>
  private let print: @Sendable (String) -> Void
  private let isChangePosted = SharedFlag()

  /// A client that does nothing before `run`.
  ///
  /// - Parameters:
  ///   - model: the client without a process.
  ///   - repository: its chats.
  ///   - clock: for the time in which something can be undone, and for the end.
  ///   - print: prints a line.
  package init(
    model: LineModel, repository: ChatRepository, clock: any Clock<Duration>,
    print: @escaping @Sendable (String) -> Void
  ) {
    self.model = model
    self.repository = repository
    self.clock = clock
    self.print = print
  }

  /// Runs until the input ends or the person leaves; then waits for what is on its way.
  ///
  /// - Parameters:
  ///   - lines: the lines that the person writes.
  ///   - chat: the chat to open first.
  ///   - patience: how long the end waits for what is being sent or fetched.
  /// - Returns: whether everything was carried out.
  package func run(
    lines: AsyncStream<String>, opening chat: String?, patience: Duration
  ) async -> Bool {
    say(await model.start(opening: chat))
    let (events, post) = AsyncStream.makeStream(of: Event.self)
    let (turns, turn) = AsyncStream.makeStream(of: Void.self)
    await withDiscardingTaskGroup { group in
      group.addTask {
        var turns = turns.makeAsyncIterator()
        for await line in lines {
          post.yield(.line(line))
          // The next line is read when this one is carried out, so that nothing piles up.
          await turns.next()
        }
        post.yield(.endOfInput)
      }
      watchReplica(&group, post)
      for await event in events {
        switch event {
        case .line(let line):
          say(await model.take(line))
          turn.yield()
          if let message = model.pendingRemoval {
            group.addTask { [clock] in
              // Cancelled only when the client ends, which performs the removal.
              guard (try? await clock.sleep(for: Self.undoTime)) != nil else { return }
              post.yield(.undoExpired(message))
            }
          }
        case .changed:
          isChangePosted.withLock { $0 = false }
          say(await model.look())
        case .undoExpired(let message):
          if model.pendingRemoval == message { say(await model.undoExpired()) }
        case .endOfInput: model.isEnded = true
        }
        if model.isEnded { break }
      }
      say(await model.end())
      await waitForRest(patience)
      group.cancelAll()
    }
    say(await model.look())
    say(await model.farewell())
    return !model.hasFailed
  }

  private func watchReplica(
    _ group: inout DiscardingTaskGroup, _ post: AsyncStream<Event>.Continuation
  ) {
    // Many changes in a row are one piece of news.
    let report: @Sendable () -> Void = { [isChangePosted] in
      let isPosted = isChangePosted.withLock { isPosted in
        defer { isPosted = true }
        return isPosted
      }
      if !isPosted { post.yield(.changed) }
    }
    group.addTask { [repository] in
      for await _ in repository.replica.changes() { report() }
    }
    group.addTask { [repository] in
      do {
        for try await _ in repository.connectionStatus() { report() }
      } catch {
        // The other task reports changes too; if something cannot be read, the next command fails.
      }
    }
  }

  /// Waits until nothing is on its way, but not for ever.
  private func waitForRest(_ patience: Duration) async {
    guard await model.isWaiting() else { return }
    let (ticks, tick) = AsyncStream.makeStream(of: Bool.self, bufferingPolicy: .bufferingNewest(1))
    await withDiscardingTaskGroup { group in
      group.addTask { [repository] in
        for await _ in repository.replica.changes() { tick.yield(true) }
      }
      group.addTask { [clock] in
        // Cancelled when nothing is on its way any more.
        try? await clock.sleep(for: patience)
        tick.yield(false)
        tick.finish()
      }
      // Something may have changed before anything listened.
      tick.yield(true)
      for await isPatient in ticks {
        say(await model.look())
        guard isPatient, await model.isWaiting() else { break }
      }
      group.cancelAll()
    }
  }

  private func say(_ lines: [String]) {
    for line in lines { print(line) }
  }
}
