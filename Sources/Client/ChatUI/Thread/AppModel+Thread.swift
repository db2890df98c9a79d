package import ChatModel

/// What answers a message.
extension AppModel {
  /// The message whose thread is shown: the picked one, or the newest.
  package var messageWithThread: Message? { subject { $0.fold == nil } }

  /// Shows the thread of a message, beside the chat where there is room.
  package func showThread() {
    guard let message = messageWithThread, let chat = openChat else { return }
    leavePicking()
    sidePanel.keep(nil)
    overlay = ThreadModel(of: message, in: chat)
  }

  /// Gives the keys to the thread that stays beside the open chat.
  ///
  /// - Returns: false where there is none.
  func returnToThread() -> Bool {
    guard let thread = sidePanel.thread(of: openChat) else { return false }
    sidePanel.keep(nil)
    overlay = thread
    return true
  }

  /// Begins the answer to a message of the open chat.
  func answer(_ message: Message) {
    focusList(false)
    composer.beginReply(to: message)
    textChanged()
  }
}
