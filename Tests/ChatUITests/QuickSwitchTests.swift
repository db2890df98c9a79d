import ChatCore
import ChatModel
import ChatUI
import ChatWords
import CloudModel
import Foundation
import TerminalUI
import TestSupport
import Testing

/// Going to chats, invitations and people by name.
@MainActor
struct QuickSwitchTests {
  private func driver(_ world: ChatWorld) async throws -> ScreenDriver {
    try await .drawn(world, openChat: "Release crew")
  }

  private func results(_ driver: ScreenDriver) -> [SwitchEntry] {
    (driver.model.overlay as? QuickSwitchModel)?.results ?? []
  }

  @Test func `somebody without a chat of their own gets a new one, which the message begins`()
    async throws
  {
    let driver = try await driver(Scenes.busyAccount())
    try await driver.press(.control("g"))
    #expect(!driver.text.contains("write to"))
    try await driver.type("beri")
    #expect(driver.text.contains("write to Berit"))
    try await driver.press(.enter)
    #expect(driver.requests.last?.request == .chat(with: "Berit"))
    #expect(driver.text.contains("Looking for Berit …"))
    let chat = try await driver.world.repository.chat(with: "Berit", asking: nil)
    try await driver.refresh()
    try await driver.answer(.chatOfTwo(chat))
    #expect(driver.model.openChat == chat && driver.model.overlay == nil)
    // It needs no title: each of the two sees the name of the other.
    #expect(driver.model.openSummary?.title == "" && driver.model.openSummary?.name == "Berit")
    #expect(driver.text.contains("Your first message invites Berit"), "\(driver.text)")
    #expect(!driver.text.contains("Berit is invited") && !driver.text.contains("Invited: "))
    #expect(driver.text.contains("Type something") && !driver.text.contains("invite people"))
    // What needs the other one to know of the chat is not offered, and says why.
    let why = "This chat begins with its first message."
    for command in ["/invite\n", "/link\n", "/stop-sharing\n", "/limit 5MB\n"] {
      try await driver.type(command)
      #expect(driver.paneWords.contains(why), "\(command) \(driver.text)")
      try await driver.press(.control("c"))
    }
    try await driver.press(.function(8))
    #expect(!driver.text.contains("change the right") && !driver.text.contains("withdraw"))
    for key in ["w", "d"] {
      try await driver.type(key)
      #expect(driver.text.contains(why), "\(driver.text)")
    }
    try await driver.press(.escape)
    try await driver.type("Hello\n")
    #expect(driver.text.contains("Hello"))
  }

  @Test(arguments: [(80, 24), (40, 12)])
  func `an account without any chat is told how to write to somebody, and can`(
    width: Int, height: Int
  ) async throws {
    let driver = try await ScreenDriver.drawn(ChatWorld(), width: width, height: height)
    #expect(driver.text.contains("Ctrl+G  write to somebody by name"), "\(driver.text)")
    #expect(driver.text.contains(" Ctrl+G write to somebody   "), "\(driver.text)")
    #expect(!driver.text.contains("/msg"))
    try await driver.press(.control("g"))
    #expect(driver.text.contains("Type the name of somebody."))
    try await driver.type("anna")
    try await driver.press(.enter)
    #expect(driver.requests.map(\.request) == [.chat(with: "anna")])
    // A person is in a world without a cloud once they were met.
    let zone = try await driver.world.joinedChat("Club", owner: "anna")
    try await driver.world.share(["anna", "you"], owner: "anna", in: zone, at: ChatWorld.noon)
    try await driver.answer(
      .chatOfTwo(try await driver.world.repository.chat(with: "Anna", asking: nil)))
    try await driver.refresh()
    #expect(driver.model.openSummary?.name == "Anna", "\(driver.text)")
    try await driver.type("Hello\n")
    #expect(driver.text.contains("Hello"))
  }

