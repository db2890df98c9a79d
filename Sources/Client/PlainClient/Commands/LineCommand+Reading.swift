import ChatCore
import ChatModel
import ChatWords
import TerminalUI

/// Reading the open chat, and finding messages.
extension LineCommand {
  static let reading: [LineCommand] = [
    LineCommand("read", also: ["newest"], argument: "[COUNT]", "Say the newest messages", .number) {
      model, count in
      guard count.isEmpty || (Int(count) ?? 0) > 0 else {
        throw LineRefusal("‘\(count)’ is no number of messages. Write for example: read 20")
      }
      try await model.readNewest(count: min(Int(count) ?? LineModel.pageMessages, 1_000))
    },
    LineCommand(.older, .alone) { model, _ in try await model.readOlder() },
    LineCommand(.newer, .alone) { model, _ in try await model.readNewer() },
    LineCommand("more", "Say the rest of a long answer; an empty line does the same", .alone) {
      model, _ in try await model.more()
    },
    LineCommand(.first, .alone) { model, _ in
      let chat = try await model.requireChat()
      guard let unread = try await model.repository.unread(in: chat.id) else {
        throw LineRefusal("This chat has no unread messages.")
      }
      try await model.read(from: unread.first, in: chat)
    },
    LineCommand(.markRead, .alone) { model, _ in
      let chat = try await model.requireChat()
      try await model.sayRead([model.repository.markRead(chat.id)].compactMap(\.self))
    },
    LineCommand(.markAllRead, .alone) { model, _ in
      try await model.sayRead(model.repository.markAllRead())
    },
    LineCommand(.oldest, .alone) { model, _ in
      try await model.read(from: .first, in: model.requireChat())
    },
    LineCommand(.date, .day) { model, day in
      let chat = try await model.requireChat()
      guard let start = model.services.time.startOfDay(day, now: model.services.now()) else {
        throw LineRefusal("‘\(day)’ is no day. Write \(WrittenDay.forms).")
      }
      try await model.read(from: MessageCursor(timestamp: start, recordName: ""), in: chat)
    },
    LineCommand("search", also: ["find"], argument: "WORDS", "Find messages in all chats", .words) {
      try await $0.search($1)
    },
    LineCommand(.mentions, .alone) { model, _ in try await model.search("to:me") },
    LineCommand("files", "Say the messages of the open chat that have files", .alone) { model, _ in
      try await model.search("has:file", in: [model.requireChat().id])
    },
    LineCommand(.pinned, .alone) { model, _ in
      let chat = try await model.requireChat()
      let pinned = try await model.repository.currentPinnedMessages(in: chat.id)
      if pinned.isEmpty { return model.say("No pinned messages.") }
      // They stand among others that were not said.
      let items = model.items(of: pinned.map(\.message), in: chat.id)
      try await model.say(items.map { LineModel.Item(lines: $0.lines) })
    },
  ]
}

extension LineModel {
  /// Says which chats are marked as read, and notes it of the open one.
  fileprivate func sayRead(_ read: [ReadChat]) async throws {
    let chats = try await chats()
    if let open = read.first(where: { $0.chat == openChat }) { news.seen = open.through }
    say(
      ReadingWords.markedRead(
        read.map { read in chats.first { $0.id == read.chat }.map(LineWords.name) ?? "The chat" }))
  }

  /// Messages that a search says at most.
  private static let searchLimit = 50

  fileprivate func search(_ text: String, in only: [ChatID]? = nil) async throws {
    let chats = try await chats()
    var search: MessageSearch
    do {
      let now = services.now()
      search = try MessageSearch(parsing: text, among: chats) { [time = services.time] in
        time.startOfDay($0, now: now)
      }
    } catch {
      throw LineRefusal(error.reason)
    }
    if let only { search.chats = only }
    guard !search.isEmpty else {
      throw LineRefusal("The words are missing. Write for example: search train from:anna")
    }
    let found = try await repository.search(search, limit: Self.searchLimit)
    guard !found.isEmpty else { return say("Nothing was found.") }
    say(
      found.count == Self.searchLimit
        ? "The newest \(found.count) messages that were found:"
        : "\(DisplayText.count(found.count, "message")) found:")
    try await say(
      found.map { hit in
        let number = numbers.note(hit.message, in: hit.chat)
        let chat = chats.first { $0.id == hit.chat }
        let place = hit.chat == openChat ? "" : "In \(chat.map(LineWords.name) ?? "another chat"): "
        let lines = words.lines(of: hit.message, number: number)
        return Item(lines: lines.prefix(1).map { place + $0 } + lines.dropFirst())
      })
  }
}
