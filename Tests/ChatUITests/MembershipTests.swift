import ChatCore
import ChatModel
import ChatUI
import CloudModel
import TerminalUI
import TestSupport
import Testing

@MainActor
struct MembershipTests {
  private func driver(_ world: ChatWorld, openChat: String = "Release crew") async throws
    -> ScreenDriver
  {
    try await .drawn(world, openChat: openChat)
  }

  private func ownChat() async throws -> ScreenDriver {
    let driver = try await driver(try await Scenes.ownSharedChat())
    try await driver.press(.function(8))
    return driver
  }

  @Test func `a person alone in a chat is offered no actions on members`() async throws {
    let world = try await Scenes.ownSharedChat()
    let chat = try await world.repository.chat(matching: "Release crew").id
    try await world.share(
      ["you"], owner: "you", in: world.zone(of: chat), at: Scenes.minutes(-1))
    let driver = try await driver(world)
    try await driver.press(.function(8))
    #expect(driver.text.contains("(you)"))
    #expect(!driver.text.contains("w change the right"))
    #expect(driver.text.contains("Esc close"))
  }

  @Test func `of a closed chat those are listed who were in it, and not oneself`() async throws {
    let driver = try await driver(try await Scenes.busyAccount(), openChat: "Old flat")
    try await driver.press(.function(8))
    #expect(driver.text.contains("Eva"), "\(driver.text)")
    #expect(!driver.text.contains("(you)") && !driver.text.contains("d leave"), "\(driver.text)")
    let words = driver.text.replacing(#/[\s│]+/#, with: " ")
    #expect(words.contains("no longer shared with you"), "\(words)")
    #expect(words.contains("These were its members:"), "\(words)")
  }

  @Test func `each row of the members offers only what can be done with that person`() async throws
  {
    let own = try await ownChat()
    let chat = try #require(own.model.openChat)
    func bar(_ driver: ScreenDriver) -> String {
      driver.text.split(separator: "\n").last.map(String.init) ?? ""
    }
    // It begins at somebody with whom the owner can do something.
    #expect(bar(own).hasPrefix(" w change the right   d remove   b block   Up Down choose   "))
    try await own.press(.up)
    #expect(bar(own).hasPrefix(" Up Down choose   "), "\(bar(own))")
    try await own.press(.down)
    var berit = try #require((own.model.overlay as? MembersModel)?.selected)
    berit.status = .pending
    berit.isBlocked = true
    try await own.post(.members(chat, [berit]))
    #expect(bar(own).hasPrefix(" w change the right   d withdraw   b unblock   "))
    berit.role = .publicUser
    try await own.post(.members(chat, [berit]))
    #expect(bar(own).hasPrefix(" d withdraw   b unblock   "), "the right is that of the link")
    try await own.type("w")
    #expect(own.text.contains("Berit came by the open link"), "\(own.text)")
    let other = try await driver(try await Scenes.busyAccount())
    try await other.press(.function(8))
    #expect(bar(other).hasPrefix(" b block   Up Down choose   "), "\(bar(other))")
    try await other.press(.down)
    #expect((other.model.overlay as? MembersModel)?.selected?.isMe == true)
    #expect(bar(other).hasPrefix(" d leave   Up Down choose   "), "\(bar(other))")
    try await other.type("d")
    #expect(other.text.contains("Leave Release crew"))
    try await other.press(.enter)
    #expect(other.text.contains("You left ‘Release crew’."))
  }

  @Test func `the number of a member of a sealed chat is shown, and a list says who was compared`()
    async throws
  {
    let own = try await ownChat()
    let chat = try #require(own.model.openChat)
    try await own.press(.down)
    try await own.type("n")
    #expect(own.text.contains("Numbers are compared in sealed chats"))
    let dialog = try #require(own.model.overlay as? MembersModel)
    let number = (0..<12).map { "\($0 + 10_000)" }.joined(separator: " ")
    func show(_ keys: MemberKeys?) async throws {
      try await own.post(
        .members(
          chat,
          dialog.members.map {
            var member = $0
            member.keys = $0.isMe ? nil : keys
            return member
          }))
    }
    try await show(.listed(number: number, .none))
    #expect(own.text.contains("n number   "))
    try await own.type("n")
    #expect(own.text.contains("10000  10001  10002  10003"))
    #expect(own.text.contains("10008  10009  10010  10011"))
    #expect(own.text.contains("c they are the same"), "\(own.text)")
    try await show(.listed(number: number, .outdated))
    #expect(own.text.contains("has other keys than those"))
    try await own.press(.escape)
    #expect(own.text.contains("has new keys since you compared"))
    try await show(.listed(number: number, .compared))
    #expect(own.text.contains("member, compared"))
    try await show(.notLetIn)
    #expect(own.text.contains("not let in") && !own.text.contains("member, not let in"))
    try await own.type("n")
    #expect(own.text.contains("The owner of the chat has not let them in"))
  }

  @Test func `the owner takes the right to write, after a question`() async throws {
    let driver = try await ownChat()
    let chat = try #require(driver.model.openChat)
    try await driver.press(.down)
    try await driver.type("w")
    #expect(driver.text.contains("Berit may only read then."))
    #expect(driver.requests.map(\.request) == [.storage(of: chat)])
    try await driver.press(.enter)
    #expect(driver.requests.last?.request == .setPermission(of: "_berit", in: chat, .readOnly))
    #expect(driver.text.contains("Changing the right of Berit …"))
    try await driver.answer(.changedMembers)
    #expect(driver.text.contains("w change the right"))
  }

  @Test func `the owner sees what each member uses, and limits it`() async throws {
    let driver = try await ownChat()
    let chat = try #require(driver.model.openChat)
    #expect(driver.requests.last?.request == .storage(of: chat))
    var storage = ChatStorage(bytes: 12_000_000, written: ["_berit": 9_500_000])
    try await driver.answer(.storage(storage))
    #expect(driver.text.contains("The chat takes 12.0 MB"))
    #expect(driver.text.contains("member, 9.5 MB"))
    try await driver.press(.escape)
    try await driver.type("/limit 50MB")
    try await driver.press(.enter)
    #expect(driver.requests.last?.request == .limitMembers(of: chat, 50_000_000))
    #expect(driver.text.contains("Setting what each member may use …"))
    storage.memberBytes = 50_000_000
    try await driver.answer(.storage(storage))
    #expect(driver.text.contains("9.5 MB of 50.0 MB"))
    try await driver.press(.down)
    #expect(driver.text.contains("w change the right"))
    try await driver.press(.escape)
    try await driver.type("/limit much")
    try await driver.press(.enter)
    #expect(driver.text.contains("for example 50MB, or ‘none’."))
    #expect(driver.requests.count == 2)
  }

  @Test func `that nobody can say what the members use is no error, and leaves a question open`()
    async throws
  {
    let driver = try await ownChat()
    try await driver.press(.down)
    try await driver.type("d")
    let question = driver.text
    for answer in [SharingAnswer.storage(nil), .failed("No cloud is configured.")] {
      try await driver.answer(answer)
      #expect(driver.text == question)
    }
  }

  @Test func `a removal names the consequences, and a refusal is shown in the dialog`() async throws
  {
    let driver = try await ownChat()
    let chat = try #require(driver.model.openChat)
    try await driver.press(.down)
    try await driver.type("d")
    #expect(driver.text.contains("What Berit has written and not sent yet is not sent."))
    try await driver.press(.escape)
    #expect(driver.text.contains("w change the right"))
    try await driver.type("d\n")
    #expect(driver.requests.last?.request == .remove("_berit", from: chat))
    try await driver.answer(.failed("The cloud cannot be reached."))
    #expect(driver.text.contains("The cloud cannot be reached."))
    #expect(driver.text.contains("d remove"))
  }

  @Test func `owners do not change themselves, and others change nobody`() async throws {
    let own = try await ownChat()
    try await own.press(.up)
    try await own.type("d")
    #expect(own.text.contains("You own the chat. You cannot change yourself."))
    let other = try await driver(try await Scenes.busyAccount())
    try await other.press(.function(8))
    try await other.type("d")
    #expect(other.text.contains("Only the owner of the chat can change who is in it."))
    #expect(other.requests.isEmpty)
  }

  @Test(arguments: ["Release crew", "Family"])
  func `the loss of a chat is told, with the reason and a remedy`(openChat: String)
    async throws
  {
    let world = try await Scenes.busyAccount()
    let driver = try await driver(world, openChat: openChat)
    let crew = try await world.repository.chat(matching: "Release crew")
    try await world.replica.seal(RecordZoneIDs.of(crew, owner: "ada"))
    try await driver.refresh()
    #expect(
      driver.paneWords.contains("‘Release crew’ is closed. This chat is no longer shared with you"))
    try await driver.press(.control("g"))
    try await driver.type("Release crew\n")
    #expect(driver.model.openSummary?.id == crew.id)
    #expect(driver.paneWords.contains("This chat is no longer shared with you. Its owner Ada has"))
    #expect(driver.paneWords.contains("probably removed you or deleted it. Your copy stays;"))
    #expect(driver.paneWords.contains("/hide removes it."))
  }

