package import ChatModel
import CloudModel
import Observation

/// The open chat's members and properties, beside it on a wide screen.
@Observable @MainActor
package final class SidePanelModel {
  /// The chat whose members these are; nil until they are read.
  package private(set) var chat: ChatID?
  package private(set) var members: [Member] = []

  package init() {}

  package func update(_ members: [Member], of chat: ChatID) {
    self.chat = chat
    self.members = MembersModel.ordered(members)
  }

  /// The members of a chat, if they are read.
  package func members(of chat: ChatID) -> [Member]? { chat == self.chat ? members : nil }
}
