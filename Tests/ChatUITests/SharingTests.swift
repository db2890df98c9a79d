import ChatCore
import ChatModel
import ChatUI
import CloudModel
import TerminalUI
import Testing

@MainActor
struct SharingTests {
  private func ownChat() async throws -> ScreenDriver {
    let world = try ChatWorld()
    _ = try await world.repository.createChat(title: "Mine")
    return try await .drawn(world)
  }

  @Test func `inviting asks the cloud and shows the link`() async throws {
    let driver = try await ownChat()
    let chat = try #require(driver.model.openChat)
    try await driver.type("/invite bob, eva bob")
    try await driver.press(.enter)
    let asked = try #require(driver.requests.last)
    #expect(asked.request == .invite(["bob", "eva"], to: chat, permission: .readWrite))
    #expect(driver.text.contains("Inviting bob, eva …"))
    let link = try InvitationLink(parsing: "zonechat://join/abcdefgh12345#Mine")
    try await driver.post(.shared(.invited(link), number: asked.number))
    #expect(driver.text.contains("zonechat://join/abcdefgh12345#Mine"))
    try await driver.type("y")
    #expect(driver.copied == link.description)
  }

  @Test func `inviting a member says that nothing changes, and what would`() async throws {
    let driver = try await ScreenDriver.drawn(Scenes.ownSharedChat())
    try await driver.type("/invite berit\n")
    try await driver.answer(.invited(Scenes.link))
    #expect(driver.text.contains("Berit is a member already (may read and write)."))
    #expect(!driver.text.contains("Invited:"))
    try await driver.press(.escape)
    try await driver.type("/invite berit bob\n")
    try await driver.answer(.invited(Scenes.link))
    #expect(driver.text.contains("Invited: bob."))
    #expect(driver.text.contains("Berit is a member already"))
  }

