import ChatCore
import ChatModel
import ChatWords
import ClientSettings
import TerminalUI

/// Chats and messages as they are read.
extension LineModel {
  func greet() async throws {
    let chats = try await repository.currentChatSummaries()
    let invitations = try await repository.currentInvitations()
    let connection = try await repository.currentConnectionStatus()
    news = LineNews(
      chats: chats, invitations: invitations, connection: connection,
      newestArrival: try await repository.newestArrival(in: nil),
      newestEvent: try await repository.newestEvent())
    say("ZoneChat, line by line, as \(repository.account.name). help lists the commands.")
    if case .refused(let reason) = services.settings { say(reason) }
    if let obstacle = words.obstacle(connection) { say("Not connected: \(obstacle).") }
    let (told, quiet) = LineWords.unread(in: chats)
    say(
      chats.isEmpty
        ? Self.noChats
        : "\(DisplayText.count(chats.count, "chat")). "
          + (told.isEmpty
            ? quiet.isEmpty ? "Nothing new." : "Nothing new of which you are told."
            : "New messages: \(LineWords.counts(told)). unread opens the next of them.")
    )
    if let sentence = LineWords.sentence(ofQuiet: quiet) { say(sentence) }
    for (offset, invitation) in invitations.enumerated() {
      say(words.line(of: invitation, number: offset + 1))
    }
  }

  static let noChats =
    "No chats yet. msg NAME TEXT writes to somebody, new TITLE starts a chat, join LINK joins one."
  static let noMessages = "No messages yet. Write a line to send it."

  func chats() async throws -> [ChatSummary] { try await repository.currentChatSummaries() }

  /// The open chat.
  ///
  /// - Throws: a refusal if there is none.
  func requireChat() async throws -> ChatSummary {
    guard let openChat, let chat = try await chats().first(where: { $0.id == openChat }) else {
      throw LineRefusal("No chat is open. chats lists them, open NAME opens one.")
    }
    return chat
  }

  /// The chat of a number in the list, or of a name.
  func chat(named text: String) async throws -> ChatSummary {
    let chats = try await chats()
    if let number = Int(text), !chats.contains(where: { $0.name == text }) {
      guard chats.indices.contains(number - 1) else {
        throw LineRefusal("There is no chat number \(number). chats lists them.")
      }
      return chats[number - 1]
    }
    do throws(ChatError) {
      return try await repository.chat(matching: text)
    } catch {
      guard case .unknownChat = error else { throw error }
      let near = chats.filter { $0.name.lowercased().contains(text.lowercased()) }
      guard near.count == 1 else {
        throw LineRefusal("There is no chat ‘\(text)’. chats lists them.")
      }
      return near[0]
    }
  }

  func open(named name: String) async throws { try await open(chat(named: name)) }

  func open(_ chat: ChatSummary) async throws {
    // If this cannot be written, the engine only serves the chat later.
    try? await repository.setOpen(chat.id)
    openChat = chat.id
    (rest, top, bottom, hasGap) = ([], nil, nil, false)
    let unread = try await repository.unread(in: chat.id)
    let window = try await window(
      of: chat.id, unread.map { .around($0.first) } ?? .newest, unread: unread?.range)
    news.opened(
      newestArrival: window.newestArrival,
      seen: unread.map { $0.range.after ?? MessageID(rawValue: 0) })
    var head = LineWords.name(chat)
    // Nobody is in a closed chat.
    if AccessWords.closedMark(of: chat) != nil {
      head += ", closed"
    } else if chat.memberCount > 1 || chat.isOwn {
      head += ", " + ChatListText.people(of: chat)
    }
    let count = window.unread?.count ?? 0
    let new = ChatSummary.unreadText(count).map { "\($0) new message\(count == 1 ? "" : "s")" }
    say(head + ", \(new ?? "nothing new").")
    for row in AccessWords.rows(of: chat, width: .max / 2) { say(row) }
    if chat.isLeftByAll { sayNobodyReads() }
    for sentence in SealedWords.sentences(about: chat) { say(sentence) }
    try await tellOfDraft(in: chat)
    let messages: [Message]
    if chat.isInFirstFetch {
      // Where to begin is known at its end.
      messages = []
    } else if let first = unread?.first {
      messages = window.messages.filter { $0.cursor >= first }
    } else {
      // A short chat is said whole.
      let count = window.messages.count
      messages = Array(
        window.messages.suffix(count <= Self.pageMessages ? count : Self.pageMessages / 2))
    }
    hasGap = window.newerCount > 0
    (top, bottom) = (messages.first?.cursor, messages.last?.cursor)
    saidThrough = unread == nil ? bottom ?? .first : .first
    if messages.isEmpty {
      news.awaitsFirst = chat.history != .complete
      say(news.awaitsFirst ? "The messages are being fetched." : Self.noMessages)
      return try await markSeen()
    }
    try await say(items(of: messages, in: chat.id))
    if hasGap { say("newer says the newer ones.") }
  }

