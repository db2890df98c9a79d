import Synchronization

/// Events on their way to the screens; each take returns all that came since the last one.
///
/// What waits is bounded by what is read in one turn: the terminal hands over at most 256 events,
/// and observations replace their own values.
final class Mailbox: Sendable {
  /// One element as soon as something waits; several posts may share one.
  let wakes: AsyncStream<Void>
  private let wake: AsyncStream<Void>.Continuation
  private let events = Mutex<[AppEvent]>([])

  init() {
    (wakes, wake) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
  }

  func post(_ event: AppEvent) {
    events.withLock { $0.append(event) }
    wake.yield()
  }

  /// Wakes the reader although nothing is posted.
  func wakeUp() { wake.yield() }

  func takeAll() -> [AppEvent] {
    events.withLock { events in
      defer { events = [] }
      return events
    }
  }
}
