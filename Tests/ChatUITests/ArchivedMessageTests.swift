import ChatCore
import ChatModel
import ChatUI
import ChatWords
import ClientSettings
import CloudModel
import Foundation
import TerminalUI
import Testing

/// Messages from archives, which are the importer's and name who had written them.
@MainActor
struct ArchivedMessageTests {
  private func messages(_ world: ChatWorld) async throws -> [Message] {
    let chat = try await world.repository.chat(matching: "Old crew")
    return try await world.repository.page(in: chat.id, before: nil, limit: 20)
  }

  /// The only message of a chat, from an archive that Ada has imported.
  private func message(
    _ text: String, of sender: String, change: (inout MessageOrigin) -> Void = { _ in }
  ) async throws -> Message {
    let world = try ChatWorld()
    let zone = try await world.joinedChat("Old crew", owner: "ada")
    try await world.apply(
      [
        try Scenes.archived(
          text, of: sender, by: "ada", in: world, zone, at: Scenes.minutes(-5), change: change)
      ], in: zone)
    return try #require(try await messages(world).first)
  }

  private func pane(_ driver: ScreenDriver) -> [String] {
    driver.text.split(separator: "\n", omittingEmptySubsequences: false)
      .map { String($0.drop { $0 != "│" }.dropFirst()).trimmingCharacters(in: .whitespaces) }
  }