  /// Messages of the open chat that come one after the other.
  ///
  /// - Parameters:
  ///   - messages: oldest first.
  ///   - chat: their chat.
  ///   - place: no unread message stands between it and the first of them.
  ///   - unfolding: whether messages of blocked people are said like others.
  /// - Returns: the text about them.
  func items(
    of messages: [Message], in chat: ChatID, following place: MessageCursor = .first,
    unfolding: Bool = false
  ) -> [Item] {
    var place = place
    var items: [Item] = []
    var fold: (number: Int, value: Message.Fold)?
    for message in messages {
      let number = numbers.note(message, in: chat)
      if !unfolding, message.isOfBlockedPerson {
        // Those that follow one another are one line.
        let isFirst = fold == nil
        let next = (number: fold?.number ?? number, value: message.folded(behind: fold?.value))
        fold = next
        let lines = [LineWords.line(of: next.value, number: next.number)]
        if isFirst { items.append(Item(lines: lines, message: message, follows: place)) }
        items[items.count - 1].lines = lines
        items[items.count - 1].message = message
      } else {
        fold = nil
        items.append(
          Item(lines: words.lines(of: message, number: number), message: message, follows: place))
      }
      place = message.cursor
    }
    return items
  }

  /// Says the messages of blocked people from a place on that follow one another.
  func unfold(from cursor: MessageCursor, in chat: ChatID) async throws {
    let page = try await repository.page(in: chat, from: cursor, limit: MessageWindow.pageSize)
    let messages = Array(page.prefix(while: \.isOfBlockedPerson))
    let items = items(of: messages, in: chat, unfolding: true)
    try await say(items.map { Item(lines: $0.lines) })
  }

  func window(
    of chat: ChatID, _ place: MessageWindow.Place, unread: MessageWindow.UnreadRange? = nil
  ) async throws -> MessageWindow {
    let request = MessageWindow.Request(place: place, unread: unread)
    for try await window in repository.window(in: chat, request) { return window }
    throw CancellationError()
  }

  /// Says messages of the open chat that come one after the other.
  func read(
    _ messages: [Message], in chat: ChatSummary, following place: MessageCursor = .first,
    elseSay nothing: String
  ) async throws {
    guard !messages.isEmpty else { return say(nothing) }
    (top, bottom) = (messages.first?.cursor, messages.last?.cursor)
    try await say(items(of: messages, in: chat.id, following: place))
  }

  func readOlder() async throws {
    let chat = try await requireChat()
    dropRest()
    let page = try await repository.page(in: chat.id, before: top, limit: Self.pageMessages)
    let newest = bottom
    // Their numbers are higher than those of the newer messages that were said before them.
    if !page.isEmpty, top != nil { say("Older:") }
    let isKnown = chat.history == .complete
    if !isKnown, page.count < Self.pageMessages {
      try await repository.requestOlderMessages(in: chat.id)
    }
    try await read(
      page, in: chat,
      elseSay: isKnown
        ? "That was the first message of the chat."
        : "Older messages are being fetched. Ask again in a moment.")
    bottom = newest ?? bottom
  }

