import ChatCore
import ChatModel
import ChatWords
import ClientSettings
import CloudModel
import TerminalUI

/// The news that was reported last, so that each piece of news is reported once.
struct LineNews {
  var chats: [ChatSummary] = []
  var invitations: [Invitation] = []
  var connection: ConnectionStatus?
  /// The message of any chat that arrived last.
  var newestArrival = MessageID(rawValue: 0)
  var newestEvent: Int64 = 0
  /// Everything of the open chat that arrived up to this message was said, or waits for `more`.
  var lastSaid = MessageID(rawValue: 0)
  /// Everything of the open chat that arrived up to this message counts as seen.
  var seen = MessageID(rawValue: 0)
  /// Whether the account has joined the open chat and its messages have not arrived yet.
  var awaitsFirst = false
  var hasToldOfSeen = false

  /// A chat was opened: its newest message, and the message up to which it was seen (nil for all).
  mutating func opened(newestArrival: MessageID?, seen: MessageID?) {
    lastSaid = newestArrival ?? MessageID(rawValue: 0)
    self.seen = seen ?? lastSaid
  }

  /// Everything that has arrived in the open chat so far was said or passed over.
  mutating func pass(_ newest: MessageID?) {
    if let newest, newest.rawValue > lastSaid.rawValue { lastSaid = newest }
  }
}

extension LineModel {
  func tellNews() async throws {
    let chats = try await repository.currentChatSummaries()
    try await tellOfOpenChat(chats)
    try await tellOfOtherChats(chats)
    tellOfAccess(chats)
    try await tellOfInvitations()
    try await tellOfConnection()
    try await saveAwaitedFiles()
    news.chats = chats
  }

  /// New messages of the open chat, and changes of those that were said.
  private func tellOfOpenChat(_ chats: [ChatSummary]) async throws {
    guard let openChat else { return }
    guard let chat = chats.first(where: { $0.id == openChat }) else {
      self.openChat = nil
      return say("The open chat is not here any more. chats lists the others.")
    }
    // The people of a chat come with its share; until then nobody could be named.
    if news.awaitsFirst, chat.memberCount == 0 || chat.isInFirstFetch { return }
    if news.awaitsFirst, chat.unreadCount > Self.pageMessages { return try await open(chat) }
    let window = try await window(of: openChat, .newest)
    let reader = repository.account.name
    var new: [Message] = []
    // Nobody is told of what blocked people write; it is said when its place is read.
    for message in window.messages where !message.isOfBlockedPerson {
      if let number = numbers.number(of: message.id), let old = numbers[number]?.message {
        for line in words.changes(from: old, to: message, number: number, reader: reader) {
          say(line)
        }
        if case .failed = message.delivery, message.delivery != old.delivery { noteFailure() }
        _ = numbers.note(message, in: openChat)
      } else if message.id.rawValue > news.lastSaid.rawValue,
        message.isOwn
          ? message.cursor > bottom ?? .first
          : message.id.rawValue > (window.seenThrough?.rawValue ?? 0)
      {
        new.append(message)
      }
    }
    if news.awaitsFirst, chat.history == .complete || !window.messages.isEmpty {
      news.awaitsFirst = false
      if window.messages.isEmpty { say(Self.noMessages) }
    }
    if bottom == nil {
      // The past of a chat that was joined has come.
      new = window.messages.suffix(Self.pageMessages)
    }
    if !hasGap {
      for item in items(of: new, in: openChat, following: bottom ?? .first) {
        if rest.isEmpty { say(item) } else { rest.append(item) }
      }
      if let last = new.last, last.cursor > bottom ?? .first { bottom = last.cursor }
      if top == nil { top = new.first?.cursor }
      news.pass(window.newestArrival)
      try await markSeen()
    } else if !new.isEmpty {
      say("\(DisplayText.count(new.count, "new message")) below. newest says the newest.")
      news.pass(window.newestArrival)
    }
    try await tellOfEvents(in: chat)
  }

  private func tellOfEvents(in chat: ChatSummary) async throws {
    for event in try await repository.events(in: chat.id, after: news.newestEvent) {
      news.newestEvent = max(news.newestEvent, event.id)
      // A person who joins has just been told.
      if event.kind == .joined, event.person?.isMe == true { continue }
      say(event.sentence + ".")
    }
    let wasLeft = news.chats.first { $0.id == chat.id }?.isLeftByAll ?? false
    if chat.isLeftByAll, !wasLeft { sayNobodyReads() }
  }

  /// Says that nobody else reads the open chat, and what can be done.
  func sayNobodyReads() {
    say(MissingReader.none.words(invite: "invite NAME", columns: .max) + ".")
  }

