import ChatModel
import Synchronization

/// Events on their way to the screens; each take returns all that came since the last one.
///
/// The number of waiting events is bounded: the terminal delivers at most 256 events, and a newer value of an observed
/// thing replaces the one that waits.
final class Mailbox: Sendable {
  /// One element as soon as something waits; several posts may share one.
  let wakes: AsyncStream<Void>
  private let wake: AsyncStream<Void>.Continuation
  private let events = Mutex<[AppEvent]>([])

  init() {
    (wakes, wake) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
  }

  func post(_ event: AppEvent) { post([event]) }

  /// Posts events that belong together: they are taken at the same time.
  func post(_ news: [AppEvent]) {
    events.withLock { events in
      for event in news {
        if let observed = event.observed {
          events.removeAll { $0.observed == observed }
        }
        events.append(event)
      }
    }
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

extension AppEvent {
  /// The observed thing of which an event is the newest value.
  fileprivate enum Observed: Equatable {
    case summaries, invitations, connection, outbox
    case window(ChatID, MessageWindow.Request)
    case members(ChatID)
    case pins(ChatID)
    case highlights(ChatID)
    case thread(String, ChatID)
    case files(MessageSearch)
    case people, newPeople, blockedPeople
  }

  /// Nil for what happens once.
  fileprivate var observed: Observed? {
    switch self {
    case .summaries: .summaries
    case .invitations: .invitations
    case .connection: .connection
    case .outbox: .outbox
    case .window(let chat, let request, _): .window(chat, request)
    case .members(let chat, _): .members(chat)
    case .pins(let chat, _): .pins(chat)
    case .highlights(let chat, _): .highlights(chat)
    case .thread(let name, let chat, _): .thread(name, chat)
    case .files(let search, _): .files(search)
    case .people: .people
    case .newPeople: .newPeople
    case .blockedPeople: .blockedPeople
    case .terminal, .opened, .dwellEnded, .partDwellEnded, .markedRead, .created, .dropped,
      .blocked, .file, .picture, .fileMade, .sendFailed,
      .shared, .found, .foundEverywhere, .recentEmoji, .readForCompletion, .details, .edited,
      .notEdited, .commandOutput, .delivered, .undelivered,
      .undoExpired, .noteExpired, .settings,
      .notificationsDue,
      .failed,
      .draftsDue, .draftFailed:
      nil
    }
  }
}
