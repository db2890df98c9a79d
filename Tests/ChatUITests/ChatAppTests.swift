import ChatCore
import ChatModel
import ChatUI
import Foundation
import Synchronization
import TerminalUI
import TestSupport
import Testing

/// The client with all its tasks, on a real replica.
@MainActor @Suite(.timeLimit(.minutes(2)))
struct ChatAppTests {
  @discardableResult
  private func run(
    _ world: ChatWorld, windowSize: Size = Size(width: 80, height: 24),
    invitation: InvitationLink? = nil, sharing: ChatSharing? = nil,
    now: @escaping @Sendable () -> Date = { ChatWorld.noon },
    clock: any Clock<Duration> = ManualClock(),
    editor: (@Sendable (String) async throws -> String)? = nil,
    background: ChatApp.Background = ChatApp.Background(),
    _ body:
      @escaping @MainActor (
        WatchedTerminal, AsyncStream<TerminalEvent>.Continuation
      ) async throws -> Void
  ) async throws -> WatchedTerminal {
    let terminal = WatchedTerminal(size: Size(width: 80, height: 24))
    terminal.resize(to: windowSize)
    let app = ChatApp(
      repository: world.repository, sharing: sharing, terminal: terminal, now: now,
      clock: clock, timeZone: .gmt, locale: Locale(identifier: "en_GB"), openChat: "Family",
      invitation: invitation,
      programs: editor.map { editor in
        ExternalPrograms(
          edit: { text, _ in try await editor(text) }, open: { _, _ in },
          clipboardPicture: { throw ExternalPrograms.Failure("There is no clipboard.") })
      }, background: background)
    let (events, continuation) = AsyncStream.makeStream(of: TerminalEvent.self)
    async let ended: Void = app.run(events: events)
    try await body(terminal, continuation)
    continuation.yield(.input(.key(.control("q"))))
    await ended
    return terminal
  }