  @Test func `a change of the own right is told`() async throws {
    let world = try ChatWorld()
    let zone = try await world.joinedChat("Release crew", owner: "ada", permission: .readOnly)
    let driver = try await driver(world)
    #expect(driver.text.contains("You may only read in this chat."))
    for (permission, words) in [
      (Participant.Permission.readWrite, "You may write in ‘Release crew’ now."),
      (.readOnly, "You may only read in ‘Release crew’ now."),
    ] {
      let people: [(String, Participant.Role, Participant.Permission)] = [
        ("ada", .owner, .readWrite), ("you", .privateUser, permission),
      ]
      let share = Share(
        participants: people.map { name, role, permission in
          Participant(
            participantID: "p-" + name, identity: UserIdentity(userRecordName: "_" + name),
            role: role, permission: permission, acceptanceStatus: .accepted)
        }, shortGUID: "guid")
      try await world.apply(
        [
          Record(
            recordType: Share.recordType, recordID: .zoneWideShare(in: zone),
            recordChangeTag: words, share: share)
        ], in: zone)
      try await driver.refresh()
      #expect(driver.text.contains(words))
    }
  }

  @Test func `a question that is longer than the screen can be read to its end`() async throws {
    let driver = try await driver(try await Scenes.busyAccount())
    try await driver.resize(40, 9)
    try await driver.type("/leave\n")
    #expect(!driver.text.contains("lost."))
    for _ in 1...5 { try await driver.press(.down) }
    #expect(driver.text.contains("lost."))
    try await driver.press(.escape)
    let own = try await ownChat()
    try await own.resize(30, 8)
    try await own.press(.down)
    try await own.type("d")
    #expect(own.text.contains("Berit gets no"))
    for _ in 1...9 { try await own.press(.down) }
    #expect(own.text.contains("invite invites them"))
  }

