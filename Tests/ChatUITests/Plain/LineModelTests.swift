import ChatCore
import ChatModel
import ChatWords
import ClientSettings
import CloudModel
import Foundation
import PlainClient
import Synchronization
import TestSupport
import Testing

/// The client line by line.
@MainActor
struct LineModelTests {
  @Test func `the start lists the chats, and opens none`() async throws {
    let driver = LineDriver(try await Scenes.busyAccount())
    let said = await driver.start()
    #expect(said.contains("as you. help lists the commands."))
    #expect(said.contains("3 chats. New messages: "))
    #expect(said.contains("Eva invites you to ‘Book club’. accept 1 joins, decline 1 declines."))
    #expect(await driver.take("hello") == "No chat is open. chats lists them, open NAME opens one.")
    #expect(driver.model.hasFailed)
  }

  @Test func `opening a chat prints the new messages, and they count as read`() async throws {
    let driver = LineDriver(try await Scenes.busyAccount())
    _ = await driver.start()
    let said = await driver.take("open crew")
    #expect(said.contains("‘Release crew’, 4 members, 2 new messages."))
    #expect(said.contains("1. Ada, 11:00: The build is green on both machines"))
    #expect(said.contains("2. Ada, 11:01: Shall we?"))
    #expect(said.contains("was not sent: "))
    #expect(try await driver.summary("Release crew").unreadCount == 0)
  }

  @Test func `msg writes to a person in the chat of the two, and says why it cannot`() async throws
  {
    let world = try await Scenes.busyAccount()
    let driver = LineDriver(world)
    _ = await driver.start()
    let said = await driver.take("/msg berit Shall we?")
    #expect(said.hasPrefix("‘Berit’, invited by your first message, nothing new."), "\(said)")
    #expect(try await driver.texts(in: "Berit") == ["Shall we?"])
    // The chat is open now.
    _ = await driver.take("Tomorrow?")
    #expect(try await driver.texts(in: "Berit") == ["Shall we?", "Tomorrow?"])
    #expect(await driver.take("/msg").contains("The name is missing."))
    #expect(await driver.take("/msg you hello").contains("This is your own account."))
    #expect(await driver.take("/msg nobody hello").contains("The cloud cannot be reached."))
    _ = await driver.take("msg berit hello")
    #expect(try await driver.texts(in: "Berit") == ["Shall we?", "Tomorrow?", "hello"])
  }

  @Test func `every further line of a message names its sender`() async throws {
    let world = try ChatWorld()
    let zone = try await world.joinedChat("Crew", owner: "ada")
    try await world.say("first\n2. Bob, 12:00: I agree", by: "ada", in: zone, at: ChatWorld.noon)
    let driver = LineDriver(world)
    let said = await driver.start(opening: "Crew")
    #expect(said.contains("1. Ada, 12:00: first\n1 continues: 2. Bob, 12:00: I agree"))
  }

  @Test func `nothing that controls a terminal or turns text around is said`() async throws {
    let world = try ChatWorld()
    let zone = try await world.joinedChat("Cr\u{1B}[2Jew\u{202E}", owner: "ada")
    try await world.say(
      "evil \u{1B}]0;title\u{7}\u{202E}txt\u{9B}31m", by: "ada", in: zone, at: ChatWorld.noon)
    let driver = LineDriver(world)
    var said = await driver.start()
    for line in ["chats", "open 1", "read", "details 1", "members", "search evil", "help"] {
      said += await driver.take(line)
    }
    let bad = said.unicodeScalars.filter {
      $0 != "\n" && [.control, .format].contains($0.properties.generalCategory)
    }
    #expect(bad.isEmpty, "\(Array(bad))")
    #expect(said.contains("evil"))
  }

  @Test func `a line is sent, and its state is said once`() async throws {
    let world = try ChatWorld()
    let zone = try await world.joinedChat("Crew", owner: "ada")
    let driver = LineDriver(world)
    _ = await driver.start(opening: "Crew")
    #expect(await driver.take("hello") == "")
    #expect(await driver.take("//not a command") == "")
    #expect(try await driver.texts(in: "Crew") == ["hello", "/not a command"])
    #expect(await driver.look() == "")
    try await world.settleOutbox(in: zone)
    #expect(await driver.look() == "1 is sent.\n2 is sent.")
    #expect(await driver.look() == "")
  }

