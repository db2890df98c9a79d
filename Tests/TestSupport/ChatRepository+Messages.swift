package import ChatCore
package import ChatModel

extension ChatRepository {
  /// The newest messages of a chat, now and after every change.
  package func messages(
    in chat: ChatID
  ) -> AsyncMapSequence<AsyncThrowingStream<MessageWindow, any Error>, [Message]> {
    window(in: chat, MessageWindow.Request(place: .newest, unread: nil)).map(\.messages)
  }
}
