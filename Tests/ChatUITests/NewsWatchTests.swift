import ChatModel
import ChatUI
import ChatWords
import ClientSettings
import Foundation
import Testing

struct NewsWatchTests {
  private func chat(
    _ name: String, unread: Int, mentions: Int = 0, isOfTwo: Bool = false, last: String = "hello"
  ) -> ChatSummary {
    var chat = ChatSummary(
      id: ChatID(rawValue: Int64(name.utf8.first ?? 0)), zoneName: name, name: name, isOwn: false,
      access: .readWrite,
      createdAt: .distantPast, unreadCount: unread, queuedCount: 0, failedCount: 0,
      memberCount: 2, hasDraft: false, history: .complete)
    chat.isOfTwo = isOfTwo
    chat.mentionCount = mentions
    chat.lastMessage = ChatSummary.LastMessage(
      senderName: "bob", isOwn: false, text: last, timestamp: .distantPast)
    return chat
  }

  @Test func `messages that were unread at the start are not told of`() {
    var watch = NewsWatch(since: ChatWorld.noon)
    let startsTimer = watch.take([chat("A", unread: 5, mentions: 2)], level: .all)
    #expect(!startsTimer)
    let again = watch.take([chat("A", unread: 5, mentions: 2)], level: .all)
    #expect(!again)
  }

  @Test func `a new message is told of once`() {
    var watch = NewsWatch(since: ChatWorld.noon)
    _ = watch.take([chat("A", unread: 1)], level: .all)
    let now = [chat("A", unread: 2, last: "Lunch?\u{1B}[2J")]
    let startsTimer = watch.take(now, level: .all)
    #expect(startsTimer)
    let news = watch.due(now, level: .all, watched: nil)
    #expect(news == ChatUI.Notification(title: "A", body: "bob: Lunch?␛[2J"))
    let again = watch.take(now, level: .all)
    #expect(!again)
    let second = watch.due(now, level: .all, watched: nil)
    #expect(second == nil)
  }

  @Test func `a title has nothing that controls a terminal or a desktop`() throws {
    var watch = NewsWatch(since: ChatWorld.noon)
    let name = "\u{1B}]0;PWN\u{7};notify;x\u{202E}\u{9B}31mT"
    _ = watch.take([chat(name, unread: 0)], level: .all)
    let now = [chat(name, unread: 1, last: "a\u{202E}b\nc")]
    _ = watch.take(now, level: .all)
    let due = watch.due(now, level: .all, watched: nil)
    let news = try #require(due)
    #expect(news.title == "␛]0;PWN␇;notify;x\u{FFFD}31mT")
    #expect(news.body == "bob: ab c")
  }

  @Test func `the title names the place where there is one`() {
    var watch = NewsWatch(place: "chat.example:8443", since: ChatWorld.noon)
    _ = watch.take([chat("A", unread: 0), chat("B", unread: 0)], level: .all)
    let one = [chat("A", unread: 1), chat("B", unread: 0)]
    _ = watch.take(one, level: .all)
    let first = watch.due(one, level: .all, watched: nil)
    #expect(first?.title == "A — chat.example:8443")
    let both = [chat("A", unread: 2), chat("B", unread: 1)]
    _ = watch.take(both, level: .all)
    let news = watch.due(both, level: .all, watched: nil)
    #expect(news?.title == "ZoneChat — chat.example:8443")
    #expect(news?.body == "2 chats have new messages: A, B")
  }

  @Test func `messages that another device has read in the meantime are not told of`() {
    var watch = NewsWatch(since: ChatWorld.noon)
    _ = watch.take([chat("A", unread: 0)], level: .all)
    _ = watch.take([chat("A", unread: 1)], level: .all)
    let read = [chat("A", unread: 0)]
    _ = watch.take(read, level: .all)
    let news = watch.due(read, level: .all, watched: nil)
    #expect(news == nil)
  }

  @Test func `what comes after others were read elsewhere is told of`() {
    var watch = NewsWatch(since: ChatWorld.noon)
    _ = watch.take([chat("A", unread: 3, mentions: 1)], level: .all)
    _ = watch.take([chat("A", unread: 4, mentions: 1)], level: .all)
    _ = watch.take([chat("A", unread: 0)], level: .all)
    let now = [chat("A", unread: 2, mentions: 1)]
    _ = watch.take(now, level: .all)
    let news = watch.dueNews(now, level: .all, watched: nil)
    #expect(news.map(\.chat) == now)
    #expect(news.map(\.unread) == [2])
    #expect(news.map(\.mentions) == [1])
  }

  @Test
  func `a new device is silent about what its first fetch has brought, and not about a new chat`() {
    var watch = NewsWatch(since: ChatWorld.noon)
    func fetched(_ name: String, _ unread: Int, isInFirstFetch: Bool = false, at time: Date)
      -> ChatSummary
    {
      var one = chat(name, unread: unread)
      one.isInFirstFetch = isInFirstFetch
      one.lastMessage?.timestamp = time
      return one
    }
    let before = ChatWorld.noon - 60
    _ = watch.take([fetched("A", 0, isInFirstFetch: true, at: before)], level: .all)
    let old = watch.take([fetched("A", 300, at: before)], level: .all)
    #expect(!old)
    let next = watch.take([fetched("A", 301, at: ChatWorld.noon + 1)], level: .all)
    #expect(next)
    let news = watch.dueNews([fetched("A", 301, at: ChatWorld.noon + 1)], level: .all, watched: nil)
    #expect(news.map(\.unread) == [1])
    // Another device has accepted it.
    _ = watch.take([fetched("B", 0, isInFirstFetch: true, at: ChatWorld.noon + 60)], level: .all)
    let begun = watch.take([fetched("B", 1, at: ChatWorld.noon + 60)], level: .all)
    #expect(begun)
  }