  func readNewer() async throws {
    let chat = try await requireChat()
    dropRest()
    guard let bottom else { return try await readNewest() }
    let oldest = top
    let window = try await window(of: chat.id, .around(bottom))
    let newer = window.messages.filter { $0.cursor > bottom }
    let page = Array(newer.prefix(Self.pageMessages))
    hasGap = window.newerCount > 0 || newer.count > page.count
    if !hasGap { news.pass(window.newestArrival) }
    try await read(page, in: chat, following: bottom, elseSay: "That was the newest message.")
    top = oldest ?? top
    if page.isEmpty { try await markSeen() }
  }

  func readNewest(count: Int = LineModel.pageMessages) async throws {
    let chat = try await requireChat()
    // Everything between these was said.
    let said: (top: MessageCursor?, bottom: MessageCursor?) =
      rest.isEmpty && !hasGap ? (top, bottom) : (nil, nil)
    // A person who asks for the newest messages passes over those that wait.
    (rest, hasGap) = ([], false)
    news.pass(try await repository.newestArrival(in: chat.id))
    try await read(
      repository.page(in: chat.id, before: nil, limit: count), in: chat,
      elseSay: Self.noMessages)
    // What was said before is not said again by ‘older’.
    if let oldest = said.top, let newest = said.bottom, let first = top, newest >= first {
      top = min(oldest, first)
    }
  }

  /// Says messages from a place on.
  func read(from cursor: MessageCursor, in chat: ChatSummary) async throws {
    dropRest()
    let window = try await window(of: chat.id, .around(cursor))
    let before = window.messages.last { $0.cursor < cursor }?.cursor ?? .first
    let isUnreadPassed =
      try await repository.unread(in: chat.id).map { $0.first < cursor } ?? false
    let following = window.messages.filter { $0.cursor >= cursor }
    let page = Array(following.prefix(Self.pageMessages))
    hasGap = window.newerCount > 0 || following.count > page.count
    if !hasGap { news.pass(window.newestArrival) }
    try await read(
      page, in: chat, following: isUnreadPassed ? before : .first,
      elseSay: "There is no message from then on.")
  }

  /// Notes as seen what was said of the open chat.
  func markSeen() async throws {
    guard let openChat else { return }
    let waiting = rest.compactMap(\.message?.id.rawValue).min()
    let newest = try await repository.newestArrival(in: openChat).rawValue
    var through = min(newest, news.lastSaid.rawValue, waiting.map { $0 - 1 } ?? .max)
    if hasGap { through = min(through, try await arrivalsSaid(in: openChat).rawValue) }
    try await markSeen(openChat, through: MessageID(rawValue: through))
  }

  /// Notes all messages of the open chat as seen: a person who writes has read them, or passes over the rest.
  func markAllSeen() async throws {
    guard let openChat else { return }
    try await markSeen(openChat, through: news.lastSaid)
  }

  private func markSeen(_ chat: ChatID, through message: MessageID) async throws {
    guard message.rawValue > news.seen.rawValue else { return }
    news.seen = message
    do throws(ChatError) {
      try await repository.markSeen(chat, through: message)
    } catch {
      if !news.hasToldOfSeen { say("The messages stay unread: \(error.description)") }
      news.hasToldOfSeen = true
    }
  }

  /// The message up to which everything that arrived was said or is one's own.
  private func arrivalsSaid(in chat: ChatID) async throws -> MessageID {
    var through = news.seen
    while true {
      let arrivals = try await repository.arrivals(
        after: through, in: chat, limit: MessageWindow.pageSize)
      for (_, message) in arrivals {
        guard message.isOwn || message.isOfBlockedPerson || message.cursor <= saidThrough else {
          return through
        }
        through = message.id
      }
      if arrivals.count < MessageWindow.pageSize { return through }
    }
  }
}
