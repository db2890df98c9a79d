import ChatModel
import ChatWords
import TerminalUI

/// The actions on changes that the cloud does not have yet.
extension AppModel {
  package func showOutbox() { overlay = OutboxModel(connection: connection) }

  /// Opens the chat of an item, at its message.
  func showMessage(of item: OutboxItem?) {
    guard let item else { return closeOverlay() }
    closeOverlay()
    open(item.chatID)
    guard let message = item.message else { return }
    conversation?.go(
      to: .message(MessageCursor(timestamp: message.timestamp, recordName: item.recordName)))
  }

  func retry(_ items: [OutboxItem], in model: OutboxModel) {
    let failed = items.filter(\.hasFailed)
    guard !failed.isEmpty else {
      return model.note = "Only what failed is sent again. The rest is sent by itself."
    }
    want(.write(.retryItems(failed)))
  }

  /// Takes an unsent message back into the text of its chat.
  func edit(_ item: OutboxItem?, in model: OutboxModel) {
    guard let item, item.isOwnText, let message = item.message else {
      return model.note = "Only the text of a message can be changed."
    }
    closeOverlay()
    open(item.chatID)
    want(.write(.drop(message.id, in: item.chatID)))
  }

  /// Asks whether to discard messages; their texts are gone then.
  func discard(_ items: [OutboxItem], in model: OutboxModel) {
    let messages = items.filter { $0.message != nil }
    guard !messages.isEmpty else {
      return model.note =
        "Only a message or its change can be discarded. The rest is sent by itself."
    }
    let texts = messages.prefix(5).map { item in
      "‘\(DisplayText.singleLine(String((item.text ?? "").prefix(60))))’"
    }
    let rest = messages.count - texts.count
    overlay = QuestionModel(
      title: messages.count == 1 ? "Discard a message" : "Discard \(messages.count) messages",
      lines: ["This is not sent, and the text is gone:"] + texts
        + (rest > 0 ? ["and \(rest) more"] : [])
        + (messages.contains(where: \.mayBeStored)
          ? ["What the cloud may have already is deleted there."] : []),
      verb: "discard", answer: .perform(.write(.discard(messages.compactMap { $0.message?.id }))),
      askedIn: model)
  }

  func copy(_ items: [OutboxItem]) {
    let text = items.compactMap(\.text).joined(separator: "\n")
    guard !text.isEmpty else { return }
    want(.copy(text))
    show(.info("Copied to the clipboard, if the terminal allows it."))
  }
}

extension OutboxItem {
  /// Whether it is a message with a text, which can be taken back to be changed.
  var isOwnText: Bool {
    message != nil && subject == .message && !isDeletion && text?.isEmpty == false
  }
}
