package import ChatModel
import ChatWords
import ClientSettings
import TerminalUI

/// A person's actions on a message: answering, changing, taking back, reacting, forwarding.
extension AppModel {
  /// The picked message if it fits, or without one the newest that fits.
  func subject(where fits: (Message) -> Bool) -> Message? {
    if let picked = conversation?.pickedMessage { return fits(picked) ? picked : nil }
    guard conversation?.newerCount == 0 else { return nil }
    return conversation?.messages.last(where: fits)
  }

  /// The message that can be answered, reacted to and forwarded.
  package var messageToAnswer: Message? { subject { !$0.isDeleted && $0.fold == nil } }

  package var messageToEdit: Message? {
    subject { $0.isOwn && !$0.isDeleted && !$0.text.isEmpty }
  }

  package var messageToUnsend: Message? {
    subject { $0.isOwn && !$0.isDeleted && !isUnsent($0) }
  }

  /// The message that the picked one answers, if the replica has it.
  package var quotedMessage: Message.Quote.Original? {
    subject { $0.replyTo?.original != nil }?.replyTo?.original
  }

  /// Whether the cloud never had the message; such a message is dropped, not taken back.
  private func isUnsent(_ message: Message) -> Bool {
    switch message.delivery {
    case .queued, .waiting, .failed: true
    case .received, .sending, .sent, .read: false
    }
  }

  package func reply() {
    guard let message = messageToAnswer else { return }
    leavePicking()
    composer.beginReply(to: message)
    textChanged()
  }

  package func edit() {
    guard let message = messageToEdit else { return }
    leavePicking()
    composer.beginEditing(message)
    textChanged()
  }

  /// Takes a message back; it is done when it can no longer be undone.
  package func unsend() {
    guard let message = messageToUnsend, let chat = openChat else { return }
    leavePicking()
    begin(.removal(message.id, in: chat))
  }

  /// Opens the choice of an emoji, or reacts with the one that is given.
  package func react(_ emoji: String) {
    guard let message = messageToAnswer else { return }
    guard emoji.isEmpty else {
      guard Emoji.isOne(emoji) else { return report(.notAnEmoji(emoji)) }
      return react(emoji, to: message)
    }
    overlay = ReactModel(message: message)
    want(.loadRecentEmoji)
  }

  func react(_ emoji: String, to message: Message) {
    let isOwn = message.reactions.contains { $0.emoji == emoji && $0.isOwn }
    leavePicking()
    want(.write(.react(emoji, message.id, isRemoved: isOwn)))
  }

  /// Confirms the choice of an emoji.
  func confirm(_ model: ReactModel) {
    guard let emoji = model.chosen else {
      model.error = ChatError.notAnEmoji(model.input.text).description
      return
    }
    overlay = nil
    react(emoji, to: model.message)
  }

  /// Chooses the chat to which the text or the file of a message goes.
  package func forward() {
    guard let message = messageToAnswer else { return }
    if let file = message.attachment, !file.isHere {
      let name = DisplayText.singleLine(file.name)
      return show(
        .info("‘\(name)’ is not on this device yet. \(keymap.way(to: .saveFile)) downloads it."))
    }
    leavePicking()
    let model = QuickSwitchModel(list: list, account: account)
    model.forwarded = message
    overlay = model
  }

  /// Puts the text of a message into a chat's composer, to be sent or changed; a file is sent at once.
  func forward(_ message: Message, to chat: ChatSummary) {
    open(chat.id)
    guard let file = message.attachment else { return insert(message.text) }
    guard chat.access.canWrite else { return show(.info(reasonAgainstWriting ?? "")) }
    sent(to: chat.id)
    want(.write(.forward(message.id, to: chat.id)))
    show(.info("‘\(DisplayText.singleLine(file.name))’ is sent to ‘\(ChatListText.name(chat))’."))
  }

  /// Makes the picked message and all that arrived after it unread.
  package func markUnread() {
    guard let conversation, let message = conversation.pickedMessage else { return }
    leavePicking()
    conversation.changeReading { $0.markUnread(from: message.id) }
    want(.write(.markUnread(conversation.chat, from: message.id)))
    show(.info("Unread from here on, until you open the chat again."))
  }

  /// Shows the message that the picked one answers.
  package func goToQuoted() {
    guard let quoted = quotedMessage else { return }
    leavePicking()
    if quoted.isOfBlockedPerson { conversation?.unfold(quoted.cursor...quoted.cursor) }
    conversation?.go(to: .message(quoted.cursor))
  }
}
