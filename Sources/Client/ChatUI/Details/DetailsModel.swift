package import ChatModel
import Observation

/// The details of one message.
@Observable @MainActor
package final class DetailsModel {
  package let message: Message
  /// The chat of the message; nil where it is not in the list.
  package let chat: ChatSummary?
  /// Nil until it is read.
  package var details: MessageDetails?
  package var scroll = ListScroll()

  /// The details of a message as far as it shows them itself.
  package init(message: Message, chat: ChatSummary?) {
    self.message = message
    self.chat = chat
  }

  /// The delivery state of the message, as a sentence.
  package static func state(of message: Message) -> String {
    switch message.delivery {
    case .received:
      message.isOnlyHere
        ? "The cloud has lost it. It is only on this device until its sender sends it again."
        : "Received."
    case .queued(let place):
      place == 1 ? "Queued, next to be sent." : "Queued, number \(place) to be sent."
    case .sending: "Being sent."
    case .waiting(_, let reason): "Waits: \(reason)"
    case .sent: "In the cloud."
    case .read(let count, let others):
      others == 1 ? "Read." : "Read by \(count) of \(others) others."
    case .failed(let reason): "Not sent: \(reason)"
    }
  }
}
