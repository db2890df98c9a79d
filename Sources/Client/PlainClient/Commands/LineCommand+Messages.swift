import ChatCore
import ChatModel
import ChatWords
import TerminalUI

/// The commands for a message.
extension LineCommand {
  private static let unanswerable = "There is no message to answer. read shows the messages."

  static let messages: [LineCommand] = [
    LineCommand("say", argument: "TEXT", "Send a text that looks like a command", .words) {
      model, text in
      guard !text.isEmpty else {
        throw LineRefusal("The text is missing. Write for example: say next")
      }
      try await model.send(text)
    },
    LineCommand(
      "draft", argument: "[send|drop]",
      "Say, send or discard the text that you have begun in the open chat",
      .choice(["send", "drop"])
    ) {
      try await $0.draft($1)
    },
    LineCommand(.reply, argument: "NUMBER TEXT", .message) { model, argument in
      let (number, message, text) = try await model.message(argument, else: unanswerable)
      guard !text.isEmpty else {
        throw LineRefusal("The text is missing. Write for example: reply \(number) I agree")
      }
      try await model.send(text, replyingTo: message.recordName)
    },
    LineCommand(.edit, argument: "NUMBER TEXT", .message) { model, argument in
      let (number, message, text) = try await model.message(
        argument, else: "You can only change the text of your own messages.",
        where: { $0.isOwn && !$0.isDeleted })
      guard !text.isEmpty else {
        throw LineRefusal(
          "\(number) says: \(message.text). Write the new text: edit \(number) TEXT")
      }
      try await model.repository.edit(message.id, to: text)
      try await model.refreshNote(of: message.id)
      model.say("\(number) is changed.")
    },
    LineCommand(.unsend, argument: "[NUMBER]", .message) { try await $0.remove($1) },
    LineCommand(
      "delete", argument: "[NUMBER]", "\(ChatVerb.unsend.title), as unsend does", .number
    ) {
      try await $0.remove($1)
    },
    LineCommand("undo", "Bring back the message that you removed last", .alone) { model, _ in
      try await model.undo()
    },
    LineCommand(.react, argument: "NUMBER EMOJI", .message) { model, argument in
      let (number, message, name) = try await model.message(argument, else: unanswerable)
      guard !name.isEmpty else {
        throw LineRefusal("The emoji is missing. Write for example: react \(number) thumbs up")
      }
      let emoji = Emoji.isOne(name) ? name : EmojiNames.matching(name, limit: 1).first?.emoji
      guard let emoji else {
        throw LineRefusal(
          "There is no emoji ‘\(name)’. Write one, or its name: react \(number) heart")
      }
      let isOwn = message.reactions.contains { $0.emoji == emoji && $0.isOwn }
      try await model.repository.react(emoji, to: message.id, isRemoved: isOwn)
      try await model.refreshNote(of: message.id)
      model.say("Your \(emoji) \(isOwn ? "is taken back from" : "is added to") \(number).")
    },
    LineCommand(
      "forward", argument: "NUMBER CHAT", "Send the text and file of a message to another chat",
      .message
    ) {
      model, argument in
      let (number, message, name) = try await model.message(argument, else: unanswerable)
      guard !name.isEmpty else {
        throw LineRefusal("The chat is missing. Write for example: forward \(number) family")
      }
      let chat = try await model.chat(named: name)
      let said = message.text.isEmpty ? message.attachment?.name ?? "" : message.text
      model.ask(["\(number) goes to \(LineWords.name(chat)): \(LineWords.excerpt(of: said))"]) {
        let id = try await model.repository.forward(message.id, to: chat.id)
        _ = model.numbers.note(try await model.repository.message(id), in: chat.id)
        model.say("It is sent to \(LineWords.name(chat)).")
      }
    },
    LineCommand(
      "details", argument: "[NUMBER]",
      "Say when a message was written, its state, and who has read it", .message
    ) {
      try await $0.details($1)
    },
    LineCommand(
      "unfold", argument: "[NUMBER]", "Say the folded messages of people whom you have blocked",
      .message
    ) {
      model, argument in
      let (_, message, _) = try await model.message(
        argument, else: "There is no folded message. read shows the messages.",
        where: \.isOfBlockedPerson)
      try await model.unfold(from: message.cursor, in: model.requireChat().id)
    },
    LineCommand(.markUnread, argument: "NUMBER", .message) { model, argument in
      let (number, message, _) = try await model.message(argument, else: unanswerable)
      let chat = try await model.requireChat()
      try await model.repository.markUnread(chat.id, from: message.id)
      model.openChat = nil
      model.say("Unread from \(number) on. The chat is closed here; open reads it again.")
    },
    LineCommand(
      "retry", argument: "[NUMBER]", "Send a failed message again, or all of the open chat",
      .message
    ) {
      model, argument in
      guard argument.isEmpty else {
        let (number, message, _) = try await model.message(
          argument, else: "Only a failed message can be sent again.")
        try await model.repository.retry(message.id)
        try await model.refreshNote(of: message.id)
        return model.say("\(number) is queued again.")
      }
      let count = try await model.repository.retryAll(in: model.requireChat().id)
      model.say(
        count == 0
          ? "Nothing has failed in this chat."
          : "\(DisplayText.count(count, "change")) queued again."
      )
    },
    LineCommand(.drop, argument: "[NUMBER]", .number) { model, argument in
      let (number, message, _) = try await model.message(
        argument, else: "Only an unsent message can be taken back.", where: \.isUnsent)
      let text = try await model.repository.drop(message.id)
      model.say("\(number) is taken back. It said: \(LineWords.excerpt(of: text))")
    },
    LineCommand(.outbox, .alone) { model, _ in try await model.sayOutbox() },
  ]
}

