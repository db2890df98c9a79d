import ChatUI
import CloudModel
import TerminalUI
import Testing

/// A picture of the client for the pages, made from the real program: a place in it, for both kinds of background.
struct WindowPicture: CustomTestStringConvertible, Sendable {
  /// The beginning of its files' names.
  let name: String
  /// The picture in words, for those who cannot see it.
  let summary: String
  var size = Size(width: 100, height: 28)
  var chat = "Trip to Gdańsk"
  var world: @Sendable () async throws -> ChatWorld = { try await Scenes.trip() }
  let reach: @MainActor @Sendable (ScreenDriver) async throws -> Void

  var testDescription: String { name }

  /// The file for a background, from the root of the project.
  func path(for background: Background) -> String {
    "docs/pictures/\(name)-\(background == .dark ? "dark" : "light").svg"
  }

  @MainActor
  func draw(on background: Background) async throws -> ScreenPicture {
    let driver = ScreenDriver(
      try await world(), width: size.width, height: size.height, openChat: chat)
    driver.screen.background = background
    try await driver.refresh()
    try await reach(driver)
    try await driver.update()
    let (grid, cursor) = driver.screen.picture()
    return ScreenPicture(
      grid: grid, cursor: cursor, title: driver.screen.windowTitle, summary: summary,
      colors: background == .dark ? .dark : .light)
  }

  /// Every picture; a new one is one entry, and a place in a page.
  static let all = [
    WindowPicture(
      name: "window",
      summary: """
        A terminal with ZoneChat: on the left a list of chats with unread messages, on the right a \
        chat of four people who plan a trip
        """,
      reach: { try await $0.type("Four seats, and the window for Linus") }),
    WindowPicture(
      name: "list",
      summary: "The list of chats has the keys: one row of it has a background from edge to edge",
      size: Size(width: 80, height: 24),
      reach: { try await $0.press(.function(7), .down) }),
    WindowPicture(
      name: "search", summary: "A search in one chat, with the messages that have the word",
      size: Size(width: 80, height: 24),
      reach: { driver in
        try await driver.press(.control("f"))
        try await driver.type("train")
      }),
    WindowPicture(
      name: "palette", summary: "The palette: a word is typed, and the actions for it are listed",
      size: Size(width: 80, height: 24),
      reach: { driver in
        try await driver.press(.function(2))
        try await driver.type("invite")
      }),
    WindowPicture(
      name: "members", summary: "The members of a chat, with their rights",
      size: Size(width: 80, height: 24),
      reach: { try await $0.press(.function(8)) }),
    WindowPicture(
      name: "link", summary: "The link of a chat as a code for the camera of a phone",
      size: Size(width: 100, height: 40), chat: "Release crew", world: Scenes.ownChat,
      reach: { driver in
        try await driver.type("/link\n")
        try await driver.answer(.link(Scenes.link, openTo: .none))
        try await driver.type("q")
      }),
    WindowPicture(
      name: "wide", summary: "A wide terminal: the list, the messages, and who is in the chat",
      size: Size(width: 160, height: 50),
      reach: { try await $0.press(.alt("p")) }),
    WindowPicture(
      name: "first-steps", summary: "The first chat of a new account, which explains the keys",
      size: Size(width: 80, height: 24), chat: FirstSteps.title,
      world: { try await Scenes.firstSteps() }, reach: { _ in }),
    WindowPicture(
      name: "go-to-chat",
      summary:
        "Going to somebody by some letters of the name: a chat, and a new one that would begin",
      size: Size(width: 80, height: 24),
      reach: { driver in
        try await driver.press(.control("g"))
        try await driver.type("linu")
      }),
    WindowPicture(
      name: "invite", summary: "The question whom to invite to a chat",
      size: Size(width: 80, height: 20), chat: "Release crew", world: Scenes.ownChat,
      reach: { try await $0.press(.function(5)) }),
    WindowPicture(
      name: "help", summary: "The help, with the keys that count where it was asked for",
      size: Size(width: 80, height: 24),
      reach: { try await $0.press(.function(1)) }),
    WindowPicture(
      name: "picked", summary: "A message is picked, and the last line has the keys for it",
      size: Size(width: 100, height: 24),
      reach: { try await $0.press(.up, .up, .up) }),
    WindowPicture(
      name: "details", summary: "The details of a message: who has read it, and when",
      size: Size(width: 80, height: 24),
      reach: { try await $0.press(.up, .up, .up, .up, .enter) }),
    WindowPicture(
      name: "thread", summary: "The thread of a message beside the chat",
      size: Size(width: 120, height: 24), chat: "Release crew", world: Scenes.talkedOver,
      reach: { driver in
        try await driver.press(.up, .up, .up, .up, .up, .up)
        try await driver.type("Tr")
      }),
    WindowPicture(
      name: "two-chats", summary: "Two chats side by side in a wide terminal",
      size: Size(width: 160, height: 28),
      reach: { try await $0.press(.alt("t")) }),
    WindowPicture(
      name: "files", summary: "The list of the files of a chat",
      size: Size(width: 80, height: 20), chat: "Release crew", world: Scenes.filesOfTwoChats,
      reach: { try await $0.press(.alt("s")) }),
    WindowPicture(
      name: "outbox",
      summary: "The outbox: what waits to be sent, and what failed, with reasons",
      size: Size(width: 80, height: 24), chat: "Release crew", world: Scenes.busyAccount,
      reach: { try await $0.press(.function(9)) }),
  ]
}
