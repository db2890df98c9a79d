import ChatCore
import ChatModel
import ChatUI
import ChatWords
import Testing

@MainActor
struct ChatListModelTests {
  private func names(_ list: ChatListModel) -> [String] { list.chats.map(\.name) }

  @Test func `while somebody walks through the list nothing changes its place`() async throws {
    let world = try ChatWorld()
    let a = try await world.joinedChat("A", owner: "ada")
    let b = try await world.joinedChat("B", owner: "ada")
    try await world.say("old", by: "ada", in: b, at: Scenes.minutes(-2))
    try await world.say("older", by: "ada", in: a, at: Scenes.minutes(-3))
    let list = ChatListModel()
    list.update(try await world.repository.currentChatSummaries())
    #expect(names(list) == ["B", "A"])
    list.isOrderFrozen = true
    try await world.say("new", by: "ada", in: a, at: Scenes.minutes(-1))
    list.update(try await world.repository.currentChatSummaries())
    #expect(names(list) == ["B", "A"])
    #expect(list.chats.last?.lastMessage?.text == "new")
    list.isOrderFrozen = false
    #expect(names(list) == ["A", "B"])
  }

  @Test func `the keys go through the rows as they stand, also past a chat that is archived there`()
    async throws
  {
    let world = try ChatWorld()
    let c = try await world.joinedChat("C", owner: "ada")
    for (name, minutes) in [("B", -2.0), ("A", -1.0)] {
      let chat = try await world.joinedChat(name, owner: "ada")
      try await world.say("hello", by: "ada", in: chat, at: Scenes.minutes(minutes))
    }
    try await world.say("hello", by: "ada", in: c, at: Scenes.minutes(-3))
    let list = ChatListModel()
    list.update(try await world.repository.currentChatSummaries())
    #expect(names(list) == ["A", "B", "C"])
    list.isOrderFrozen = true
    let first = try #require(list.chats.first?.id)
    try await world.repository.setArchived(true, of: first)
    list.update(try await world.repository.currentChatSummaries())
    #expect(names(list) == ["B", "C", "A"])
    #expect(list.number(of: first) == 3)
    #expect(list.summary(of: first)?.isArchived == true)
  }

  @Test func `with few columns the newest message has most of them`() {
    func preview(_ text: String, by sender: String, in name: String, columns: Int?) -> String {
      var chat = ChatSummary(
        id: ChatID(rawValue: 1), zoneName: "z", name: name, isOwn: false, access: .readWrite,
        createdAt: ChatWorld.noon, unreadCount: 0, queuedCount: 0, failedCount: 0, memberCount: 2,
        hasDraft: false, history: .complete)
      chat.lastMessage = ChatSummary.LastMessage(
        senderName: sender, isOwn: sender == "me", text: text, timestamp: ChatWorld.noon)
      return ChatListText.preview(chat, columns: columns)
    }
    #expect(preview("Hi", by: "christopher", in: "Work", columns: nil) == "christopher: Hi")
    #expect(preview("Hi", by: "christopher", in: "Work", columns: 15) == "chri…: Hi")
    #expect(preview("Hi", by: "christopher", in: "christopher", columns: 15) == "Hi")
    #expect(
      preview("You: Hi", by: "eve", in: "eve", columns: 15) == "eve: You: Hi",
      "not as if it were one's own")
    #expect(preview("Hi", by: "me", in: "eve", columns: 15) == "You: Hi")
  }

  @Test func `failed messages come before unread ones`() async throws {
    let list = ChatListModel()
    list.update(try await Scenes.busyAccount().repository.currentChatSummaries())
    let family = try #require(list.chats.first { $0.name == "Family" })
    let crew = try #require(list.chats.first { $0.name == "Release crew" })
    #expect(list.chatNeedingMe(after: nil) == crew.id)
    #expect(list.chatNeedingMe(after: crew.id) == family.id)
  }

  @Test func `walking past the end begins anew`() async throws {
    let list = ChatListModel()
    list.update(try await Scenes.busyAccount().repository.currentChatSummaries())
    let ids = list.chats.map(\.id)
    #expect(list.chat(after: ids.last, offset: 1) == ids.first)
    #expect(list.chat(after: ids.first, offset: -1) == ids.last)
  }

  @Test func `the unread messages of many chats are not fewer than they are`() async throws {
    let world = try ChatWorld()
    for name in ["A", "B"] {
      let zone = try await world.joinedChat(name, owner: "ada")
      try await world.apply(
        (0..<1500).map { world.message("\($0)", by: "ada", in: zone, at: Scenes.minutes(-1)) },
        in: zone)
    }
    let list = ChatListModel()
    list.update(try await world.repository.currentChatSummaries())
    #expect(list.totals.wanted.text == "1998+")
    #expect(UnreadTotal().text == nil)
  }
}