  @Test func `leaving asks, can be undone, and is then written`() async throws {
    let driver = try await driver(try await Scenes.busyAccount())
    let chat = try #require(driver.model.openChat)
    try await driver.type("/leave\n")
    #expect(driver.text.contains("2 of your messages are not sent yet, and are lost."))
    try await driver.press(.enter)
    #expect(driver.text.contains("You left ‘Release crew’. Ctrl+_ brings it back."))
    #expect(driver.model.list.summary(of: chat) == nil)
    #expect(driver.model.openChat != chat)
    try await driver.press(.control("_"))
    #expect(driver.model.openChat == chat)
    try await driver.type("/leave\n\n")
    try await driver.press(.control("q"))
    let summaries = try await driver.world.repository.currentChatSummaries()
    #expect(!summaries.contains { $0.id == chat })
  }

  @Test func `deleting an own chat asks, and says for whom it goes`() async throws {
    let driver = try await driver(try await Scenes.ownSharedChat())
    let chat = try #require(driver.model.openChat)
    try await driver.type("/leave\n")
    #expect(driver.paneWords.contains("‘Release crew’ is yours. /delete deletes it for everyone"))
    try await driver.press(.control("c"))
    try await driver.type("/delete\n")
    #expect(driver.text.contains("The chat ends for you and for the other member."))
    try await driver.press(.enter)
    try await driver.post(.undoExpired(number: 1))
    let summaries = try await driver.world.repository.currentChatSummaries()
    #expect(!summaries.contains { $0.id == chat })
  }