  @Test func `a typed text is sent, drawn and kept`() async throws {
    let world = try await Scenes.busyAccount()
    try await run(world) { terminal, events in
      await terminal.wait { $0.contains("Bring bread") && $0.contains("On my w") }
      for character in "ay" { events.yield(.input(.key(.character(character)))) }
      events.yield(.input(.key(KeyEvent(.enter))))
      await terminal.wait { $0.contains("On my way  ·1") }
      #expect(terminal.title.contains("Family"))
      events.yield(.input(.paste("a draft\nof two lines")))
      await terminal.wait { $0.contains("of two lines") }
    }
    let family = try await world.repository.chat(matching: "Family")
    #expect(
      try await world.repository.openDraft(in: family.id).kept.text == "a draft\nof two lines")
    #expect(family.unreadCount == 0)
    #expect(family.queuedCount == 1)
  }

  @Test func `a window that changed while the client started is seen as it is`() async throws {
    let world = try await Scenes.busyAccount()
    try await run(world, windowSize: Size(width: 60, height: 12)) { terminal, _ in
      await terminal.wait { $0.contains("Bring bread") }
      #expect(terminal.size == Size(width: 60, height: 12))
    }
  }

  @Test func `a link that the client is started with is looked at before anything else`()
    async throws
  {
    let world = try await Scenes.busyAccount()
    let link = try InvitationLink(parsing: "zonechat://join/abcdefgh12345#Trip")
    try await run(world, invitation: link) { terminal, events in
      // Without a cloud the look-up fails; the link stays, to be tried again.
      await terminal.wait {
        $0.contains("Join a chat") && $0.contains("❯ zonechat://join/abcdefgh12345#Trip")
          && $0.contains("No cloud is configured.")
      }
      events.yield(.input(.key(KeyEvent(.escape))))
      await terminal.wait { !$0.contains("Join a chat") && $0.contains("Bring bread") }
    }
  }

  @Test func `the link of another server is not looked up, and its command is copied`()
    async throws
  {
    try await withWorld { cloud in
      let world = try await Scenes.busyAccount()
      let sharing = ChatSharing(
        container: try cloud.device(of: "alice").container, replica: world.replica,
        clock: SkippingClock())
      let link = try InvitationLink(parsing: "https://chat.example/join/abcdefgh12345#Trip")
      let terminal = try await run(world, invitation: link, sharing: sharing) { terminal, events in
        await terminal.wait {
          $0.contains("This link is of the server chat.example")
            && $0.contains("zonechat '\(link)'")
        }
        events.yield(.input(.key(.character("y"))))
        await terminal.wait { $0.contains("Copied to the clipboard") }
        events.yield(.input(.key(KeyEvent(.enter))))
        await terminal.wait { !$0.contains("Join a chat") && $0.contains("Bring bread") }
      }
      #expect(terminal.copied == "zonechat '\(link)'")
    }
  }

  @Test func `a message from elsewhere appears by itself`() async throws {
    let world = try await Scenes.busyAccount()
    try await run(world) { terminal, _ in
      await terminal.wait { $0.contains("Bring bread") }
      let zone = RecordZoneIDs.of(
        try await world.repository.chat(matching: "Family"), owner: "mum")
      try await world.say("Now!", by: "mum", in: zone, at: ChatWorld.noon)
      await terminal.wait { $0.contains("│  Now!") }
    }
  }

  @Test func `a window that is left alone says after midnight that yesterday is over`() async throws
  {
    let world = try await Scenes.busyAccount()
    // The sign that the cloud cannot be reached has come.
    let moment = Mutex(ChatWorld.noon + 60)
    let clock = ManualClock()
    // Wide enough for times in the list.
    try await run(
      world, windowSize: Size(width: 160, height: 24), now: { moment.withLock { $0 } }, clock: clock
    ) { terminal, _ in
      await terminal.wait { $0.contains("Bring bread") && $0.contains("11:51 │") }
      moment.withLock { $0 = ChatWorld.noon + 12 * 3600 }
      await clock.advanceToNextDeadline()
      #expect(clock.now == TestInstant(offset: .seconds(12 * 3600 - 60)))
      await terminal.wait { $0.contains("Fri │") }
      // The next wait is for the next midnight.
      moment.withLock { $0 = ChatWorld.noon + 36 * 3600 }
      await clock.advanceToNextDeadline()
      #expect(clock.now == TestInstant(offset: .seconds(36 * 3600 - 60)))
    }
  }

  @Test func `a cloud that is gone for a moment is not spoken of`() async throws {
    let world = try await Scenes.busyAccount()
    let moment = Mutex(ChatWorld.noon + 1)
    let clock = ManualClock()
    try await run(world, now: { moment.withLock { $0 } }, clock: clock) { terminal, _ in
      // What waits is known from the same event.
      await terminal.wait { $0.contains("Bring bread") && $0.contains("1 queued") }
      #expect(!terminal.text.contains("offline"))
      moment.withLock { $0 = ChatWorld.noon + 3 }
      // The day does not end, so only the sign's own time can wake the client.
      while !terminal.text.contains("○ offline since 12:00") {
        await clock.advanceToNextDeadline()
        await Task.yield()
      }
    }
  }

  @Test func `a note goes by itself after a while`() async throws {
    let clock = ManualClock()
    try await run(try await Scenes.busyAccount(), clock: clock) { terminal, events in
      await terminal.wait { $0.contains("Bring bread") }
      events.yield(.input(.key(.control("_"))))
      await terminal.wait { $0.contains("There is nothing to undo.") }
      while terminal.text.contains("There is nothing to undo.") {
        await clock.advanceToNextDeadline()
        await Task.yield()
      }
    }
  }

  @Test func `a request to end that comes while an editor begins is heard`() async throws {
    let world = try await Scenes.busyAccount()
    let editor: @Sendable (String) async -> String = { text in
      await Self.untilCancelled()
      return text
    }
    try await run(world, editor: editor) { terminal, events in
      await terminal.wait { $0.contains("On my w") }
      events.yield(.input(.key(.alt("e"))))
      events.yield(.terminated(signal: 15))
    }
  }

  @Test func `the end tells of an editor's leftovers, and its saved text is the draft`()
    async throws
  {
    let world = try await Scenes.busyAccount()
    let (starts, start) = AsyncStream.makeStream(of: Void.self)
    let editor: @Sendable (String) async throws -> String = { _ in
      start.yield()
      await Self.untilCancelled()
      throw ExternalPrograms.Failure("It is in /tmp.", saved: "On my way!")
    }
    let terminal = try await run(world, editor: editor) { terminal, events in
      await terminal.wait { $0.contains("On my w") }
      events.yield(.input(.key(.alt("e"))))
      for await _ in starts { break }
      events.yield(.terminated(signal: 15))
    }
    #expect(terminal.lastSentences == ["zonechat: It is in /tmp."])
    let family = try await world.repository.chat(matching: "Family")
    #expect(try await world.repository.openDraft(in: family.id).kept.text == "On my way!")
  }

  @Test func `Ctrl+Z in an editor stops the client once, after its background work`() async throws {
    let world = try await Scenes.busyAccount()
    let (steps, step) = AsyncStream.makeStream(of: String.self)
    let (end, ending) = AsyncStream.makeStream(of: Never.self)
    let editor: @Sendable (String) async -> String = { text in
      step.yield("begin")
      for await _ in end {}
      return text + "ay"
    }
    let background = ChatApp.Background(
      pause: { step.yield("pause") }, resume: { step.yield("resume") })
    let terminal = try await run(world, editor: editor, background: background) {
      terminal, events in
      await terminal.wait { $0.contains("On my w") }
      events.yield(.input(.key(.alt("e"))))
      for await name in steps where name == "begin" { break }
      events.yield(.suspendRequested)
      for await name in steps where name == "resume" { break }
      events.yield(.resumed)
      ending.finish()
      await terminal.wait { $0.contains("On my way") }
    }
    #expect(terminal.suspendCount == 1)
  }

  @Test func `the work beside the client begins once, when the chats are on the screen`()
    async throws
  {
    let world = try await Scenes.busyAccount()
    let (steps, step) = AsyncStream.makeStream(of: Void.self)
    let background = ChatApp.Background(resume: { step.yield() })
    try await run(world, background: background) { terminal, _ in
      for await _ in steps { break }
      #expect(terminal.text.contains("Bring bread"))
    }
    step.finish()
    for await _ in steps { Issue.record("begun twice") }
  }

  private nonisolated static func untilCancelled() async {
    for await _ in AsyncStream<Never>.makeStream().stream {}
  }

  @Test func `a hang-up ends it with the draft saved`() async throws {
    let world = try await Scenes.busyAccount()
    try await run(world) { terminal, events in
      await terminal.wait { $0.contains("On my w") }
      events.yield(.input(.key(.character("!"))))
      events.yield(.inputClosed)
    }
    let family = try await world.repository.chat(matching: "Family")
    #expect(try await world.repository.openDraft(in: family.id).kept.text == "On my w!")
  }
}
