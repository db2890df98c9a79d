package import ChatModel
import Observation

/// The messages that stand out in a chat for everyone, the newest pin first.
@Observable @MainActor
package final class PinnedModel {
  package let chat: ChatID
  package let chatName: String
  /// Nil until they are read.
  package private(set) var pins: [PinnedMessage]?
  package var scroll = ListScroll()
  /// The reason why something is not possible; it disappears with the next key.
  package var note: String?
  private var selectedID: MessageID?

  /// The pins of a chat, before they are read.
  package init(chat: ChatID, chatName: String) {
    self.chat = chat
    self.chatName = chatName
  }

  /// Takes the pins as they are now; the selection stays, or goes to what has its place.
  package func update(_ pins: [PinnedMessage]) {
    let place = place
    self.pins = pins
    if !pins.contains(where: { $0.id == selectedID }) {
      selectedID = pins.isEmpty ? nil : pins[min(place, pins.count - 1)].id
    }
  }

  package var selected: PinnedMessage? { pins?.first { $0.id == selectedID } }

  private var place: Int { pins?.firstIndex { $0.id == selectedID } ?? 0 }

  /// Moves the selection by some places, down when positive.
  package func moveSelection(by rows: Int) {
    note = nil
    guard let pins, !pins.isEmpty else { return }
    selectedID = pins[min(max(0, place + rows), pins.count - 1)].id
  }
}
