import ChatCore
import ChatModel
import ChatUI
import ChatWords
import TerminalUI
import Testing

/// The words that people try in the palette.
@MainActor
struct PaletteTests {
  /// The palette over an own chat with somebody else and a message, after a word is typed.
  private func palette(_ word: String) async throws -> (driver: ScreenDriver, model: PaletteModel) {
    let world = try await Scenes.ownSharedChat()
    let chat = try await world.repository.chat(matching: "Release crew")
    try await world.repository.send("See https://example.org", to: chat.id)
    let driver = try await ScreenDriver.drawn(world)
    try await driver.press(.function(2))
    try await driver.post(.terminal(.input(.paste(word))))
    return (driver, try #require(driver.model.overlay as? PaletteModel))
  }

  @Test(arguments: [
    ("mute", "mute"), ("unmute", "mute"), ("silence", "mute"),
    ("notification", "notifications"), ("mute this chat", "mute"),
    ("dm", "message"), ("direct", "message"),
    ("kick", "members"), ("members", "members"), ("who", "members"),
    ("quote", "reply"), ("reply", "reply"), ("thread", "reply"),
    ("mark read", "mark-read"), ("mark as read", "mark-read"),
    ("mark unread", "mark-unread"),
    ("settings", "zonechat config"), ("config", "zonechat config"), ("theme", "zonechat config"),
    ("dark", "zonechat config"),
    ("sign out", "zonechat account sign-out"), ("log out", "zonechat account sign-out"),
    ("export", "zonechat export CHAT -o FILE"),
    ("save", "save-file"), ("download", "save-file"),
    ("exit", "quit"), ("quit", "quit"), ("close", "archive"), ("leave", "leave-chat"),
    ("pin", "pin"), ("star", "pin"), ("favorite", "pin"), ("favourite", "pin"),
    ("image", "attach"), ("picture", "attach"), ("attach", "attach"), ("upload", "attach"),
    ("file", "attach"),
    ("link", "link"), ("qr", "link"), ("url", "open"),
    ("history", "page-up"), ("search", "find"), ("find", "find"),
    ("rename", "rename"), ("title", "rename"), ("topic", "rename"),
    ("invite", "invite"), ("add", "invite"), ("share", "invite"),
    ("remove", "unsend"), ("delete", "delete-chat"), ("edit", "edit"), ("copy", "copy"),
    ("forward", "forward"),
    ("react", "react"), ("emoji", "react"), ("undo", "undo"),
    ("help", "help"), ("keys", "help"), ("shortcuts", "help"),
    ("block", "block"), ("ban", "block"), ("ignore", "block"),
    ("archive", "archive"), ("hide", "archive"), ("Réply", "reply"), ("notif", "notifications"),
    ("split", "two-chats"), ("side by side", "two-chats"), ("beside", "two-chats"),
    ("add friend", "message"), ("add a friend", "message"), ("query", "message"),
    ("invite someone", "invite"), ("new group", "new-chat"), ("group", "new-chat"),
    ("whois", "members"), ("names", "members"), ("part", "leave-chat"),
    ("clear", "clear-text"), ("about", "about"), ("gif", "attach"),
    ("screenshot", "paste-picture"), ("paste", "paste-picture"), ("paste image", "paste-picture"),
    ("login", "zonechat --profile PROFILE account sign-in NAME"),
    ("log in", "zonechat --profile PROFILE account sign-in NAME"),
    ("sign in", "zonechat --profile PROFILE account sign-in NAME"),
    ("switch account", "zonechat open --choose"), ("profile", "zonechat open --choose"),
    ("logout", "zonechat account sign-out"),
    ("status", "zonechat account status"), ("away", "zonechat agent install"),
    ("do not disturb", "zonechat config --example"), ("dnd", "zonechat config --example"),
    ("dark mode", "zonechat config"),
    ("backup", "zonechat export CHAT -o FILE"), ("print", "zonechat export CHAT -o FILE"),
    ("version", "zonechat --version"),
    ("bell", "notifications"), ("beep", "notifications"), ("emoji picker", "react"),
    ("lastlog", "find"), ("sessions", "zonechat account sessions"),
    ("security", "zonechat account sessions"), ("disconnect", "zonechat account sign-out"),
  ])
  func `a word that people try finds what they mean`(word: String, id: String) async throws {
    let (_, palette) = try await self.palette(word)
    #expect(palette.rows.first?.id == id)
  }

  @Test(arguments: [
    ("online", "Show who is here, or that you are away"),
    ("presence", "Show who is here, or that you are away"),
    ("typing", "Show who is here, or that you are away"),
    ("bookmark", "Keep a message for yourself alone"),
    ("schedule", "Send a message later"), ("send later", "Send a message later"),
    ("report", "Report a person"), ("clear history", "Empty a chat of its messages"),
    ("call", "Call people, or record your voice"), ("poll", "Make a poll"),
    ("nick", "Change your name, or show a picture of you"),
    ("encryption", "Encrypt messages from end to end"),
    ("font", "Change the font, or the size of the letters"),
    ("zoom", "Change the font, or the size of the letters"),
    ("language", "Change the language"),
  ])
  func `what is not there is said, with the reason, and Enter does nothing`(
    word: String, title: String
  ) async throws {
    let (driver, palette) = try await self.palette(word)
    let first = try #require(palette.sections.first)
    #expect(first.kind == .notHere && first.entries.first?.id == title)
    let entry = try #require(first.entries.first)
    let reason = try #require(palette.reasonAgainst(entry))
    #expect(driver.text.contains(reason.prefix(60)), "\(driver.text)")
    #expect(driver.text.contains("not here") && !driver.text.contains("Enter do it"))
    try await driver.press(.enter)
    #expect(driver.model.overlay === palette)
  }

  @Test func `nobody is shown what is not there before they look for it`() async throws {
    for text in ["", "?"] {
      let (_, palette) = try await self.palette(text)
      #expect(!palette.rows.isEmpty && !palette.sections.contains { $0.kind == .notHere })
    }
  }

  @Test func `two chats are offered where there is room for them, else the reason`() async throws {
    let (narrow, palette) = try await self.palette("beside")
    #expect(palette.sections.first?.kind == .notNow)
    #expect(
      narrow.text.contains("Two chats stand side by side on a screen of 160 columns or more."))
    try await narrow.press(.enter)
    #expect(narrow.model.overlay === palette && narrow.model.otherConversation == nil)
    let wide = try await ScreenDriver.drawn(
      Scenes.busyAccount(), width: 160, height: 50, openChat: "Release crew")
    try await wide.press(.function(2))
    try await wide.type("split\n")
    #expect(wide.model.otherConversation != nil)
  }