  @Test func `a run of one archived sender has one header that names the importer`() async throws {
    let driver = try await ScreenDriver.drawn(
      Scenes.imported(), width: 80, height: 40, openChat: "Old crew")
    let rows = pane(driver)
    let heads = rows.filter { $0.contains("from an archive") }
    #expect(
      heads == [
        "(bob)  11:00  from an archive, by You", "(eve)  11:02  from an archive, by You",
        "(You)  11:10  from an archive, by Ada",
      ], "\(driver.text)")
    #expect(rows.contains("Shall we sail?") && rows.contains("On Sunday."))
    #expect(rows.contains("You  11:03"), "the importer's own words begin a run")
    #expect(!driver.text.contains("(imported"))
    #expect(rows.contains("▎(bob) Shall we sail?"))
  }

  @Test(arguments: [true, false])
  func `the mark has a row of its own where the sender has no room for it`(
    isBeside: Bool
  ) async throws {
    let driver = try await ScreenDriver.drawn(
      Scenes.imported(), width: isBeside ? 120 : 36, height: 40, openChat: "Old crew")
    var settings = Settings()
    settings.screen.names = isBeside ? .beside : .above
    try await driver.post(.settings(.settings(settings)))
    let marks = driver.text.split(separator: "\n").filter { $0.contains("from an archive, by You") }
    #expect(marks.count == 2, "\(driver.text)")
    #expect(marks.allSatisfy { row in row.contains("(") == isBeside }, "\(marks)")
    #expect(driver.text.contains("from an archive, by Ada"))
  }

  @Test func `a name in an archive has nobody's colour`() async throws {
    let messages = try await messages(Scenes.imported())
    for message in messages {
      let style = Theme.sender(of: message)
      #expect((style == Theme.quiet) == (message.archivedSender != nil), "\(message.text)")
    }
    #expect(messages.map(\.archivedSender) == ["bob", "bob", "eve", nil, "You", nil])
    #expect(messages.map(\.isOwn) == [true, true, true, true, false, false])
  }

  @Test func `search, details and the row of a picked message name both people`() async throws {
    let driver = try await ScreenDriver.drawn(
      Scenes.imported(), width: 80, height: 40, openChat: "Old crew")
    try await driver.press(.up, .up)
    #expect(driver.text.contains("(You) by Ada"), "\(driver.text)")
    try await driver.press(.enter)
    #expect(driver.text.contains("(You) from an archive, by Ada"), "\(driver.text)")
    let found = try await message("Boat!", of: "bob")
    let snippet = SearchSnippet(found, SearchedWords("boat"))
    #expect(snippet.before == "" && snippet.match == "Boat")
    #expect(SenderWords.short(found) == "(bob) by Ada")
    // The name is found as well, where the message begins.
    #expect(SearchSnippet(found, SearchedWords("bob")).after == "Boat!")
  }

  @Test func `the list names who had written a message, and a notification also who imported it`()
    async throws
  {
    let world = try ChatWorld()
    let zone = try await world.joinedChat("Old crew", owner: "ada")
    try await world.say("Hi", by: "ada", in: zone, at: Scenes.minutes(-9))
    let before = try await world.repository.currentChatSummaries()
    var watch = NewsWatch(since: ChatWorld.noon)
    _ = watch.take(before, level: .all)
    try await world.apply(
      [try Scenes.archived("Boat!", of: "bob", by: "ada", in: world, zone, at: Scenes.minutes(-5))],
      in: zone)
    let now = try await world.repository.currentChatSummaries()
    #expect(ChatListText.preview(now[0]) == "(bob): Boat!")
    #expect(ChatListText.preview(now[0], columns: 40) == "(bob): Boat!")
    _ = watch.take(now, level: .all)
    let news = watch.due(now, level: .all, watched: nil)
    #expect(news?.body == "(bob) by Ada: Boat!")
  }

  @Test func `the line client names both people`() async throws {
    let driver = LineDriver(try await Scenes.imported())
    var said = await driver.start(opening: "Old crew")
    said += "\n" + (await driver.take("older"))
    for line in [
      "(bob) from an archive, by you, 11:00: Shall we **sail**?",
      "(You) from an archive, by Ada, 11:10: I pay!",
      "Berit, 11:20, answers (bob) ‘Shall we **sail**?’: We did.",
    ] {
      #expect(said.contains(". " + line), "\(said)")
    }
  }

  @Test func `what else an archive says of a message stands before its text`() async throws {
    let changed = try await message("Boat!", of: "bob") { origin in
      origin.changedBy = "eve"
      origin.file = .init(name: "boat.png", type: "image/png", size: 4, digest: nil)
    }
    #expect(
      MessageWords.text(of: changed)
        == "(changed by eve in the archive) (without its file ‘boat.png’) Boat!")
    let empty = try await message("", of: "bob")
    #expect(MessageWords.text(of: empty) == "(no text)" && empty.bareText == "")
  }

  @Test(arguments: ["bob\u{1B}[31m", "bob, by Ada", "(bob)", ""])
  func `a field with a name that no account can have does not count`(name: String) async throws {
    let message = try await message("Boat!", of: name)
    #expect(message.archivedSender == nil && message.origin == nil)
    #expect(SenderWords.full(message) == "Ada")
    #expect(MessageWords.text(of: message).hasSuffix("(imported): Boat!"))
  }

  @Test func `a long name is cut, and a text without its heading is the importer's`() async throws {
    let long = String(repeating: "x", count: 255)
    var message = try await message("Boat!", of: long)
    #expect(SenderWords.name(message) == "(" + long.prefix(39) + "…)")
    #expect(SenderWords.full(message).hasSuffix("…) from an archive, by Ada"))
    #expect(Message.Quote(message).original?.text == "Boat!")
    message.text = "I have changed it"
    #expect(SenderWords.full(message) == "Ada" && SenderWords.note(message) == nil)
    #expect(MessageWords.text(of: message) == "I have changed it")
  }

  @Test func `a quote of a message with the longest heading has the beginning of its text`()
    async throws
  {
    let long = String(repeating: "x", count: 255)
    let world = try ChatWorld()
    let zone = try await world.joinedChat("Old crew", owner: "ada")
    let text = String(repeating: "a", count: 500)
    let question = try Scenes.archived(
      text, of: long, by: "ada", in: world, zone, at: Scenes.minutes(-5)
    ) { $0.changedBy = long }
    var answer = world.message("Yes.", by: "ada", in: zone, at: Scenes.minutes(-4))
    answer["replyTo"] = .string(question.recordID.recordName)
    try await world.apply([question, answer], in: zone)
    let original = try #require(try await messages(world).last?.replyTo?.original)
    #expect(original.archivedSender == long)
    #expect(original.text == String(repeating: "a", count: Message.Quote.textLimit))
  }
}
