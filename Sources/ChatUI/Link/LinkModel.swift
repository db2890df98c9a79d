package import ChatCore
package import CloudModel
import Observation

/// The invitation link of a chat, and whether it is enough to come in.
@Observable @MainActor
package final class LinkModel {
  package enum Phase: Equatable {
    case working
    /// Who holds the link may do this much without having been invited; `none`: nothing.
    case shown(InvitationLink, openTo: Participant.Permission)
    case failed(String)
  }

  package let chat: ChatID
  package let chatName: String
  package var phase = Phase.working

  package init(chat: ChatID, chatName: String) {
    self.chat = chat
    self.chatName = chatName
  }
}