  @Test func `a typed text does not go into another chat when another window deletes this one`()
    async throws
  {
    let world = try await Scenes.ownSharedChat()
    _ = try await world.repository.createChat(title: "Other")
    let driver = try await driver(world)
    let chat = try #require(driver.model.openChat)
    let name = try #require(driver.model.openSummary?.name)
    try await driver.type("half a sentence")
    try await driver.world.repository.deleteChat(chat)
    try await driver.refresh()
    #expect(driver.paneWords.contains("‘\(name)’ is gone from your list"), "\(driver.text)")
    #expect(driver.paneWords.contains("Ctrl+Y inserts your text elsewhere."))
    try await driver.type("ot\n")
    #expect(driver.model.openChat != chat && driver.model.openChat != nil)
    #expect(driver.model.composer.isEmpty)
    try await driver.press(.control("y"))
    #expect(driver.model.composer.text == "half a sentence")
  }

  @Test func `a closed chat is removed from this device`() async throws {
    let driver = try await driver(try await Scenes.busyAccount(), openChat: "Old flat")
    let chat = try #require(driver.model.openChat)
    try await driver.type("/hide\n")
    #expect(driver.text.contains("Nothing can bring the copy back later."))
    try await driver.press(.enter)
    #expect(driver.model.toast?.text.contains("‘Old flat’ is removed from this device.") == true)
    try await driver.post(.undoExpired(number: 1))
    let summaries = try await driver.world.repository.currentChatSummaries()
    #expect(!summaries.contains { $0.id == chat })
  }

  @Test func `sharing is stopped after a question`() async throws {
    let driver = try await driver(try await Scenes.ownSharedChat())
    let chat = try #require(driver.model.openChat)
    try await driver.type("/stop-sharing\n")
    #expect(driver.text.contains("All other members are removed"))
    try await driver.press(.enter)
    #expect(driver.requests.last?.request == .stopSharing(chat))
  }

  @Test func `no to the end of sharing leaves no dialog that nobody has opened`() async throws {
    let driver = try await driver(try await Scenes.ownSharedChat())
    let chat = driver.model.openChat
    try await driver.type("/stop-sharing\n")
    try await driver.press(.escape)
    #expect(driver.model.overlay == nil)
    #expect(!driver.requests.contains { $0.request == chat.map(SharingRequest.stopSharing) })
  }

  @Test func `the key of the list leads to an invitation that has just come, once`() async throws {
    let driver = try await ScreenDriver.drawn(Scenes.busyAccount(), openChat: "Family")
    let invitation = try #require(driver.model.list.invitations.first)
    try await driver.post(.invitations([]))
    try await driver.post(.invitations([invitation]))
    try await driver.press(.function(7))
    #expect(driver.model.list.selection == .invitation(invitation.id))
    try await driver.press(.escape, .function(7))
    #expect(driver.model.list.selection == driver.model.openChat.map { .chat($0) })
  }

  @Test func `the key of the list leads to an invitation that no window has shown, once`()
    async throws
  {
    let driver = try await ScreenDriver.drawn(
      Scenes.busyAccount(), openChat: "Family", hasSeenInvitations: false)
    let invitation = try #require(driver.model.list.invitations.first)
    try await driver.press(.function(7))
    #expect(driver.model.list.selection == .invitation(invitation.id))
    #expect(driver.kept?.seenInvitations == [invitation.id], "the next window knows it")
    try await driver.press(.escape, .function(7))
    #expect(driver.model.list.selection == driver.model.openChat.map { .chat($0) })
  }

  @Test func `an invitation is declined from the list, and from its preview`() async throws {
    let driver = try await driver(try await Scenes.busyAccount())
    let invitation = try #require(driver.model.list.invitations.first)
    try await driver.press(KeyEvent(.function(7)), KeyEvent(.end), KeyEvent(.delete))
    #expect(driver.text.contains("Decline Book club"))
    try await driver.press(.enter)
    #expect(driver.requests.last?.request == .decline(invitation.link))
    try await driver.answer(.declined(invitation.link))
    #expect(driver.text.contains("The invitation is declined."))
    try await driver.press(KeyEvent(.function(7)), KeyEvent(.end), KeyEvent(.enter))
    try await driver.type("d\n")
    #expect(driver.requests.last?.request == .decline(invitation.link))
  }
}