  @Test func `a name that nobody here has is offered last, and looked up at Enter only`()
    async throws
  {
    let driver = try await driver(Scenes.busyAccount())
    try await driver.press(.control("g"))
    try await driver.type("re")
    #expect(results(driver).last == .newcomer("re"))
    #expect(results(driver).count > 1)
    try await driver.type("xyz")
    #expect(results(driver) == [.newcomer("rexyz")])
    #expect(driver.text.contains("write to rexyz") && driver.text.contains("new chat"))
    #expect(driver.requests.isEmpty)
    try await driver.press(.enter)
    #expect(driver.requests.map(\.request) == [.chat(with: "rexyz")])
    // What was typed stays, with the reason, and can be corrected.
    try await driver.answer(.failed("The cloud has no account ‘rexyz’. Check the spelling."))
    #expect(driver.text.contains("The cloud has no account ‘rexyz’."))
    try await driver.press(.backspace)
    #expect(results(driver) == [.newcomer("rexy")])
    #expect(!driver.text.contains("The cloud has no account"))
    // Nobody is offered twice, and nothing that no account can be called.
    for text in ["mum", "BERIT", "two words", "you", "a\"b"] {
      try await driver.press(.control("u"))
      try await driver.type(text)
      #expect(!results(driver).contains { $0.id == .newcomer }, "\(text)")
    }
  }

  @Test func `a message to a person is one line, and comes back where nobody can have it`()
    async throws
  {
    let driver = try await driver(Scenes.busyAccount())
    let before = driver.model.openChat
    try await driver.type("/msg Berit Shall we?\n")
    #expect(driver.model.openSummary?.name == "Berit" && driver.model.openChat != before)
    #expect(driver.text.contains("Shall we?"))
    #expect(driver.text.contains("Berit  invited by your first message"), "\(driver.text)")
    #expect(driver.model.composer.isEmpty)
    // Without a connection nobody new is found, and the line is there again.
    try await driver.type("/msg nobody Hello  there\n")
    #expect(driver.text.contains("The cloud cannot be reached."))
    #expect(driver.model.composer.text == "/msg nobody Hello  there")
    try await driver.press(.control("u"))
    try await driver.type("/msg you hello\n")
    #expect(driver.text.contains("This is your own account."))
  }

  @Test(arguments: [80, 160])
  func `a chat of two says once that it is not accepted yet, as long as that is so`(
    width: Int
  ) async throws {
    let driver = try await ScreenDriver.drawn(Scenes.busyAccount(), width: width)
    let world = driver.world
    try await world.replica.publish(.upToDate)
    try await driver.type("/msg Berit Shall we?\n")
    let line = "· Berit has not accepted yet; your messages wait"
    let chat = try #require(driver.model.openChat)
    let zone = try await world.zone(of: chat)
    #expect(!driver.text.contains(line), "the message is not sent yet")
    try await world.settleOutbox(in: zone)
    try await driver.refresh()
    #expect(driver.text.contains(line), "\(driver.text)")
    #expect(!driver.text.contains("is invited"), "\(driver.text)")
    let sent = try #require(driver.model.conversation?.messages.first)
    #expect(driver.screen.signMoments.contains(sent.timestamp + LateSign.accepting))
    try await world.share(["you", "berit"], owner: "you", in: zone, at: ChatWorld.noon)
    try await driver.refresh()
    #expect(!driver.text.contains(line))
    #expect(driver.text.contains("2 members"))
  }

  @Test func `in a narrow pane that line keeps what matters`() {
    let words = { MissingReader.awaited($0).words(invite: "F5", columns: 33) }
    #expect(words("Berit") == "Berit has not accepted yet")
    #expect(words("Alexander Berg") == "Alexander B… has not accepted yet")
    let none = MissingReader.none.words(invite: "F5", columns: 33)
    #expect(none == "Nobody else reads this chat")
  }