  @Test func `a refused message shows the reason and a remedy, and fails a pipe`() async throws {
    let world = try ChatWorld()
    let zone = try await world.joinedChat("Crew", owner: "ada")
    let driver = LineDriver(world)
    _ = await driver.start(opening: "Crew")
    await driver.take("hello")
    try await world.settleOutbox(in: zone, refusing: "No room.")
    let said = await driver.look()
    #expect(said.hasPrefix("1 was not sent: "))
    #expect(said.contains("retry 1 tries again, drop 1 takes it back."))
    #expect(driver.model.hasFailed)
    #expect(await driver.take("outbox").contains("message 1 ‘hello’. It failed: "))
    #expect(await driver.take("retry 1") == "1 is queued again.")
    #expect(await driver.take("drop 1").hasPrefix("1 is taken back. It said: hello"))
  }

  @Test func `news of the open chat are said whole, those elsewhere in one line`() async throws {
    let world = try ChatWorld()
    let crew = try await world.joinedChat("Crew", owner: "ada")
    let family = try await world.joinedChat("Family", owner: "eva")
    try await world.say("old", by: "ada", in: crew, at: ChatWorld.noon)
    try await world.say("old", by: "eva", in: family, at: ChatWorld.noon)
    var settings = Settings()
    settings.notifications.level = .all
    let driver = LineDriver(world, settings: .settings(settings))
    _ = await driver.start(opening: "Crew")
    try await world.say("new here", by: "ada", in: crew, at: ChatWorld.noon + 60)
    try await world.say("one", by: "eva", in: family, at: ChatWorld.noon + 60)
    try await world.say("two", by: "eva", in: family, at: ChatWorld.noon + 61)
    #expect(
      await driver.look() == "2. Ada, 12:01: new here\n‘Family’: 2 new from Eva.")
    #expect(await driver.look() == "")
    #expect(try await driver.summary("Crew").unreadCount == 0)
    #expect(try await driver.summary("Family").unreadCount == 3)
    _ = await driver.take("unread")
    #expect(try await driver.summary("Family").unreadCount == 0)
  }

  @Test(arguments: [NotificationLevel.all, .mentions, .none])
  func `of other chats it tells what the settings want, and of none in quiet hours`(
    level: NotificationLevel
  ) async throws {
    let world = try ChatWorld()
    let crew = try await world.joinedChat("Crew", owner: "ada", members: ["bob"])
    let eva = try await world.joinedChat("", owner: "eva")
    var settings = Settings()
    settings.notifications.level = level
    settings.screen.timestamps = false
    for quiet in [nil, QuietHours("11:00-13:00")] {
      settings.notifications.quiet = quiet
      let driver = LineDriver(world, settings: .settings(settings))
      _ = await driver.start()
      try await world.say("news", by: "ada", in: crew, at: ChatWorld.noon)
      try await world.say("news", by: "eva", in: eva, at: ChatWorld.noon)
      let said = await driver.look()
      #expect(said.contains("Crew") == (level == .all && quiet == nil), "\(said)")
      #expect(said.contains("Eva") == (level != .none && quiet == nil), "\(said)")
      #expect(await driver.take("open Crew").contains(". Ada: news"))
    }
    let refused = LineDriver(world, settings: .refused("config.toml is not used."))
    #expect(await refused.start().contains("config.toml is not used."))
  }

  @Test func `a chat that somebody begins is told when its first fetch has ended`() async throws {
    let world = try ChatWorld()
    let driver = LineDriver(world)
    _ = await driver.start()
    let zone = try await world.joinedChat("", owner: "eva", isFetched: false)
    let words = world.message("first words", by: "eva", in: zone, at: ChatWorld.noon)
    try await world.apply([words], in: zone, moreComing: true)
    #expect(await driver.look() == "")
    try await world.apply([], in: zone)
    #expect(await driver.look() == "‘Eva’: 1 new from Eva.")
    #expect(await driver.look() == "")
  }

  @Test func `messages that wait for more are not read yet`() async throws {
    let driver = LineDriver(try await Scenes.catchUp(), pageLines: 20)
    var said = await driver.start(opening: "Release crew")
    #expect(said.contains("Message number 21") && !said.contains("Message number 50"))
    #expect(said.hasSuffix("more says 50 more lines."))
    #expect(try await driver.summary("Release crew").unreadCount == 50)
    said = await driver.take("more")
    #expect(try await driver.summary("Release crew").unreadCount == 30)
    for _ in 0..<2 { said = await driver.take("") }
    #expect(said.hasSuffix("Message number 90"))
    #expect(try await driver.summary("Release crew").unreadCount == 0)
    #expect(await driver.take("more") == "That was all.")
    #expect(await driver.take("older").contains("Message number 20"))
    #expect(await driver.take("newer") == "That was the newest message.")
  }

  @Test func `messages that another command passed over stay unread`() async throws {
    let driver = LineDriver(try await Scenes.catchUp(), pageLines: 20)
    _ = await driver.start(opening: "Release crew")
    _ = await driver.take("chats")
    #expect(try await driver.summary("Release crew").unreadCount == 50)
    var said = ""
    for _ in 0..<5 { said += await driver.take("newer") + "\n" }
    #expect(said.contains("Message number 41\n") && said.contains("Message number 90\n"))
    #expect(try await driver.summary("Release crew").unreadCount == 0)
  }

  @Test func `a chat is marked as read without its messages being said`() async throws {
    let driver = LineDriver(try await Scenes.catchUp(), pageLines: 20)
    _ = await driver.start(opening: "Release crew")
    #expect(try await driver.summary("Release crew").unreadCount == 50)
    #expect(await driver.take("mark-read") == "‘Release crew’ is marked as read.")
    #expect(try await driver.summary("Release crew").unreadCount == 0)
    #expect(await driver.take("mark-all-read") == "Nothing is unread.")
  }

  @Test func `more new messages than a window holds are all read, and none is passed over`()
    async throws
  {
    let world = try ChatWorld()
    let zone = try await world.joinedChat("Crew", owner: "ada")
    try await world.say("the first", by: "ada", in: zone, at: Scenes.minutes(-600))
    try await world.repository.markSeen(world.chatID(of: zone), through: MessageID(rawValue: 1))
    try await world.apply(
      (1...450).map {
        world.message("number \($0).", by: "ada", in: zone, at: Scenes.minutes(Double($0 - 500)))
      }, in: zone)
    let driver = LineDriver(world)
    var said = await driver.start(opening: "Crew")
    #expect(said.hasSuffix("newer says the newer ones."))
    #expect(try await driver.summary("Crew").unreadCount == 250)
    try await world.say("the last", by: "ada", in: zone, at: ChatWorld.noon)
    #expect(await driver.look() == "1 new message below. newest says the newest.")
    var rounds = 0
    while try await driver.summary("Crew").unreadCount > 0, rounds < 50 {
      said += "\n" + (await driver.take("newer"))
      rounds += 1
    }
    for number in 1...450 { #expect(said.contains("number \(number)."), "\(number)") }
    #expect(said.hasSuffix("the last"))
  }

  @Test func `a question without an answer does nothing, and fails a pipe`() async throws {
    let driver = LineDriver(try await Scenes.ownChat())
    _ = await driver.start(opening: "Release crew")
    await driver.take("delete-chat")
    #expect(
      await driver.model.end() == ["The question was not answered, so nothing was done."])
    #expect(driver.model.hasFailed)
    #expect(try await driver.summary("Release crew").isOwn)
  }

  @Test func `without a number, delete means the newest own message and never the chat`()
    async throws
  {
    let driver = LineDriver(try await Scenes.ownChat())
    _ = await driver.start(opening: "Release crew")
    await driver.take("a mistake")
    let said = await driver.take("delete")
    #expect(said.hasSuffix("undo brings it back, for 8 seconds or until your next line."))
    #expect(await driver.model.end() == [])
    #expect(try await !driver.texts(in: "Release crew").contains("a mistake"))
    #expect(try await driver.summary("Release crew").isOwn)
  }

  @Test func `a line is read when the one before is carried out`() async throws {
    let world = try ChatWorld()
    let driver = LineDriver(world)
    let taken = Mutex(0)
    let done = Mutex(0)
    let lead = Mutex(0)
    let lines = AsyncStream<String> {
      let number = taken.withLock { count in
        count += 1
        return count
      }
      lead.withLock { $0 = max($0, number - done.withLock { $0 }) }
      return number <= 200 ? "status" : nil
    }
    let client = LineClient(
      model: driver.model, repository: world.repository, clock: SkippingClock(),
      print: { if $0.hasPrefix("You are") { done.withLock { $0 += 1 } } })
    #expect(await client.run(lines: lines, opening: nil, patience: .zero))
    #expect(done.withLock { $0 } == 200)
    #expect(lead.withLock { $0 } == 1)
  }

  @Test func `changes of a message that was said are told`() async throws {
    let world = try ChatWorld()
    let zone = try await world.joinedChat("Crew", owner: "ada")
    var message = world.message("The first text", by: "ada", in: zone, at: ChatWorld.noon)
    try await world.apply([message], in: zone)
    let driver = LineDriver(world)
    _ = await driver.start(opening: "Crew")
    message["text"] = .string("The second text")
    message["revision"] = .int64(1)
    message["editedAt"] = .date(ChatWorld.noon + 5)
    message.recordChangeTag = "2"
    try await world.apply(
      [message, world.reaction("👍", to: message, by: "ada", place: 1)], in: zone)
    #expect(await driver.look() == "Ada changed 1: The second text\nAda reacted to 1 with 👍.")
    #expect(await driver.look() == "")
  }

  @Test func `messages are answered, changed, reacted to and removed by number`() async throws {
    let world = try ChatWorld()
    let zone = try await world.joinedChat("Crew", owner: "ada")
    try await world.say("Shall we?", by: "ada", in: zone, at: ChatWorld.noon)
    let driver = LineDriver(world)
    _ = await driver.start(opening: "Crew")
    await driver.take("reply 1 Yes, now")
    #expect(await driver.take("read").contains("you, 12:00, answers Ada ‘Shall we?’: Yes, now"))
    #expect(await driver.take("edit 2 Yes, at ten") == "2 is changed.")
    #expect(
      await driver.take("edit 1 mine") == "You can only change the text of your own messages.")
    #expect(await driver.take("react 1 thumbs up") == "Your 👍 is added to 1.")
    #expect(await driver.take("react 1 👍") == "Your 👍 is taken back from 1.")
    #expect(await driver.take("react 1 nothing of that kind").hasPrefix("There is no emoji"))
    #expect(await driver.take("delete 2").hasPrefix("2 is removed for everyone. undo"))
    #expect(await driver.take("undo") == "2 stays.")
    #expect(try await driver.texts(in: "Crew") == ["Shall we?", "Yes, at ten"])
    await driver.take("unsend 2")
    await driver.take("status")
    #expect(try await driver.texts(in: "Crew") == ["Shall we?"])
    #expect(await driver.take("reply 7 x").hasPrefix("There is no message 7."))
  }

  @Test func `a text that was begun elsewhere is said, and sent or discarded by a word`()
    async throws
  {
    let world = try ChatWorld()
    let trip = try await world.repository.createChat(title: "Trip")
    let first = try await world.repository.send("First", to: trip)
    let name = try await world.repository.message(first).recordName
    try await world.repository.saveDraft(Draft(text: "On my w", replyTo: name), in: trip)
    let driver = LineDriver(world)
    let opened = await driver.start(opening: "Trip")
    #expect(opened.contains("You have begun an answer: On my w"), "\(opened)")
    await driver.take("draft send")
    #expect(try await driver.texts(in: "Trip") == ["First", "On my w"])
    #expect(await driver.take("draft").contains("No text was begun in this chat."))
    let edit = Draft.Edit(messageName: name, text: "The first")
    try await world.repository.saveDraft(Draft(text: "kept", edit: edit), in: trip)
    let both = await driver.take("draft drop")
    #expect(both.contains("change a message: The first") && both.contains("a text: kept"))
    #expect(try await world.repository.openDraft(in: trip).kept.isEmpty)
    try await world.repository.saveDraft(Draft(edit: edit), in: trip)
    await driver.take("draft send")
    #expect(try await driver.texts(in: "Trip") == ["The first", "On my w"])
  }

  @Test func `a question names the consequences, and takes only yes or no`() async throws {
    let driver = LineDriver(try await Scenes.busyAccount())
    _ = await driver.start(opening: "Release crew")
    let question = await driver.take("leave")
    #expect(question.contains("You get no more messages of this chat"))
    #expect(question.hasSuffix("yes or no?"))
    #expect(await driver.take("perhaps") == "Please answer yes or no.")
    #expect(await driver.take("no") == "Nothing was done.")
    #expect(driver.model.openChat != nil)
    _ = await driver.take("leave")
    #expect(await driver.take("YES") == "You left ‘Release crew’.")
    #expect(driver.model.openChat == nil)
  }

  @Test func `a person is asked whether a line without a slash is a command`() async throws {
    let driver = LineDriver(try await Scenes.ownChat(), pageLines: 20)
    _ = await driver.start(opening: "Release crew")
    #expect(await driver.take("new shoes today").contains("Is this a command?"))
    #expect(await driver.take("no") == "")
    #expect(try await driver.texts(in: "Release crew") == ["new shoes today"])
    #expect(await driver.take("/new Shoes").hasPrefix("‘Shoes’, only you, nothing new."))
    #expect(await driver.take("open crew").hasPrefix("‘Release crew’"))
    #expect(await driver.take("reply to me").contains("Is the line a message to send?"))
    #expect(await driver.take("yes") == "")
    #expect(try await driver.texts(in: "Release crew").last == "reply to me")
    _ = await driver.take("reply all of you")
    #expect(await driver.take("no") == "Nothing was done.")
    // A title may be missing, and goes away again.
    #expect(await driver.take("new").contains("Is this a command? Start a new chat."))
    #expect(await driver.take("no") == "")
    #expect(try await driver.texts(in: "Release crew").last == "new")
    #expect(await driver.take("/new").hasPrefix("‘(no title)’, only you, nothing new."))
    #expect(await driver.take("/rename").contains("The chat has no title."))
    #expect(await driver.take("/rename Trip") == "The chat is called ‘Trip’ now.")
    #expect(await driver.take("/rename").contains("Take it away?"))
    #expect(await driver.take("yes") == "The chat is called ‘(no title)’ now.")
    // A pipe says what it means.
    let pipe = LineDriver(try ChatWorld())
    _ = await pipe.start()
    #expect(await pipe.take("new Trip").hasPrefix("‘Trip’, only you"))
  }

  @Test func `chats are listed with everything that marks show`() async throws {
    let driver = LineDriver(try await Scenes.sortedChats())
    _ = await driver.start()
    let said = await driver.take("chats")
    #expect(said.contains("1. ‘Family’"))
    for words in [
      "pinned", "muted", "told of mentions only", "archived", "closed", "1 queued", "1 failed",
      "name you", "has a draft",
    ] { #expect(said.contains(words), "\(words)") }
    #expect(said.split(separator: "\n").allSatisfy { $0.contains("‘") })
    #expect(await driver.take("open 99") == "There is no chat number 99. chats lists them.")
    #expect(await driver.take("open nowhere") == "There is no chat ‘nowhere’. chats lists them.")
  }

  @Test func `a mute ends by the word, by the word again, and not twice`() async throws {
    let driver = LineDriver(try await Scenes.busyAccount())
    _ = await driver.start(opening: "Release crew")
    let before = try await driver.texts(in: "Release crew")
    for end in ["mute off", "/mute off", "mute"] {
      #expect(await driver.take("mute 2h").contains("is muted until"))
      #expect(await driver.take(end) == "‘Release crew’ is not muted any more.")
      #expect(try await driver.summary("Release crew").mutedUntil == nil)
    }
    #expect(await driver.take("mute off") == "‘Release crew’ is not muted for a time.")
    #expect(try await driver.texts(in: "Release crew") == before, "nothing is sent")
    await driver.take("notify mentions")
    await driver.take("mute 2h")
    #expect(
      await driver.take("mute off")
        == "‘Release crew’ is not muted any more.\nYou are told of messages in ‘Release crew’ that name you."
    )
    #expect(await driver.take("/mute sometimes").hasSuffix("08:00, or off."))
  }

  @Test func `a chat of two that is declined says so once, and how to invite again`() async throws {
    let world = try await Scenes.busyAccount()
    let driver = LineDriver(world)
    _ = await driver.start()
    _ = await driver.take("/msg berit Shall we?")
    let zone = try await world.zone(of: driver.summary("Berit").id)
    try await world.settleOutbox(in: zone)
    await driver.look()
    try await world.apply(
      [world.declined("berit", owner: "you", in: zone)], in: zone, moreComing: true)
    let nobody = "Nobody else reads this chat; invite NAME invites again."
    #expect(await driver.look() == "Berit declined the invitation.\n\(nobody)")
    #expect(await !driver.take("Still there?").contains(nobody))
    _ = await driver.take("open crew")
    #expect(await driver.take("open Berit").contains("‘Berit’, only you, nothing new.\n\(nobody)"))
  }

  @Test func `new messages of muted chats are said in a sentence of their own`() async throws {
    let world = try ChatWorld()
    let zone = try await world.joinedChat("Crew", owner: "ada")
    try await world.repository.setNotifications(.none, of: world.chatID(of: zone))
    try await world.say("quiet", by: "ada", in: zone, at: ChatWorld.noon)
    let driver = LineDriver(world)
    let quiet = "Muted, with new messages: ‘Crew’ 1. open NAME opens one."
    #expect(
      await driver.start().hasSuffix("1 chat. Nothing new of which you are told.\n\(quiet)"))
    #expect(
      await driver.take("unread")
        == "There is nothing new in the other chats that tell you.\n\(quiet)")
    _ = await driver.take("open Crew")
    #expect(await driver.take("unread") == "There is nothing new in the other chats.")
  }

  @Test func `words of the full screen are not sent to the others`() async throws {
    let driver = LineDriver(try await Scenes.ownChat(), pageLines: 20)
    _ = await driver.start(opening: "Release crew")
    let texts = try await driver.texts(in: "Release crew")
    #expect(await driver.take("find nothing-of-that-kind") == "Nothing was found.")
    #expect(await driver.take("copy 1").contains("forward 1 CHAT sends one to another chat."))
    #expect(await driver.take("mouse").hasSuffix("say mouse sends the word."))
    #expect(await driver.take("copy that").contains("Is the line a message to send?"))
    await driver.take("no")
    #expect(try await driver.texts(in: "Release crew") == texts)
    await driver.take("say find train")
    #expect(try await driver.texts(in: "Release crew").last == "find train")
    // What is forwarded has no marks of what has become of the message.
    await driver.take("edit 1 find the train")
    await driver.take("forward 1 Release crew")
    await driver.take("yes")
    #expect(try await driver.texts(in: "Release crew").last == "find the train")
  }

  @Test func `a search says where it found something`() async throws {
    let driver = LineDriver(try await Scenes.busyAccount())
    _ = await driver.start()
    let said = await driver.take("search tag")
    #expect(said.contains("found:") && said.contains("In ‘Release crew’: 1. "))
    #expect(await driver.take("search nothing-of-that-kind") == "Nothing was found.")
    #expect(await driver.take("reply 1 yes").hasPrefix("No chat is open"))
    _ = await driver.take("open Family")
    #expect(await driver.take("reply 1 yes") == "1 is in ‘Release crew’. Open that chat first.")
  }

  @Test func `a file is attached, and saved where it is here`() async throws {
    try await withTemporaryDirectory { folder in
      let world = try ChatWorld()
      _ = try await world.joinedChat("Crew", owner: "ada")
      let file = folder.appending(path: "notes with blanks.txt")
      try Data("hello".utf8).write(to: file)
      let target = folder.appending(path: "saved")
      try FileManager.default.createDirectory(at: target, withIntermediateDirectories: true)
      let driver = LineDriver(world, downloads: target)
      _ = await driver.start(opening: "Crew")
      #expect(await driver.take("attach \(file.path)") == "1 sends the file notes with blanks.txt.")
      #expect(await driver.take("save 1").hasPrefix("The file of 1 is saved: "))
      #expect(try FileManager.default.contentsOfDirectory(atPath: target.path).count == 1)
      #expect(await driver.take("files").contains("1 file: notes with blanks.txt"))
      #expect(await driver.take("attach missing.txt").contains("cannot be read"))
      await driver.take("attach \(file.path) -- What we said")
      let chat = try #require(try await world.repository.currentChatSummaries().first).id
      let draft = Draft(text: "begun", files: [file.path, file.path])
      try await world.repository.saveDraft(draft, in: chat)
      #expect(await driver.take("draft").contains("A file waits to be sent with it: /"))
      await driver.take("draft send")
      #expect(try await driver.texts(in: "Crew") == ["", "What we said", "begun", ""])
      #expect(try await world.repository.openDraft(in: chat).kept.isEmpty)
    }
  }

  @Test func `a link of the own server is looked up, and for another one the command is said`()
    async throws
  {
    try await withWorld { cloud in
      let world = try ChatWorld()
      let own = try InvitationLink(parsing: "https://home.example/join/abcdefgh12345#Trip")
      let sharing = ChatSharing(
        container: try cloud.device(of: "alice").container, replica: world.replica,
        clock: SkippingClock(), server: own.server)
      let driver = LineDriver(world, sharing: sharing)
      _ = await driver.start()
      #expect(await driver.take("join \(own)") == ChatError.unknownLink.description)
      #expect(
        await driver.take("/join https://chat.example/join/abcdefgh12345#Trip")
          == "This link is of the server chat.example, which this profile does not use. Open it with: "
          + "zonechat 'https://chat.example/join/abcdefgh12345#Trip'")
      #expect(
        await driver.take("join zonechat://join/abcdefgh12345")
          == ChatError.linkOfOneMachine.description)
    }
  }

  @Test func `the title of an invitation is as good as its link`() async throws {
    let driver = LineDriver(try await Scenes.busyAccount())
    _ = await driver.start()
    #expect(await driver.take("/join book club").contains("No cloud is configured."))
    #expect(await driver.take("/join nothing").contains("‘nothing’ is no link"))
  }

  @Test func `before a link is opened, it is said whose invitations go`() async throws {
    try await withWorld { cloud in
      let world = try await Scenes.ownChat()
      let chat = try await world.repository.chat(matching: "Release crew")
      let zone = try await world.zone(of: chat.id)
      try await world.settleOutbox(in: zone)
      try await world.share(
        ["you", "berit"], owner: "you", invited: ["berit"], in: zone, at: ChatWorld.noon)
      let sharing = ChatSharing(
        container: try cloud.device(of: "alice").container, replica: world.replica,
        clock: SkippingClock())
      let driver = LineDriver(world, sharing: sharing)
      _ = await driver.start(opening: "Release crew")
      #expect(await driver.take("link open").contains("withdrawn, because nobody has accepted"))
      await driver.take("no")
      #expect(await driver.take("link closed").contains("Only invited accounts can use the link"))
    }
  }

  @Test func `without a cloud, sharing says so`() async throws {
    let driver = LineDriver(try await Scenes.ownChat())
    _ = await driver.start(opening: "Release crew")
    #expect(await driver.take("/limit much") == StorageWords.wrongLimit)
    for line in ["/invite bob", "link", "/limit 50MB", "join zonechat://join/abcdefgh"] {
      let words =
        "The cloud cannot be reached. No cloud is configured. Try again when it is back."
      #expect(await driver.take(line) == words, "\(line)")
    }
  }
}