  @Test func `a chat that is muted for a time tells only what comes afterwards`() {
    var watch = NewsWatch(since: ChatWorld.noon)
    let noon = ChatWorld.noon
    func muted(_ unread: Int, at now: Date) -> [ChatSummary] {
      var one = chat("A", unread: unread)
      one.mutedUntil = noon + 3600
      return [one.at(now)]
    }
    _ = watch.take(muted(0, at: noon), level: .all)
    let during = watch.take(muted(1, at: noon + 3599), level: .all)
    #expect(!during)
    let after = watch.take(muted(2, at: noon + 3600), level: .all)
    #expect(after)
    let news = watch.dueNews(muted(2, at: noon + 3601), level: .all, watched: nil)
    #expect(news.map(\.unread) == [1])
  }

  @Test func `nothing is told of the chat that the person sees`() {
    var watch = NewsWatch(since: ChatWorld.noon)
    _ = watch.take([chat("A", unread: 0)], level: .all)
    let now = [chat("A", unread: 1)]
    _ = watch.take(now, level: .all)
    let news = watch.due(now, level: .all, watched: now[0].id)
    #expect(news == nil)
  }

  @Test func `mentions are names in groups, and everything in a chat of two`() {
    var watch = NewsWatch(since: ChatWorld.noon)
    _ = watch.take([chat("A", unread: 0), chat("B", unread: 0, isOfTwo: true)], level: .mentions)
    let plain = watch.take(
      [chat("A", unread: 1), chat("B", unread: 0, isOfTwo: true)], level: .mentions)
    #expect(!plain)
    let now = [chat("A", unread: 2, mentions: 1), chat("B", unread: 1, isOfTwo: true)]
    let startsTimer = watch.take(now, level: .mentions)
    #expect(startsTimer)
    let news = watch.due(now, level: .mentions, watched: nil)
    #expect(news?.body == "2 chats have new messages: A, B")
  }

  @Test(arguments: [false, true], NotificationLevel.allCases)
  func `what is told is what the rule says, for every choice`(
    isOfTwo: Bool, level: NotificationLevel
  ) {
    for chosen in ChatNotifications.allCases + [nil] as [ChatNotifications?] {
      for mentions in 0...1 {
        var (before, now) = (
          chat("A", unread: 0, isOfTwo: isOfTwo),
          chat("A", unread: 1, mentions: mentions, isOfTwo: isOfTwo)
        )
        (before.chosenNotifications, now.chosenNotifications) = (chosen, chosen)
        var watch = NewsWatch(since: ChatWorld.noon)
        _ = watch.take([before], level: level)
        let isTold = watch.take([now], level: level)
        let wanted =
          switch NotificationRule(of: now, level: level).messages {
          case .all: true
          case .mentions: mentions > 0
          case .none: false
          }
        #expect(isTold == wanted, "\(String(describing: chosen)), \(mentions) mentions")
      }
    }
  }

  @Test
  func `a choice for a chat comes first, then that two are in it, then what holds for groups`() {
    func rule(
      _ chosen: ChatNotifications?, isOfTwo: Bool = false, _ level: NotificationLevel = .mentions
    ) -> String {
      var one = chat("A", unread: 0, isOfTwo: isOfTwo)
      one.chosenNotifications = chosen
      let rule = NotificationRule(of: one, level: level)
      return "\(rule.messages) \(rule.reason): \(rule.sentence(about: "‘A’"))"
    }
    #expect(
      rule(nil)
        == "mentions group: You are told of messages in ‘A’ that name you, as in every group.")
    #expect(
      rule(nil, .all) == "all group: You are told of every message in ‘A’, as in every group.")
    #expect(
      rule(nil, isOfTwo: true)
        == "all chatOfTwo: You are told of every message in ‘A’, as in every chat of two.")
    #expect(rule(.all) == "all choice: You are told of every message in ‘A’.")
    #expect(
      rule(ChatNotifications.none, isOfTwo: true) == "none choice: You are told of nothing in ‘A’.")
    #expect(
      rule(.all, .none)
        == "none settings: You are told of nothing: the settings have ‘level = \"none\"’.")
  }

  @Test func `without notifications, and for a chat that was just joined, nothing is told`() {
    var watch = NewsWatch(since: ChatWorld.noon)
    _ = watch.take([chat("A", unread: 0)], level: .none)
    let quiet = watch.take([chat("A", unread: 1)], level: .none)
    #expect(!quiet)
    let joined = watch.take([chat("A", unread: 1), chat("New", unread: 40)], level: .all)
    #expect(!joined)
  }
}