  @Test(arguments: [80, 160])
  func `a chat of two that is declined says that nobody reads it, and how to invite again`(
    width: Int
  ) async throws {
    let driver = try await ScreenDriver.drawn(Scenes.busyAccount(), width: width)
    let world = driver.world
    try await driver.type("/msg Berit Shall we?\n")
    let chat = try #require(driver.model.openChat)
    let zone = try await world.zone(of: chat)
    try await world.settleOutbox(in: zone)
    var share = try await world.declined("berit", owner: "you", in: zone)
    try await world.apply([share], in: zone, moreComing: true)
    try await driver.refresh()
    #expect(driver.text.contains("Berit declined the invitation"), "\(driver.text)")
    let line = "· Nobody else reads this chat; F5 invites again"
    #expect(driver.text.contains(line), "\(driver.text)")
    try await driver.type("Still there?\n")
    #expect(driver.text.contains(line), "\(driver.text)")
    // Somebody who is invited again has not accepted.
    share.recordChangeTag = "again"
    share.share?.participants.append(
      Participant(
        participantID: "p-berit",
        identity: UserIdentity(userRecordName: "_berit", accountName: "Berit"),
        permission: .readWrite, acceptanceStatus: .pending))
    try await world.apply([share], in: zone, moreComing: true)
    try await driver.refresh()
    #expect(!driver.text.contains("Nobody else"), "\(driver.text)")
  }

  @Test func `a message to a person that is still on its way at the end is a draft`() async throws {
    let driver = try await driver(Scenes.busyAccount())
    driver.model.message("nobody Hello")
    driver.model.leave(.quit)
    #expect(driver.model.composer.text.hasPrefix("/msg nobody Hello"))
    try await driver.update()
    #expect(driver.hasQuit)
    let chat = try #require(driver.model.openChat)
    let draft = try await driver.world.repository.openDraft(in: chat).kept
    #expect(draft.text.hasPrefix("/msg nobody Hello"))
  }

  @Test func `a message to a person is a draft while the person is looked for`() async throws {
    let driver = try await driver(Scenes.busyAccount())
    let chat = try #require(driver.model.openChat)
    func draft() async throws -> String {
      try await driver.world.repository.openDraft(in: chat).kept.text
    }
    driver.findsPeople = false
    try await driver.type("/msg nobody Hello\n")
    #expect(driver.model.composer.isEmpty)
    #expect(try await draft() == "/msg nobody Hello")
    try await driver.type("Bye")
    driver.model.saveDrafts()
    try await driver.update()
    #expect(try await draft() == "/msg nobody Hello\nBye")
    let letter = Letter(to: "nobody", "Hello", from: chat)
    try await driver.post(.undelivered(letter, reason: "There is nobody of that name."))
    driver.model.saveDrafts()
    try await driver.update()
    #expect(driver.model.composer.text == "/msg nobody Hello\nBye")
    #expect(try await draft() == "/msg nobody Hello\nBye")
  }

  @Test func `the dialog that invites leads to the chat with just one person`() async throws {
    let driver = try await ScreenDriver.drawn(Scenes.ownChat())
    try await driver.press(KeyEvent(.function(5)))
    try await driver.type("ann ben")
    try await driver.press(.alt("t"))
    #expect(driver.text.contains("Write the name of one person"))
    try await driver.press(.backspace, .backspace, .backspace, .backspace)
    try await driver.press(.alt("t"))
    #expect(driver.requests.map(\.request) == [.chat(with: "ann")])
  }

