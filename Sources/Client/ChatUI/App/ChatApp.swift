package import ChatCore
package import ChatWords
import ClientSettings
package import Foundation
import Observation
import Pictures
import Synchronization
package import TerminalUI

/// The chat client in a terminal: passes events to the screens, their effects to the replica and the cloud,
/// and their picture to the terminal.
///
/// ```
/// terminal, replica, cloud ─→ mailbox ─→ ChatScreen ─→ picture ─→ terminal
///                                            └─effects─→ child tasks, replica writes
/// ```
///
/// Invariants:
/// 1. Every task is a child of `run`; when it returns, nothing is left running, and all writes are done
///    unless it was cancelled.
/// 2. A picture is drawn only after a model or the size changed, or the screen has to be drawn again, at
///    most 60 times a second in the long run (`FrameBudget`).
/// 3. The loop waits only for the mailbox, for the time of the next picture, and for the end of an editor that has the
///    terminal; before the process is suspended, with or without an editor, it also waits until the background work has
///    paused.
@MainActor
package final class ChatApp {
  /// Typed text is on disk after this time at the latest.
  private static let draftDelay = Duration.milliseconds(250)

  /// Work that runs beside the client and must not be stopped in the middle.
  ///
  /// It is paused at first: what is in the replica is on the screen before anything else takes processor time.
  package struct Background: Sendable {
    /// Returns when the work has ended.
    var pause: @Sendable () async -> Void
    /// Begins the work, or goes on with it; nothing happens while it goes on.
    var resume: @Sendable () -> Void

    package init(
      pause: @escaping @Sendable () async -> Void = {}, resume: @escaping @Sendable () -> Void = {}
    ) {
      self.pause = pause
      self.resume = resume
    }
  }

  /// An editor that has the terminal, or is about to get it.
  private struct Editor: Sendable {
    let scope = CancellableScope()
    /// One element when the process is to be stopped, as Ctrl+Z in an editor asks of all programs of the terminal.
    let stops = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
  }

  /// Decides whether the system's events are for the screens or for an editor.
  private struct Editing: Sendable {
    /// Nil while the screens have the terminal.
    private var editor: Editor?
    /// Whether the client was told to end; no editor begins after that.
    private var isOver = false

    /// Returns whether the editor may begin.
    mutating func begin(_ editor: Editor) -> Bool {
      if !isOver { self.editor = editor }
      return !isOver
    }

    /// Returns whether the client goes on.
    mutating func end() -> Bool {
      editor = nil
      return !isOver
    }

    /// Ends the editor too, also one that is only about to begin.
    mutating func endClient() {
      isOver = true
      editor?.scope.release()
    }

    /// Gives an event to the editor; returns whether it was for the editor.
    func take(_ event: TerminalEvent) -> Bool {
      guard let editor else { return false }
      switch event {
      case .suspendRequested:
        editor.stops.continuation.yield()
        return true
      // It takes the terminal again by itself.
      case .resumed: return true
      case .input, .resized, .terminated, .inputClosed: return false
      }
    }
  }

  private let terminal: any TerminalBackend
  private let background: Background
  private var hasBegunBackground = false
  private var couldNotRead = false
  private let programs: ExternalPrograms?
  private let settings: SettingsSource
  private let mayTell: @Sendable () -> Bool
  private let keep: @Sendable (ScreenPreferences) -> Void
  private let screen: ChatScreen
  private let mailbox = Mailbox()
  private let reader: ReplicaReader
  private let writer: ReplicaWriter
  private let sharingRequests: SharingRequests
  private let fileRequests: FileRequests?
  private let drawer: PictureDrawer?
  private let isDirty = DirtyFlag()
  private let writes = AsyncStream.makeStream(of: ReplicaWrite.self)
  private let draftWishes = AsyncStream.makeStream(
    of: Void.self, bufferingPolicy: .bufferingNewest(1))
  private var needScopes: [ScreenNeed: CancellableScope] = [:]
  private var searchScope = CancellableScope()
  private var sharingScope = CancellableScope()
  private var drawingScope = CancellableScope()
  private let editing = Mutex(Editing())
  private var frames = FrameBudget()
  private let clock: any Clock<Duration>
  private let now: @Sendable () -> Date
  private let time: TimeText
  /// The moments to come for which the loop is woken.
  private var awaited: Set<Date> = []
  /// The moment of the last picture, whose times are those of its day.
  private var drawnAt: Date?

  /// A client that does nothing before `run`.
  ///
  /// - Parameters:
  ///   - repository: the chats.
  ///   - sharing: the way to the cloud for invitations; nil when there is none.
  ///   - terminal: begun by the caller, and ended by the caller after `run`.
  ///   - now: the clock.
  ///   - clock: for the time until the day ends, a note goes, or a sign comes that stands only for what takes long.
  ///   - timeZone: where times are shown.
  ///   - locale: the language of days.
  ///   - openChat: the chat to open first: its name, zone name, or the start of one.
  ///   - place: where to begin in that chat if nothing is unread; nil: at the end.
  ///   - invitation: the link of an invitation to look at first.
  ///   - settings: the person's settings.
  ///   - mayTell: whether this window, and no other one, tells of new messages.
  ///   - newsPlace: the server of the chats, for the titles of notifications; nil leaves it out.
  ///   - programs: the starter of other programs; nil if there are none.
  ///   - places: where files are put; nil where none can be.
  ///   - drawer: what decodes pictures; nil shows none.
  ///   - options: how the window was started.
  ///   - preferences: the person's changes to the screen.
  ///   - keep: keeps the preferences for the next start.
  ///   - background: the background work, which begins after the first picture of the replica, and pauses while the
  ///     process is stopped.
  package init(
    repository: ChatRepository, sharing: ChatSharing?, terminal: any TerminalBackend,
    now: @escaping @Sendable () -> Date, clock: any Clock<Duration>, timeZone: TimeZone,
    locale: Locale,
    openChat: String? = nil, at place: ConversationModel.Destination? = nil,
    invitation: InvitationLink? = nil,
    settings: SettingsSource = SettingsSource(),
    mayTell: @escaping @Sendable () -> Bool = { true }, newsPlace: String? = nil,
    programs: ExternalPrograms? = nil, places: FileRequests.Places? = nil,
    drawer: PictureDrawer? = nil, options: WindowOptions = WindowOptions(),
    preferences: ScreenPreferences = ScreenPreferences(),
    keep: @escaping @Sendable (ScreenPreferences) -> Void = { _ in },
    background: Background = Background()
  ) {
    self.terminal = terminal
    self.clock = clock
    self.now = now
    time = TimeText(timeZone: timeZone, locale: locale)
    self.background = background
    self.programs = programs
    self.settings = settings
    self.mayTell = mayTell
    self.keep = keep
    self.drawer = drawer
    reader = ReplicaReader(repository: repository, mailbox: mailbox)
    writer = ReplicaWriter(repository: repository, mailbox: mailbox)
    sharingRequests = SharingRequests(
      repository: repository, sharing: sharing, mailbox: mailbox)
    fileRequests = places.map {
      FileRequests(repository: repository, places: $0, programs: programs)
    }
    screen = ChatScreen(
      model: AppModel(
        account: repository.account, startedAt: now(), openChat: openChat, at: place,
        settings: settings.first, preferences: preferences, newsPlace: newsPlace, options: options),
      size: terminal.size,
      now: now, timeZone: timeZone, locale: locale)
    if let invitation { screen.model.join(invitation.description) }
  }

  /// Runs until the person quits, the terminal hangs up or its input ends; call it once.
  ///
  /// The screen shows errors about chats. When this returns, drafts are saved.
  ///
  /// - Parameter events: the events that `TerminalInput.withEvents` delivers.
  package func run(events: AsyncStream<TerminalEvent>) async {
    // The size may have changed before anything listened for changes.
    screen.resize(to: terminal.updateSize())
    terminal.setMouse(screen.model.hasMouse ? .reported : .off)
    noteAbilities()
    if let note = terminal.beginningNote { screen.model.show(.info(note), about: .program) }
    await withDiscardingTaskGroup { writing in
      writing.addTask { [writer, writes] in await writer.run(writes.stream) }
      await withDiscardingTaskGroup { group in
        startWatching(&group, events: events)
        await takeTurns(&group)
        group.cancelAll()
      }
      writes.continuation.finish()
    }
  }

  private func startWatching(
    _ group: inout DiscardingTaskGroup, events: AsyncStream<TerminalEvent>
  ) {
    group.addTask { [self, mailbox] in
      for await event in events where !editing.withLock({ $0.take(event) }) {
        mailbox.post(.terminal(event))
        if case .terminated = event { editing.withLock { $0.endClient() } }
      }
      mailbox.post(.terminal(.inputClosed))
    }
    group.addTask { [mailbox, settings] in
      await settings.watch { mailbox.post(.settings($0)) }
    }
    group.addTask { [reader] in await reader.watchScreen() }
    group.addTask { [mailbox, clock, now, time] in
      await time.watchDays(clock: clock, now: now) { mailbox.wakeUp() }
    }
    group.addTask { [mailbox, draftWishes] in
      for await _ in draftWishes.stream {
        // The sleep is cancelled only when the client ends, and then the client saves drafts itself.
        guard (try? await Task.sleep(for: Self.draftDelay)) != nil else { return }
        mailbox.post(.draftsDue)
      }
    }
  }

  private func takeTurns(_ group: inout DiscardingTaskGroup) async {
    mailbox.wakeUp()
    for await _ in mailbox.wakes {
      guard await takeEvents(&group) else { return }
      if isDirty.isSet {
        if let earliest = frames.earliest(now: .now) {
          // If the sleep is cancelled, `wakes` ends too.
          try? await Task.sleep(until: earliest)
          guard await takeEvents(&group) else { return }
        }
        draw()
      }
      beginBackground()
    }
    screen.model.saveDrafts()
    _ = await perform(screen.model.takeEffects(), &group)
  }

  private func beginBackground() {
    guard !hasBegunBackground, screen.model.showsReplica || couldNotRead else { return }
    hasBegunBackground = true
    background.resume()
  }

  /// Takes the events that wait in the mailbox.
  ///
  /// - Returns: whether the client goes on.
  private func takeEvents(_ group: inout DiscardingTaskGroup) async -> Bool {
    for event in mailbox.takeAll() {
      switch event {
      case .terminal(.resized): redraw()
      case .terminal(.input(.answer(let answer))): take(answer)
      case .failed:
        couldNotRead = true
        screen.handle(event)
      default: screen.handle(event)
      }
      guard await perform(screen.model.takeEffects(), &group) else { return false }
    }
    screen.update()
    awaitDueMoments(&group)
    // Yesterday's times say that they are today's.
    if let drawnAt, !time.isSameDay(drawnAt, now()) { isDirty.set() }
    return await perform(screen.model.takeEffects(), &group)
  }

  /// Has the screen drawn when a moment has come from which it looks different, and wakes the loop for the next one.
  private func awaitDueMoments(_ group: inout DiscardingTaskGroup) {
    let (moments, now) = (screen.dueMoments, now())
    if let drawnAt, moments.contains(where: { drawnAt < $0 && $0 <= now }) { isDirty.set() }
    awaited = awaited.filter { $0 > now }
    guard let next = moments.filter({ $0 > now }).min(), awaited.insert(next).inserted
    else { return }
    wakeUp(at: next, &group)
  }

  private func post(
    _ event: AppEvent, after delay: Duration, _ group: inout DiscardingTaskGroup
  ) {
    group.addTask { [mailbox] in
      // The sleep is cancelled only when the client ends.
      guard (try? await Task.sleep(for: delay)) != nil else { return }
      mailbox.post(event)
    }
  }

  private func wakeUp(at moment: Date, _ group: inout DiscardingTaskGroup) {
    group.addTask { [mailbox, clock, now] in
      // The clock may be set while this sleeps, and another client may have written an end in two thousand years, for
      // which clocks have too few bits.
      while true {
        let rest = moment.timeIntervalSince(now())
        guard rest > 0 else { return mailbox.wakeUp() }
        // The sleep is cancelled only when the client ends.
        guard (try? await clock.sleep(for: .seconds(min(rest, 86_400)))) != nil else { return }
      }
    }
  }

  /// The terminal has said something about itself, which may change how the picture looks.
  private func take(_ answer: TerminalAnswer) {
    guard terminal.take(answer) || screen.background != terminal.background else { return }
    noteAbilities()
    isDirty.set()
  }

  private func noteAbilities() {
    screen.background = terminal.background
    screen.colors = terminal.colors
    if drawer != nil { screen.pictureAbilities = terminal.pictures }
  }

  private func draw() {
    precondition(isDirty.isSet, "ChatApp 2: nothing has changed since the last picture")
    isDirty.clear()
    frames.spend(now: .now)
    drawnAt = now()
    let (grid, cursor) = withObservationTracking {
      screen.picture()
    } onChange: { [isDirty, mailbox] in
      isDirty.set()
      mailbox.wakeUp()
    }
    terminal.setTitle(screen.windowTitle)
    terminal.draw(grid, cursor: cursor)
    screen.pictureWasShown()
  }

  /// - Returns: whether the client goes on.
  private func perform(_ effects: [Effect], _ group: inout DiscardingTaskGroup) async -> Bool {
    for effect in effects {
      switch effect {
      case .write(let write):
        let result = writes.continuation.yield(write)
        if case .terminated = result {
          precondition(Task.isCancelled, "ChatApp 1: nobody performs a write")
        }
      case .open(let chat): group.addTask { [reader] in await reader.open(chat) }
      case .observe(let chat, let request): reader.show(chat, request)
      case .seenSoon(let chat, let message):
        post(.dwellEnded(chat, message), after: ReadingState.dwell, &group)
      case .partSeenSoon(let chat, let cursor):
        post(.partDwellEnded(chat, cursor), after: ReadingState.dwell, &group)
      case .watch(let need):
        guard !reader.beginWithScreen(need) else { continue }
        let scope = CancellableScope()
        needScopes[need] = scope
        group.addTask { [reader, sharingRequests] in
          await scope.run {
            guard need == .newPeople else { return await reader.watch(need) }
            await sharingRequests.askForNewPeople()
          }
        }
      case .unwatch(let need):
        reader.endWithScreen(need)
        needScopes.removeValue(forKey: need)?.release()
      case .search(let search, let isCountedEverywhere, let number):
        searchScope.release()
        searchScope = CancellableScope()
        group.addTask { [reader, searchScope] in
          await searchScope.run {
            await reader.search(search, number: number)
            if isCountedEverywhere { await reader.countEverywhere(search, number: number) }
          }
        }
      case .share(let request, let number):
        sharingScope.release()
        sharingScope = CancellableScope()
        group.addTask { [sharingRequests, sharingScope] in
          await sharingScope.run { await sharingRequests.ask(request, number: number) }
        }
      case .cancelSharing: sharingScope.release()
      case .deliver(let letter):
        group.addTask { [sharingRequests] in await sharingRequests.deliver(letter) }
      case .loadRecentEmoji: group.addTask { [reader] in await reader.loadRecentEmoji() }
      case .readForCompletion(let need): group.addTask { [reader] in await reader.read(need) }
      case .loadDetails(let message):
        group.addTask { [reader] in await reader.loadDetails(of: message) }
      // The end of the client performs what can be undone.
      case .undoSoon(let number):
        post(.undoExpired(number: number), after: UndoModel.time, &group)
      case .noteGoneSoon(let number):
        group.addTask { [mailbox, clock] in
          // The sleep is cancelled only when the client ends.
          guard (try? await clock.sleep(for: Toast.time)) != nil else { return }
          mailbox.post(.noteExpired(number: number))
        }
      case .saveDraftsSoon: draftWishes.continuation.yield()
      case .notifySoon: post(.notificationsDue, after: NewsWatch.delay, &group)
      case .ring: if mayTell() { terminal.bell() }
      case .notify(let news, let way):
        if mayTell() { terminal.notify(way, title: news.title, body: news.body) }
      case .copy(let text): terminal.copy(text)
      case .setMouse(let mode): terminal.setMouse(mode)
      case .editExternally(let text): await edit(text)
      case .openAddress(let address): open(address, &group)
      case .runCommand(let command): run(command, &group)
      case .file(let request):
        group.addTask { [fileRequests, mailbox, settings = screen.model.settings] in
          await fileRequests?.fulfil(request, settings) {
            mailbox.post(.file(request, $0))
          }
        }
      case .draw(let request):
        drawingScope.release()
        drawingScope = CancellableScope()
        group.addTask { [reader, drawer, drawingScope, mailbox] in
          await drawingScope.run {
            let answer = await drawer?.draw(request, in: reader.repository) ?? .refused
            if !Task.isCancelled { mailbox.post(.picture(request, answer)) }
          }
        }
      case .cancelDrawing: drawingScope.release()
      case .makeFile(let content, let chat):
        group.addTask { [fileRequests, mailbox, moment = time.stamp(now())] in
          do {
            guard let file = try await fileRequests?.makeFile(of: content, at: moment) else {
              return
            }
            mailbox.post(.fileMade(file.path, in: chat))
          } catch {
            mailbox.post(.failed(ErrorText.of(error)))
          }
        }
      case .keep(let preferences): keep(preferences)
      case .redraw: redraw()
      case .suspend:
        await suspend()
        redraw()
      case .resume:
        terminal.resume()
        redraw()
      case .quit: return false
      }
    }
    return true
  }

  /// Stops the process until somebody continues it.
  private func suspend() async {
    await background.pause()
    terminal.suspend()
    background.resume()
  }

  /// Leaves the terminal to an editor, until it ends or the client is told to end; the chats go on being synced.
  private func edit(_ text: String) async {
    let editor = Editor()
    guard let programs, editing.withLock({ $0.begin(editor) }) else { return }
    terminal.pause()
    let command = screen.model.settings.editor
    async let end = editor.scope.run {
      defer { editor.stops.continuation.finish() }
      do {
        return AppEvent.edited(try await programs.edit(text, command))
      } catch {
        let saved = (error as? ExternalPrograms.Failure)?.saved
        return AppEvent.notEdited(saved: saved, reason: ErrorText.of(error))
      }
    }
    for await _ in editor.stops.stream { await suspend() }
    let outcome = await end
    let goesOn = editing.withLock { $0.end() }
    switch outcome {
    case .notEdited(let saved, let reason)? where !goesOn:
      // The draft outlives the client; the cut text and the text on the screen do not.
      if let saved { screen.handle(.edited(saved)) }
      terminal.showAfterEnd("zonechat: " + reason)
    case let outcome?: screen.handle(outcome)
    case nil: break
    }
    terminal.resume()
    redraw()
  }

  private func open(_ address: String, _ group: inout DiscardingTaskGroup) {
    guard let programs else { return }
    let opener = screen.model.settings.opener
    group.addTask { [mailbox] in
      do {
        try await programs.open(address, opener)
      } catch {
        mailbox.post(.failed(ErrorText.of(error)))
      }
    }
  }

  private func run(_ command: OwnCommand, _ group: inout DiscardingTaskGroup) {
    guard let programs else { return }
    group.addTask { [mailbox] in
      do {
        mailbox.post(.commandOutput(try await programs.run(command), of: command))
      } catch {
        mailbox.post(.failed(ErrorText.of(error)))
      }
    }
  }

  private func redraw() {
    screen.resize(to: terminal.updateSize())
    noteAbilities()
    isDirty.set()
  }
}

/// A flag that says whether something has changed since the last picture; set before the first one.
final class DirtyFlag: Sendable {
  private let flag = Mutex(true)

  var isSet: Bool { flag.withLock { $0 } }

  func set() { flag.withLock { $0 = true } }

  func clear() { flag.withLock { $0 = false } }
}