  /// Prints a line for each other chat with new messages of which the person is told.
  private func tellOfOtherChats(_ chats: [ChatSummary]) async throws {
    let newest = try await repository.newestArrival(in: nil)
    defer { news.newestArrival = newest }
    let hasArrivals = newest.rawValue > news.newestArrival.rawValue
    let minute = services.time.minuteOfDay(services.now())
    let level = settings.notifications.level(atMinute: minute)
    for chat in chats where chat.id != openChat {
      let before = news.chats.first { $0.id == chat.id }
      // What the first fetch of a chat brings counts from its end on.
      let isNew = before?.isInFirstFetch ?? true
      guard hasArrivals || isNew else { continue }
      let count = chat.unreadCount - (before?.unreadCount ?? 0)
      let mentions = chat.mentionCount - (before?.mentionCount ?? 0)
      let isWanted =
        switch NotificationRule(of: chat, level: level).messages {
        case .all: count > 0
        case .mentions: mentions > 0
        case .none: false
        }
      guard isWanted else { continue }
      let arrivals = try await repository.arrivals(
        after: isNew ? MessageID(rawValue: 0) : news.newestArrival, in: chat.id,
        limit: Self.arrivalLimit)
      var names: [String] = []
      for (_, message) in arrivals
      where !message.isOwn && !message.isOfBlockedPerson && !names.contains(message.senderName) {
        names.append(message.senderName)
      }
      let people = names.isEmpty ? "" : " from \(PersonWords.list(names))"
      let naming = mentions > 0 ? ", \(mentions) of them name you" : ""
      say("\(LineWords.name(chat)): \(count) new\(people)\(naming).")
    }
  }

  /// Messages that are looked at for the names of their senders.
  private static let arrivalLimit = 50

  private func tellOfAccess(_ chats: [ChatSummary]) {
    for chat in chats {
      guard let before = news.chats.first(where: { $0.id == chat.id }) else { continue }
      if let text = AccessWords.news(of: chat, since: before.access) { say(text) }
      for sign in chat.signs where sign.isUrgent && !before.signs.contains(sign) {
        say("\(LineWords.name(chat)): \(SealedWords.sentence(of: sign))")
      }
    }
  }

  private func tellOfInvitations() async throws {
    let invitations = try await repository.currentInvitations()
    for (offset, invitation) in invitations.enumerated()
    where !invitation.isFromStranger
      && !news.invitations.contains(where: { $0.id == invitation.id })
    {
      say(words.line(of: invitation, number: offset + 1))
    }
    news.invitations = invitations
  }

  /// Says when the cloud cannot be used any more, and when it can again.
  private func tellOfConnection() async throws {
    let connection = try await repository.currentConnectionStatus()
    // While the client tries, nothing is known.
    if connection.sync == .connecting { return }
    let before = news.connection?.sync.obstacle
    let now = connection.sync.obstacle
    news.connection = connection
    switch (before, now) {
    // Not even this device can take it then, or nobody knows when it is sent.
    case (nil, let reason?) where connection.sync.state == .stopped: say("\(reason).")
    case (nil, let reason?):
      say("Offline: \(reason). What you write is kept, and sent later.")
    case (_?, nil): say("Online again.")
    case (nil, nil), (_?, _?): break
    }
  }

  /// Saves files that were downloaded meanwhile.
  private func saveAwaitedFiles() async throws {
    for (message, place) in awaitedFiles {
      let number = numbers.number(of: message) ?? 0
      let file = try await repository.message(message).attachment
      if let file, file.isHere {
        awaitedFiles.removeAll { $0.message == message }
        try await save(message, number: number, to: place)
      } else if case .failed(let reason) = file?.transfer?.state {
        awaitedFiles.removeAll { $0.message == message }
        fail("The file of \(number) was not downloaded: \(reason)")
      }
    }
  }

  /// Whether something that the person asked for here is still on its way.
  package func isWaiting() async -> Bool {
    if !awaitedFiles.isEmpty { return true }
    guard let status = try? await repository.currentConnectionStatus() else { return false }
    return status.queuedCount > 0 && status.sync.obstacle == nil
  }

  /// Says at the end what was not sent.
  ///
  /// - Returns: the text to print.
  package func farewell() async -> [String] {
    guard let status = try? await repository.currentConnectionStatus() else { return [] }
    var lines: [String] = []
    if status.queuedCount > 0 {
      let what = DisplayText.count(status.queuedCount, "change")
      let reason = status.sync.obstacle.map { " (\($0))" } ?? ""
      let verb = status.queuedCount == 1 ? "is" : "are"
      lines.append(
        "\(what) \(verb) not sent yet\(reason). An open client or ‘\(services.options.command("sync"))’ sends what "
          + "is queued.")
    }
    if status.failedCount > 0 {
      lines.append("\(DisplayText.count(status.failedCount, "change")) failed. outbox says why.")
    }
    return lines.map(DisplayLine.harmless)
  }
}