  @Test func `the link is shown as a QR code where there is room`() async throws {
    let link = InvitationLink(shortGUID: "AbCdEfGhIjKlMnOpQrStUvWx", title: "Mine")
    let code = try #require(QRCode("zonechat://join/AbCdEfGhIjKlMnOpQrStUvWx"))
    let driver = try await ownChat()
    for (command, answer) in [
      ("/link\n", SharingAnswer.link(link, openTo: .none)), ("/invite bob\n", .invited(link)),
    ] {
      try await driver.type(command)
      try await driver.answer(answer)
      #expect(!driver.text.contains("█"))
      // A click opens it.
      #expect(driver.screen.picture().grid.links == [link.description])
      try await driver.type("q")
      for row in code.halfBlocks(quietZone: 4) { #expect(driver.text.contains(row)) }
      #expect(driver.text.contains("zonechat://join/AbCdEfGhIjKlMnOpQrStUvWx#Mine"))
      try await driver.type("y")
      #expect(driver.copied == link.description)
      try await driver.type("q")
      #expect(!driver.text.contains("█"))
      try await driver.press(.enter)
      #expect(driver.model.overlay == nil)
    }
  }

  @Test func `inviting without a name shows the link, which one key opens to everyone`()
    async throws
  {
    let driver = try await ownChat()
    let chat = try #require(driver.model.openChat)
    try await driver.press(.function(5))
    #expect(driver.text.contains("or nothing for a link:"))
    #expect(driver.text.contains("Enter show the link"))
    try await driver.type("b")
    #expect(driver.text.contains("Enter invite"))
    try await driver.press(.backspace, .enter)
    #expect(driver.requests.map(\.request) == [.link(of: chat)])
    try await driver.answer(.link(Scenes.link, openTo: .none))
    #expect(driver.text.contains("\(Scenes.link)"))
    #expect(driver.text.contains("Only invited accounts can use it."))
    try await driver.post(.newPeople(areWelcome: true))
    for words in ["Alt+N somebody new", "y copy", "q QR code", "o open it", "Enter close"] {
      #expect(driver.text.contains(words), "\(words)\n\(driver.text)")
    }
    try await driver.type("o")
    try await driver.post(.members(chat, []))
    #expect(driver.text.contains("Everyone who has the link may join and write then."))
    #expect(driver.requests.count == 1, "it asks first")
    try await driver.press(.enter)
    #expect(driver.requests.last?.request == .openLink(of: chat, permission: .readWrite))
    try await driver.answer(.link(Scenes.link, openTo: .readWrite))
    #expect(driver.text.contains("o close it"))
    try await driver.type("o")
    try await driver.press(.enter)
    #expect(driver.requests.last?.request == .openLink(of: chat, permission: .none))
  }

  @Test func `a link of the cloud of one machine says where it leads nowhere`() async throws {
    let driver = try await ownChat()
    let words = "It works on this machine only."
    for (command, answer) in [
      ("/link\n", { SharingAnswer.link($0, openTo: .none) }), ("/invite bob\n", { .invited($0) }),
    ] as [(String, (InvitationLink) -> SharingAnswer)] {
      try await driver.type(command)
      try await driver.answer(answer(Scenes.link))
      #expect(driver.text.contains(words), "\(driver.text)")
      try await driver.press(.escape)
      try await driver.type(command)
      let link = "https://chat.example/join/abcdefgh12345#Mine"
      try await driver.answer(answer(try InvitationLink(parsing: link)))
      #expect(driver.text.contains(link) && !driver.text.contains(words), "\(driver.text)")
      try await driver.press(.escape)
    }
  }

  @Test func `before the link of a chat of two is opened, it says that others will read it`()
    async throws
  {
    let driver = try await ScreenDriver.drawn(Scenes.busyAccount())
    let world = driver.world
    try await driver.type("/msg Berit Shall we?\n")
    let chat = try #require(driver.model.openChat)
    let zone = try await world.zone(of: chat)
    try await world.settleOutbox(in: zone)
    for (invited, consequence) in [
      (["berit"], "Berit has not accepted yet: the invitation is withdrawn"),
      ([], "/msg Berit begins another chat of two."),
    ] {
      try await world.share(
        ["you", "berit"], owner: "you", invited: invited, in: zone, at: ChatWorld.noon)
      try await driver.refresh()
      try await driver.type("/link\n")
      try await driver.answer(.link(Scenes.link, openTo: .none))
      try await driver.type("o")
      try await driver.post(.members(chat, try await world.repository.currentMembers(of: chat)))
      let words = driver.text.replacing(#/[\s│]+/#, with: " ")
      #expect(words.contains("This is the chat of you and Berit."), "\(words)")
      #expect(words.contains("read what you two have written"), "\(words)")
      #expect(words.contains(consequence), "\(words)")
      try await driver.press(.escape, .escape)
    }
  }

  @Test func `the QR code of a server's link leaves out its words alone`() async throws {
    let address = "https://chat.example/join/AbCdEfGhIjKlMnOpQrStUvWx"
    let link = try InvitationLink(parsing: address + "#Mine,code=c1,key=K1")
    let driver = try await ownChat()
    try await driver.resize(100, 50)
    try await driver.type("/link\n")
    try await driver.answer(.link(link, openTo: .none))
    #expect(driver.screen.picture().grid.links == [link.description])
    try await driver.type("q")
    let code = try #require(QRCode(address + "#,code=c1,key=K1"))
    for row in code.halfBlocks(quietZone: 4) { #expect(driver.text.contains(row)) }
    try await driver.type("y")
    #expect(driver.copied == address + "#Mine,code=c1,key=K1")
  }

  @Test(arguments: ["/invite\n", "/link\n"])
  func `where members may invite, somebody without an account gets a link`(
    command: String
  ) async throws {
    let driver = try await ownChat()
    let chat = try #require(driver.model.openChat)
    try await driver.type(command)
    try await driver.answer(.link(Scenes.link, openTo: .none))
    #expect(!driver.text.contains("somebody new"))
    try await driver.post(.newPeople(areWelcome: true))
    #expect(driver.text.contains("Alt+N somebody new"))
    try await driver.press(.alt("n"))
    #expect(driver.requests.last?.request == .newPersonLink(of: chat))
    let link = try InvitationLink(parsing: "https://chat.example/join/abcdefgh12345#Mine,code=c1")
    try await driver.answer(
      .newPersonLink(
        NewPersonLink(link: link, openTo: .none, lifeSeconds: 7 * 24 * 60 * 60)))
    let words = driver.text.replacing(#/[\s│]+/#, with: " ")
    #expect(words.contains("within 7 days"))
    #expect(words.contains("invite the new account by its name"))
    try await driver.type("y")
    #expect(driver.copied == link.description)
    try await driver.press(.enter)
    #expect(driver.model.overlay == nil)
  }

  @Test(arguments: [(80, 22, true), (37, 21, true), (37, 20, false), (36, 21, false)])
  func `a QR code has two light modules around it, or is not shown`(
    width: Int, height: Int, isShown: Bool
  ) async throws {
    let driver = try await ownChat()
    try await driver.resize(width, height)
    try await driver.type("/link\n")
    let link = InvitationLink(shortGUID: "AbCdEfGhIjKlMnOpQrStUvWx", title: "Mine")
    try await driver.answer(.link(link, openTo: .none))
    try await driver.type("q")
    let code = try #require(QRCode("zonechat://join/AbCdEfGhIjKlMnOpQrStUvWx"))
    if isShown {
      for row in code.halfBlocks(quietZone: 2) { #expect(driver.text.contains(row)) }
    } else {
      let words = driver.text.replacing(#/[\s│]+/#, with: " ")
      #expect(words.contains("The QR code needs a screen of 37 columns and 21 rows."))
    }
  }

  @Test func `Esc stops waiting, and a late answer changes nothing`() async throws {
    let driver = try await ownChat()
    try await driver.type("/join zonechat://join/abcdefgh12345")
    try await driver.press(.enter)
    let asked = try #require(driver.requests.last)
    #expect(driver.text.contains("Looking up the link …"))
    try await driver.press(.escape)
    #expect(driver.text.contains("❯ zonechat://join/abcdefgh12345"))
    try await driver.post(.shared(.failed("Too late."), number: asked.number))
    #expect(!driver.text.contains("Too late."))
    try await driver.press(.escape)
    #expect(driver.model.overlay == nil)
  }

  @Test func `an invitation is looked at first, then joined`() async throws {
    let world = try await Scenes.busyAccount()
    let driver = try await ScreenDriver.drawn(world)
    try await driver.press(KeyEvent(.function(7)), KeyEvent(.up))
    for _ in 0..<5 { try await driver.press(.down) }
    try await driver.press(.enter)
    #expect(driver.text.contains("Eva invites you to ‘Book club’."))
    // The cloud is asked whether it still says the same; what is known is shown meanwhile.
    let looked = try #require(driver.requests.last)
    let invitation = try #require(driver.model.list.invitations.first)
    #expect(looked.request == .preview(invitation.link))
    try await driver.post(.shared(.failed("The cloud cannot be reached."), number: looked.number))
    #expect(driver.text.contains("Eva invites you to ‘Book club’."))
    try await driver.press(.enter)
    let asked = try #require(driver.requests.last)
    let zone = try await world.joinedChat("Book club", owner: "eva")
    try await driver.post(.shared(.joined(world.chatID(of: zone)), number: asked.number))
    try await driver.refresh()
    #expect(driver.model.overlay == nil)
    #expect(driver.model.openSummary?.name == "Book club")
    #expect(driver.text.contains("You joined the chat."), "the chat opens by itself")
  }

  @Test func `an invitation takes no Enter before anybody can have read it as it is`() async throws
  {
    let driver = try await ScreenDriver.drawn(Scenes.busyAccount())
    try await driver.press(KeyEvent(.function(7)), KeyEvent(.end))
    try await driver.hurry(KeyEvent(.enter), KeyEvent(.enter))
    let looked = try #require(driver.requests.last)
    var invitation = try #require(driver.model.list.invitations.first)
    #expect(looked.request == .preview(invitation.link))
    driver.pause(1)
    invitation.permission = .readOnly
    try await driver.post(.shared(.preview(invitation), number: looked.number))
    try await driver.hurry(KeyEvent(.enter))
    #expect(driver.text.contains("You may only read there."))
    #expect(driver.requests.count == 1)
    try await driver.press(.enter)
    #expect(driver.requests.last?.request == .join(invitation.link))
  }

  @Test func `a link that was looked up takes no impatient Enter`() async throws {
    let driver = try await ScreenDriver.drawn(Scenes.busyAccount(), openChat: "Release crew")
    var invitation = try #require(driver.model.list.invitations.first)
    try await driver.type("/join \(invitation.link)\n")
    let asked = try #require(driver.requests.last)
    try await driver.post(.shared(.preview(invitation), number: asked.number))
    try await driver.hurry(KeyEvent(.enter))
    #expect(driver.text.contains("Eva invites you to ‘Book club’."))
    #expect(driver.requests.count == 1)
    // A chat that the person is in already is only opened.
    invitation.isAccepted = true
    try await driver.post(.shared(.preview(invitation), number: asked.number))
    try await driver.hurry(KeyEvent(.enter))
    #expect(driver.requests.last?.request == .join(invitation.link))
  }

  @Test func `opening and closing the link ask first, and name the consequences for each person`()
    async throws
  {
    let driver = try await ownChat()
    let chat = try #require(driver.model.openChat)
    func member(
      _ name: String, _ role: Participant.Role, _ status: Participant.AcceptanceStatus
    ) -> Member {
      Member(
        participantID: name, name: name, role: role, permission: .readWrite, status: status,
        isMe: false)
    }
    let members = [
      member("bob", .privateUser, .pending), member("eva", .privateUser, .accepted),
      member("zoe", .publicUser, .accepted),
    ]
    for (command, words, permission) in [
      ("/link open", "nobody has accepted them yet: bob.", Participant.Permission.readWrite),
      ("/link closed", "joined by the link and are removed: zoe.", .none),
    ] {
      try await driver.type(command)
      try await driver.press(.enter)
      try await driver.post(.members(chat, members))
      #expect(driver.requests.last?.request != .openLink(of: chat, permission: permission))
      #expect(driver.text.replacing(#/[\s│]+/#, with: " ").contains(words))
      try await driver.press(.escape)
      #expect(driver.model.overlay == nil)
      try await driver.type(command)
      try await driver.press(.enter)
      try await driver.post(.members(chat, members))
      try await driver.press(.enter)
      #expect(driver.requests.last?.request == .openLink(of: chat, permission: permission))
      try await driver.press(.escape)
    }
  }

  @Test func `an invitation that arrives is told, wherever the list is`() async throws {
    for (width, height) in [(80, 24), (40, 12)] {
      let world = try ChatWorld()
      // Nothing tells of a stranger's.
      let zone = try await world.joinedChat("Old club", owner: "eva")
      try await world.share(["eva", "you"], owner: "eva", in: zone, at: Scenes.minutes(-90))
      for number in 1...20 {
        _ = try await world.repository.createChat(title: "Chat \(number)")
      }
      let driver = try await ScreenDriver.drawn(world, width: width, height: height)
      try await world.replica.apply(invitations: [Scenes.bookClub])
      try await driver.refresh()
      #expect(driver.text.contains("Eva invites you to ‘Book club’"))
      let title = driver.text.split(separator: "\n")[0]
      #expect(width == 80 ? driver.text.contains("\n invitations") : title.hasSuffix(" 1"))
      try await driver.press(KeyEvent(.function(7)), KeyEvent(.end))
      #expect(driver.text.contains("▌Book club"))
      try await driver.press(.enter)
      #expect(driver.text.contains("You may read and write there."))
    }
  }

  @Test func `a text that is no link is refused at once`() async throws {
    let driver = try await ownChat()
    try await driver.type("/join hello")
    try await driver.press(.enter)
    #expect(driver.text.contains("‘hello’ is no link"))
    #expect(driver.requests.isEmpty)
  }

  @Test(arguments: ["Book club", "book CLUB"])
  func `the title of an invitation is enough to join`(title: String) async throws {
    let driver = try await ScreenDriver.drawn(Scenes.busyAccount())
    try await driver.type("/join \(title)\n")
    #expect(driver.text.contains("Eva invites you to ‘Book club’."))
    let invitation = try #require(driver.model.list.invitations.first)
    try await driver.press(.enter)
    #expect(driver.requests.last?.request == .join(invitation.link))
  }

  @Test func `a link that is pasted without an open chat is looked up`() async throws {
    let driver = try await ScreenDriver.drawn(ChatWorld())
    try await driver.post(.terminal(.input(.paste(" zonechat://join/abcdefgh12345\n"))))
    #expect(driver.text.contains("Looking up the link …"))
  }

  @Test func `an invitation that is taken back while it is looked at says so`() async throws {
    let driver = try await ScreenDriver.drawn(Scenes.busyAccount())
    try await driver.press(KeyEvent(.function(7)), KeyEvent(.end), KeyEvent(.enter))
    #expect(driver.text.contains("Eva invites you to ‘Book club’."))
    try await driver.press(.enter)
    try await driver.answer(.failed("This chat is for invited people only."))
    #expect(driver.text.contains("Eva invites you to ‘Book club’."), "no link is to be pasted")
    #expect(driver.text.contains("This chat is for invited people only."))
    try await driver.post(.invitations([]))
    #expect(driver.paneWords.contains("Eva has withdrawn the invitation to ‘Book club’"))
    #expect(!driver.text.contains("Enter join"))
    let count = driver.requests.count
    try await driver.press(.enter)
    #expect(driver.model.overlay == nil && driver.requests.count == count)
  }
}
