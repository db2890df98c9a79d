import ChatUI
import TerminalUI
import Testing

@MainActor
struct ScreenTests {
  @Test func `Wide: list, chat, states, drafts, an invitation`() async throws {
    let driver = ScreenDriver(
      try await Scenes.busyAccount(), width: 80, height: 24, openChat: "Release crew")
    try await driver.refresh()
    #expect(
      driver.text == """
         Release crew  4 members           offline since 12:00, 1 queued, 1 failed  you
         CHATS        2 new │
        > Release cr… 12:00 │
            You: Tag… !1 ·1 │
          Family ~    11:51 │
            Mum: Bring b… 2 │
          Old flat × 21 Sep │
            Eva: Bye all    │                 the beginning of the chat
        ── 1 invitation ────│── Thu 19 Nov ─────────────────────────────────────────────
        + Book club         │12:00 Ada        Notes for release 4 are up
            from Eva        │12:04 Berit      Nice. Who tests it?
                            │12:05 Linus      Me.
                            │                 Tomorrow.
                            │── Fri 20 Nov ─────────────────────────────────────────────
                            │══ 2 new ══════════════════════════════════════════════════
                            │11:00 Ada        The build is green on both machines, so we
                            │                 could tag it today.
                            │                 Shall we?
                            │12:00 You        On it.                                   ✓
                            │                 This one is refused                      !
                            │                 Tagging when I am back online           ·1
        ────────────────────────────────────────────────────────────────────────────────
        >
         Up pick message │ Alt+A next unread │ Ctrl+G go to chat │ F7 chats     F1 help
        """)
  }

  @Test func `Large: previews and states in words`() async throws {
    let driver = ScreenDriver(
      try await Scenes.busyAccount(), width: 160, height: 50, openChat: "Release crew")
    try await driver.refresh()
    #expect(
      driver.text == """
         Release crew  4 members                                                                                           offline since 12:00, 1 queued, 1 failed  you
         CHATS                2 new │
        > Release crew        12:00 │
            You: Tagging whe… !1 ·1 │
          Family ~            11:51 │
            Mum: Bring bread      2 │
          Old flat ×         21 Sep │
            Eva: Bye all            │
        ── 1 invitation ────────────│
        + Book club                 │
            from Eva                │
                                    │
                                    │
                                    │
                                    │
                                    │
                                    │
                                    │
                                    │
                                    │
                                    │
                                    │
                                    │
                                    │
                                    │
                                    │
                                    │
                                    │
                                    │
                                    │
                                    │
                                    │
                                    │
                                    │
                                    │                                                     the beginning of the chat
                                    │── Thu 19 Nov ────────────────────────────────────────────────────────────────────────────────────────────────────────────────────
                                    │12:00 Ada          Notes for release 4 are up
                                    │12:04 Berit        Nice. Who tests it?
                                    │12:05 Linus        Me.
                                    │                   Tomorrow.
                                    │── Fri 20 Nov ────────────────────────────────────────────────────────────────────────────────────────────────────────────────────
                                    │══ 2 new ═════════════════════════════════════════════════════════════════════════════════════════════════════════════════════════
                                    │11:00 Ada          The build is green on both machines, so we could tag it today.
                                    │                   Shall we?
                                    │12:00 You          On it.                                                                                                        ✓
                                    │                   This one is refused                                                                                    ! failed
                                    │                   Tagging when I am back online                                                                          queued 1
        ────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────
        >
         Up pick message │ Alt+A next unread │ Ctrl+G go to chat │ Ctrl+O new chat │ F7 chats │ F8 members                                                      F1 help
        """)
  }

  @Test func `Small: the chat, and the list behind Esc`() async throws {
    let driver = ScreenDriver(
      try await Scenes.busyAccount(), width: 40, height: 12, openChat: "Release crew")
    try await driver.refresh()
    #expect(
      driver.text == """
        < Release crew  2 new +1  offline ·1 !1
        ══ 2 new ═══════════════════════════════
        11:00 Ada
          The build is green on both machines,
          so we could tag it today.
          Shall we?
        12:00 You
          On it.                               ✓
          This one is refused                  !
        ─────────────────────────── 1 newer ↓ ──
        >
         Up pick message │ F7 chats     F1 help
        """)
    try await driver.press(KeyEvent(.escape), KeyEvent(.escape))
    #expect(
      driver.text == """
         Chats  2 new             offline ·1 !1
        > Release crew                    12:00
            You: Tagging when I am back … !1 ·1
          Family ~                        11:51
            Mum: Bring bread                  2
          Old flat ×                     21 Sep
            Eva: Bye all
        ── 1 invitation ────────────────────────
        + Book club
            from Eva
        ────────────────────────────────────────
         Enter open │ Ctrl+O new chat   F1 help
        """)
  }

  @Test func `Nothing there: it says what to do`() async throws {
    let driver = ScreenDriver(try ChatWorld(), width: 60, height: 12)
    try await driver.refresh()
    #expect(
      driver.text == """
         ZoneChat                                   connecting  you
         CHATS              │
          none yet          │             No chats yet.
                            │
                            │       Ctrl+O  start a new chat
                            │   /join LINK  accept an invitation
                            │       F1  all keys and commands
                            │
                            │
        ────────────────────────────────────────────────────────────
        >
         Ctrl+O new chat │ F7 chats                         F1 help
        """)
  }

  @Test(arguments: [
    Size(width: 1, height: 1), Size(width: 0, height: 0), Size(width: 19, height: 5),
    Size(width: 20, height: 4), Size(width: 300, height: 2),
  ])
  func `Too small a screen says so`(size: Size) async throws {
    let driver = ScreenDriver(
      try await Scenes.busyAccount(), width: size.width, height: size.height)
    try await driver.refresh()
    let text = driver.text.replacing("\n", with: "").replacing(" ", with: "")
    #expect("toosmall".hasPrefix(text.replacing("…", with: "")))
  }
}
