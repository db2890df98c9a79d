import ChatCore
import ChatModel
import ChatWords

/// Going from chat to chat, and the list of chats.
extension LineCommand {
  static let chats: [LineCommand] = [
    LineCommand("chats", also: ["list"], "Say all chats with their numbers", .alone) { model, _ in
      let chats = try await model.chats()
      if chats.isEmpty { return model.say(LineModel.noChats) }
      try await model.say(
        chats.enumerated().map { offset, chat in
          LineModel.Item(lines: [
            model.words.line(of: chat, number: offset + 1, isOpen: chat.id == model.openChat)
          ])
        })
    },
    LineCommand(
      "open", also: ["go", "chat"], argument: "CHAT", "Open a chat by its name or number", .words
    ) {
      model, name in
      guard !name.isEmpty else {
        throw LineRefusal("The chat is missing. Add its name or number: open family")
      }
      try await model.open(named: name)
    },
    LineCommand(.next, .alone) { model, _ in try await model.openNext(offset: 1) },
    LineCommand(.previous, .alone) { model, _ in try await model.openNext(offset: -1) },
    LineCommand("unread", "Open the next chat with new messages", .alone) { model, _ in
      let chats = try await model.chats()
      let place = chats.firstIndex { $0.id == model.openChat } ?? -1
      let (told, quiet) = LineWords.unread(
        in: Array(chats.dropFirst(place + 1)) + Array(chats.prefix(max(0, place))))
      guard let chat = told.first else {
        model.say(
          "There is nothing new in the other chats\(quiet.isEmpty ? "" : " that tell you").")
        if let sentence = LineWords.sentence(ofQuiet: quiet) { model.say(sentence) }
        return
      }
      try await model.open(chat)
    },
    LineCommand(.new, argument: "[TITLE]", .optionalText) { model, title in
      let chat = try await model.repository.createChat(
        title: title, isSealed: model.services.sealsNewChats)
      guard let summary = try await model.chats().first(where: { $0.id == chat }) else { return }
      try await model.open(summary)
      model.say("invite NAME invites people.")
    },
    LineCommand(.message, .text) { try await $0.message($1) },
    LineCommand(.rename, argument: "[TITLE]", .text) { model, title in
      let chat = try await model.requireChat()
      guard !title.isEmpty else {
        guard !chat.title.isEmpty else {
          throw LineRefusal("The chat has no title. Add one: rename Trip")
        }
        return model.ask(["Without a title the chat has the names of the others. Take it away?"]) {
          try await model.repository.rename(chat.id, to: "")
          model.say("The chat is called \(LineWords.name(try await model.requireChat())) now.")
        }
      }
      try await model.repository.rename(chat.id, to: title)
      model.say("The chat is called ‘\(title)’ now.")
    },
    LineCommand(
      "pin", argument: "[NUMBER]", "Pin or unpin the open chat, or a message for everyone", .number
    ) {
      model, argument in
      guard argument.isEmpty else {
        let (_, message, _) = try await model.message(
          argument, else: "A removed message cannot be pinned.")
        return try await model.repository.setPinned(!message.isPinned, message: message.id)
      }
      let chat = try await model.requireChat()
      try await model.repository.setPinned(!chat.isPinned, of: chat.id)
      model.say("\(LineWords.name(chat)) is \(chat.isPinned ? "not pinned any more" : "pinned").")
    },
    LineCommand(.pinMessage, argument: "[NUMBER]", .message) { model, argument in
      let (number, message, _) = try await model.message(
        argument, else: "There is no message to pin. read shows the messages.")
      try await model.repository.setPinned(!message.isPinned, message: message.id)
      try await model.refreshNote(of: message.id)
      model.say("\(number) is \(message.isPinned ? "not pinned any more" : "pinned for everyone").")
    },
    LineCommand(.archive, .alone) { model, _ in
      let chat = try await model.requireChat()
      try await model.repository.setArchived(!chat.isArchived, of: chat.id)
      model.say(
        chat.isArchived
          ? "\(LineWords.name(chat)) is back in the list."
          : "\(LineWords.name(chat)) is archived until something new comes. archive brings it back."
      )
    },
    LineCommand(.notify, argument: "all|mentions|none", .choice(ChatVerb.notify.choices)) {
      model, word in
      guard let wanted = ChatNotifications(rawValue: word.lowercased()) else {
        throw LineRefusal("Write notify all, notify mentions or notify none.")
      }
      try await model.notify(wanted)
    },
    LineCommand(.mute, .time) { model, word in
      let now = model.services.now()
      let chat = try await model.requireChat().at(now)
      let name = LineWords.name(chat)
      switch MuteOrder(word, isMuted: chat.mutedUntil != nil) {
      case nil: throw LineRefusal("mute takes \(MuteOrder.forms).")
      case .end where chat.mutedUntil == nil: throw LineRefusal("\(name) is not muted for a time.")
      case .end:
        try await model.repository.mute(until: nil, chat.id)
        model.say("\(name) is not muted any more.")
        // Of what new messages the person hears then, where they have said so themselves.
        if let chosen = chat.chosenNotifications { model.say(chosen.sentence(about: name)) }
      case .begin(let span):
        let end = span.end(from: now, model.services.time)
        try await model.repository.mute(until: end, chat.id)
        model.say(model.services.time.sentence(aboutMuteOf: name, until: end, now: now))
      }
    },
  ]
}

extension LineModel {
  /// Opens the chat with just one person, begins it where there is none, and sends the text.
  fileprivate func message(_ argument: String) async throws {
    let words = argument.split(maxSplits: 1, whereSeparator: \.isWhitespace)
    guard let name = words.first.map(String.init) else {
      throw LineRefusal("The name is missing. Write for example: msg anna Hello")
    }
    let text = words.count > 1 ? String(words[1]).trimmedBlanks : ""
    // Whoever was met is known without the cloud.
    let id = try await repository.chat(
      with: name, asking: cloud, kind: services.sealsNewChats ? .sealed : .plain)
    guard let chat = try await chats().first(where: { $0.id == id }) else {
      throw ChatError.chatGone
    }
    if openChat != id { try await open(chat) }
    if !text.isEmpty { try await send(text) }
  }

  fileprivate func openNext(offset: Int) async throws {
    let chats = try await chats()
    guard !chats.isEmpty else { throw LineRefusal(Self.noChats) }
    let place = chats.firstIndex { $0.id == openChat } ?? (offset > 0 ? -1 : 0)
    try await open(chats[(place + offset + chats.count) % chats.count])
  }

  fileprivate func notify(_ wanted: ChatNotifications) async throws {
    let chat = try await requireChat()
    try await repository.setNotifications(wanted, of: chat.id)
    say(wanted.sentence(about: LineWords.name(chat)))
  }
}