  @Test func `the first words of a stranger are read before the chat is joined`() async throws {
    let driver = try await ScreenDriver.drawn(Scenes.firstWords(), width: 160, height: 50)
    #expect(driver.text.contains("new to you: “Hi"))
    try await driver.press(KeyEvent(.function(7)), KeyEvent(.end))
    try await driver.press(.enter)
    let shown = driver.text.replacing(#/[\s│]+/#, with: " ")
    #expect(shown.contains("Eva writes to you: “Hi, I am Eva from the book club.” You may read"))
    #expect(driver.text.contains("You have no chat with Eva yet."))
  }

  @Test func `a group with just one other person is not the chat of the two`() async throws {
    let driver = try await driver(Scenes.busyAccount())
    try await driver.press(.control("g"))
    try await driver.type("mum")
    #expect(driver.text.contains("write to Mum"))
    #expect(!driver.text.contains("in Family"))
    try await driver.press(.enter)
    #expect(driver.requests.last?.request == .chat(with: "Mum"))
  }

  @Test func `an invitation is found by its chat and by who invites`() async throws {
    let driver = try await driver(Scenes.busyAccount())
    for pattern in ["book", "eva"] {
      try await driver.press(.control("g"))
      try await driver.type(pattern)
      #expect(driver.text.contains("+ Book club"))
      try await driver.press(.escape)
    }
    try await driver.press(.control("g"))
    try await driver.type("book")
    try await driver.press(.enter)
    #expect(driver.text.contains("Eva invites you to ‘Book club’."))
  }

  @Test func `the exact name comes first, whatever it names`() async throws {
    let world = try await Scenes.busyAccount()
    for name in ["Linus and the kernel", "About linus", "Li Nus"] {
      _ = try await world.joinedChat(name, owner: "eva", members: ["ada"])
    }
    let driver = try await driver(world)
    try await driver.press(.control("g"))
    try await driver.type("linus")
    guard case .person(let person)? = results(driver).first else {
      Issue.record("\(results(driver).map(\.id))")
      return
    }
    #expect(person.account == "Linus")
    #expect(results(driver).count == 4)
  }

  @Test func `a text is forwarded only to chats that are there`() async throws {
    let driver = try await driver(Scenes.busyAccount())
    try await driver.press(.up, .up, .up, .up)
    try await driver.type("f")
    try await driver.type("e")
    #expect(results(driver).allSatisfy { $0.chat != nil })
    #expect(!driver.text.contains("write to"))
    #expect(results(driver).map { $0.chat?.name } == ["Release crew"])
  }

  /// The crew of busy people, a chat of two with Berit, and a newer group that somebody has called after her.
  private func impostor(_ title: String) async throws -> ScreenDriver {
    let world = try await Scenes.busyAccount()
    _ = try await world.repository.send(
      "Hello", to: try await world.repository.chat(with: "Berit", asking: nil))
    let zone = try await world.joinedChat(title, owner: "eva", members: ["ada", "linus"])
    try await world.say("Tell me a secret", by: "eva", in: zone, at: Scenes.minutes(1))
    return try await driver(world)
  }

  @Test(arguments: ["Berit", "BERIT", "B\u{435}rit", "Berit\u{200B}"])
  func `a person's name leads to the person, and a group of that name can be told from them`(
    title: String
  ) async throws {
    for way in 0..<3 {
      let driver = try await impostor(title)
      let shown = driver.text.split(separator: "\n").map { $0.prefix { $0 != "│" } }
      #expect(shown.contains { $0.contains("Berit  ") }, "the person: \(driver.text)")
      #expect(shown.contains { $0.contains("rit · ") || $0.contains("RIT · ") }, "\(driver.text)")
      switch way {
      case 0:
        try await driver.press(.control("g"))
        try await driver.type("berit")
        try await driver.press(.enter)
      case 1: try await driver.type("/go berit\n")
      default:
        try await driver.press(.function(7))
        try await driver.type("berit")
        try await driver.press(.enter)
      }
      #expect(driver.model.openSummary?.isOfTwo == true, "way \(way)")
    }
  }

  @Test func `a person without a chat of two comes before a group of their name`() async throws {
    let world = try await Scenes.busyAccount()
    _ = try await world.joinedChat("Linus", owner: "eva", members: ["ada"])
    let driver = try await driver(world)
    try await driver.press(.control("g"))
    try await driver.type("linus")
    guard case .person(let person)? = results(driver).first else {
      Issue.record("\(results(driver).map(\.id))")
      return
    }
    #expect(person.account == "Linus")
    #expect(driver.text.contains("Linus · 3 members"))
    // The whole name leads to the group.
    try await driver.press(.down, .enter)
    #expect(driver.model.openSummary?.name == "Linus")
  }
}