extension Message {
  fileprivate var isUnsent: Bool {
    switch delivery {
    case .queued, .sending, .waiting, .failed: true
    case .received, .sent, .read: false
    }
  }
}

extension LineModel {
  fileprivate func details(_ argument: String) async throws {
    let (number, message, _) = try await message(
      argument, else: "There is no message. read shows the messages.", where: { _ in true })
    let who =
      message.isOwn || message.archivedSender != nil
      ? SenderWords.full(message, own: "you")
      : PersonWords.full(message.senderName, message.senderDisplayName)
    say("\(number) was written by \(who) at \(services.time.stamp(message.timestamp)).")
    if message.isOwn {
      say(LineWords.state(of: message, number: number) ?? "\(number) is in the cloud.")
    }
    let readers = try await repository.readers(of: message.id)
    if !readers.read.isEmpty { say("Read by \(readers.read.joined(separator: ", ")).") }
    if !readers.unread.isEmpty { say("Not read yet by \(readers.unread.joined(separator: ", ")).") }
    for version in try await repository.editHistory(of: message.id) {
      say(
        "Earlier, \(services.time.stamp(version.writtenAt)): \(MessageWords.text(of: version))")
    }
    for reaction in message.reactions {
      say("\(reaction.emoji) from \(reaction.names.joined(separator: ", ")).")
    }
  }

  fileprivate func sayOutbox() async throws {
    let items = OutboxLine.lines(
      of: try await repository.outbox().filter { !$0.isLowPriority }
    ).map(\.item)
    guard !items.isEmpty else { return say("Nothing waits. Everything is sent.") }
    let connection = try await repository.currentConnectionStatus()
    var said: [Item] = []
    for item in items {
      var what = OutboxWords.what(item)
      if let id = item.message?.id {
        let number = numbers.note(try await repository.message(id), in: item.chatID)
        what += " \(number)"
      }
      if let text = item.text { what += " ‘\(LineWords.excerpt(of: text))’" }
      let reason = services.options.addressed(
        OutboxWords.reason(item, connection) { services.time.clock($0) })
      said.append(Item(lines: ["‘\(item.chatName)’, \(what). \(reason)"]))
    }
    try await say(said)
  }
}
