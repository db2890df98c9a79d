package import ChatCore
package import ChatModel

/// A message to a person by the name of their account.
package struct Letter: Equatable, Sendable {
  package var name: String
  package var text: String
  /// The chat in which the command was written; nil where none was open.
  package var origin: ChatID?
  /// What the chat is if it begins with the message.
  package var kind: DirectChatKind

  package init(
    to name: String, _ text: String, from origin: ChatID?, kind: DirectChatKind = .plain
  ) {
    self.kind = kind
    self.name = name
    self.text = text
    self.origin = origin
  }

  /// The command as it was written.
  package var command: String { "/msg \(name) \(text)" }

  /// Writes the message into the chat of the two, which begins where there is none.
  ///
  /// - Parameters:
  ///   - repository: the chats.
  ///   - sharing: the way to the cloud, where people are looked up whom the account has not met; nil if there is none.
  /// - Returns: the event that says whether the message is written.
  package func deliver(by repository: ChatRepository, asking sharing: ChatSharing?) async
    -> AppEvent
  {
    do throws(ChatError) {
      let chat = try await repository.chat(with: name, asking: sharing, kind: kind)
      try await repository.send(text, to: chat)
      return .delivered(self, in: chat)
    } catch {
      return .undelivered(self, reason: error.description)
    }
  }
}
