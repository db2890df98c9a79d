import ChatUI
import ClientSettings
import CloudModel
import TerminalUI
import Testing

/// A picture of the client for the pages, made from the real program: a place in it, for both kinds of background.
struct WindowPicture: CustomTestStringConvertible, Sendable {
  /// What is in a window: its cells, the cursor, and the title.
  typealias Contents = (grid: Grid, cursor: Point?, title: String)

  /// The beginning of its files' names.
  let name: String
  /// The picture in words, for those who cannot see it.
  let summary: String
  private let contents: @MainActor @Sendable (Background) async throws -> Contents

  var testDescription: String { name }

  init(
    name: String, summary: String,
    contents: @escaping @MainActor @Sendable (Background) async throws -> Contents
  ) {
    self.name = name
    self.summary = summary
    self.contents = contents
  }

  /// A place in the client, and the way there from a chat.
  init(
    name: String, summary: String, size: Size = Size(width: 100, height: 28),
    chat: String = "Trip to Gdańsk",
    world: @escaping @Sendable () async throws -> ChatWorld = { try await Scenes.trip() },
    reach: @escaping @MainActor @Sendable (ScreenDriver) async throws -> Void
  ) {
    self.init(name: name, summary: summary) { background in
      let driver = ScreenDriver(
        try await world(), width: size.width, height: size.height, openChat: chat)
      driver.screen.background = background
      try await driver.refresh()
      try await reach(driver)
      try await driver.update()
      let (grid, cursor) = driver.screen.picture()
      return (grid, cursor, driver.screen.windowTitle)
    }
  }

  /// The file for a background, from the root of the project.
  func path(for background: Background) -> String {
    "docs/pictures/\(name)-\(background == .dark ? "dark" : "light").svg"
  }

  @MainActor
  func draw(on background: Background) async throws -> ScreenPicture {
    let (grid, cursor, title) = try await contents(background)
    return ScreenPicture(
      grid: grid, cursor: cursor, title: title, summary: summary,
      colors: background == .dark ? .dark : .light)
  }

  /// Every picture; a new one is one entry, and a place in a page.
  static let all = [
    WindowPicture(
      name: "first-question",
      summary: "The first start: it asks for your name, and offers one"
    ) { background in
      let question = NameQuestions.question()
      let theme = Settings().theme.on(background, colors: .palette)
      let (grid, cursor) = Theme.$current.withValue(theme) {
        NameQuestionView(question).picture(size: Size(width: 80, height: 20))
      }
      return (grid, cursor, "ZoneChat")
    },
    WindowPicture(
      name: "tour",
      summary: """
        A step of the tour: what happens, what somebody would type, the share with its people, and what the cloud was \
        asked
        """
    ) { _ in (TourPicture.grid, nil, "zonechat demo --tour") },
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
