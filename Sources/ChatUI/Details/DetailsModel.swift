package import ChatModel
package import ChatViews
import Observation

/// The details of one message.
@Observable @MainActor
package final class DetailsModel {
  package let message: Message
  /// Nil until they are read.
  package var readers: MessageReaders?
  package var scroll = ListScroll()

  package init(message: Message) {
    self.message = message
  }

  /// The delivery state of the message, as a sentence.
  package static func state(of message: Message) -> String {
    switch message.delivery {
    case .received: "Received."
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
