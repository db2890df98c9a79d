package import ChatCore
package import ChatModel
package import CloudModel
import Observation

/// Inviting people by the names of their accounts.
@Observable @MainActor
package final class InviteModel {
  package enum Phase: Equatable {
    case asking
    case working
    case done(InvitationLink)
  }

  package let chat: ChatID
  package let chatName: String
  package var input = TextInput()
  package var permission = Participant.Permission.readWrite
  package var phase = Phase.asking
  package var error: String?
  /// The members of the chat; none until they are read.
  package var members: [Member] = []
  /// Whether the server lets members invite people who have no account.
  package var takesNewPeople = false
  /// Whether the link is shown as a QR code.
  package var showsCode = false

  package init(chat: ChatID, chatName: String) {
    self.chat = chat
    self.chatName = chatName
  }

  /// The names typed, between blanks or commas, each once.
  package var names: [String] {
    var seen: Set<String> = []
    return input.text.split { $0.isWhitespace || $0 == "," }.map(String.init)
      .filter { seen.insert($0).inserted }
  }

  package func togglePermission() {
    permission = permission == .readWrite ? .readOnly : .readWrite
  }
}