  @Test func `a screen that shows list and chat one at a time has no width to change`()
    async throws
  {
    let driver = try await ScreenDriver.drawn(Scenes.ownSharedChat(), width: 40, height: 12)
    try await driver.press(.alt("."))
    #expect(driver.model.toast?.text.contains("no width of its own") == true)
    try await driver.press(.function(2))
    try await driver.type("wider")
    let palette = try #require(driver.model.overlay as? PaletteModel)
    #expect(palette.sections.first?.kind == .notNow)
  }

  @Test func `letters that are spread over a sentence find nothing, and Enter does nothing`()
    async throws
  {
    let (driver, palette) = try await self.palette("stv")
    #expect(palette.rows.isEmpty)
    #expect(driver.text.contains("Nothing fits."))
    try await driver.press(.enter)
    #expect(driver.model.overlay is PaletteModel)
  }

  @Test func `what cannot be done now stands below what can, with the reason`() async throws {
    let (driver, palette) = try await self.palette("message")
    #expect(palette.sections.map(\.kind) == [.possible, .notNow])
    let (possible, refused) = (palette.sections[0].entries, palette.sections[1].entries)
    #expect(possible.contains { $0.id == "reply" })
    #expect(refused.contains { $0.id == "save-file" })
    #expect(palette.rows.map(\.id) == (possible + refused).map(\.id))
    for _ in 0..<palette.rows.count { try await driver.press(.down) }
    #expect(driver.text.contains("not now"))
    #expect(palette.selected?.id == refused.last?.id)
    try await driver.press(.enter)
    #expect(driver.model.overlay is PaletteModel, "nothing is done")
  }

