package import ChatModel
import Observation

/// A message and what answers it, to be read and answered.
@Observable @MainActor
package final class ThreadModel {
  package let chat: ChatID
  /// The record name of the message with which the person came here.
  package let messageName: String
  /// The answers that are read.
  package private(set) var limit = MessageThread.pageSize
  /// Nil until it is read.
  package private(set) var thread: MessageThread?
  package var scroll = ListScroll()
  /// The reason why something is not possible; it disappears with the next key.
  package var note: String?
  private var selectedID: MessageID

  /// The thread of a message, before it is read.
  package init(of message: Message, in chat: ChatID) {
    self.chat = chat
    messageName = message.recordName
    selectedID = message.id
  }

  /// The messages as they stand below one another: the first one if it is here, and the answers that are read.
  package var messages: [Message] {
    guard let thread else { return [] }
    return (thread.root.map { [$0] } ?? []) + thread.answers
  }

  /// The answers above those that are read.
  package var olderCount: Int { thread.map { $0.answerCount - $0.answers.count } ?? 0 }

  /// Takes the thread as it is now; the selection stays, or goes to the newest message.
  package func update(_ thread: MessageThread) {
    self.thread = thread
    if !messages.contains(where: { $0.id == selectedID }), let last = messages.last {
      selectedID = last.id
    }
  }

  package var selected: Message? { messages.first { $0.id == selectedID } }

  /// Moves the selection by some messages, down when positive; at the first answer that is read, older ones follow.
  package func moveSelection(by rows: Int) {
    note = nil
    let messages = messages
    guard let place = messages.firstIndex(where: { $0.id == selectedID }) else { return }
    let firstAnswer = thread?.root == nil ? 0 : 1
    if rows < 0, place + rows < firstAnswer, olderCount > 0 { limit += MessageThread.pageSize }
    selectedID = messages[min(max(0, place + rows), messages.count - 1)].id
  }
}