  @Test func `nothing is done to another chat than the one that was selected`() async throws {
    let driver = try await ScreenDriver.drawn(Scenes.busyAccount(), openChat: "Family")
    try await driver.press(.function(7))
    try await driver.press(.home)
    if driver.model.list.selection == driver.model.openChat.map(ChatListEntry.ID.chat) {
      try await driver.press(.down)
    }
    let selected = try #require(driver.model.list.selection)
    let archivedCount = driver.model.list.totals.archivedCount
    try await driver.press(.function(2))
    try await driver.type("archive")
    try await driver.post(
      .summaries(driver.model.list.chats.filter { ChatListEntry.ID.chat($0.id) != selected }))
    try await driver.press(.enter)
    #expect(driver.model.overlay == nil)
    #expect(driver.text.contains("Nothing is done"))
    #expect(driver.model.list.totals.archivedCount == archivedCount)
  }

  @Test func `a command outside the window is copied and said`() async throws {
    let (driver, _) = try await self.palette("sign out")
    #expect(driver.text.contains("zonechat account sign-out"))
    try await driver.press(.enter)
    #expect(driver.copied == "zonechat account sign-out")
    #expect(driver.text.contains("In a shell: zonechat account sign-out"))
  }

  @Test func `a command outside the window is for the profile and the cloud of the window`()
    async throws
  {
    let options = WindowOptions(
      profile: ["--profile", "work"], cloud: ["--cloud", "https://chat.example"])
    let driver = ScreenDriver(try ChatWorld(), width: 80, height: 24, options: options)
    try await driver.refresh()
    for (word, command) in [
      ("sign out", "zonechat --profile work account sign-out"),
      ("doctor", "zonechat --profile work doctor"),
      ("sign in", "zonechat --cloud https://chat.example --profile PROFILE account sign-in NAME"),
      ("switch account", "zonechat open --choose"), ("version", "zonechat --version"),
    ] {
      try await driver.press(.function(2))
      try await driver.type(word)
      try await driver.press(.enter)
      #expect(driver.copied == command)
      #expect(driver.model.toast?.text.contains("In a shell: \(command) (copied") == true)
    }
    try await driver.type("/logout\n")
    #expect(driver.paneWords.contains("In a shell, ‘zonechat --profile work account sign-out’"))
    // Errors of the floors below know no profile.
    try await driver.post(.failed(SealingProblem.noKeys.description))
    #expect(driver.paneWords.contains("‘zonechat --profile work account keys make’"))
  }

  @Test func `Enter does nothing before anything is typed or chosen`() async throws {
    let driver = try await ScreenDriver.drawn(Scenes.ownSharedChat())
    try await driver.press(.function(2))
    let palette = try #require(driver.model.overlay as? PaletteModel)
    #expect(palette.selected == nil && !driver.text.contains("Enter do it"), "\(driver.text)")
    try await driver.press(.enter)
    #expect(driver.model.overlay === palette)
    try await driver.type("?")
    #expect(palette.selected == nil)
    try await driver.press(.backspace, .down)
    #expect(palette.selected?.id == palette.rows.first?.id)
    try await driver.press(.down, .up, .up)
    #expect(palette.selected?.id == palette.rows.first?.id)
    // What was done last is done again by Enter alone.
    try await driver.type("pin the chat")
    try await driver.press(.enter)
    try await driver.press(.function(2), .enter)
    #expect(driver.model.openSummary?.isPinned == false)
  }

  @Test func `on a wide screen actions and help have room for whole sentences`() async throws {
    for key in [Key.function(1), .function(2)] {
      let driver = try await ScreenDriver.drawn(Scenes.ownSharedChat(), width: 160, height: 50)
      try await driver.press(key)
      let frame = driver.text.split(separator: "\n").first { $0.contains("╭─") } ?? ""
      #expect(frame.count { $0 == "─" } > 90, "\(frame)")
    }
  }

  @Test func `the help is searched by the same words`() async throws {
    let driver = try await ScreenDriver.drawn(Scenes.ownSharedChat())
    try await driver.press(.function(1))
    try await driver.type("mute")
    #expect(driver.text.contains("/mute"))
    #expect(!driver.text.contains("/rename"))
    try await driver.type("xyz")
    #expect(driver.text.contains("Nothing fits."))
    try await driver.press(.function(1))
    #expect(driver.model.overlay == nil)
  }
}
