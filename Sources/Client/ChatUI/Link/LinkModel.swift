package import ChatCore
package import ChatModel
import ChatWords
package import CloudModel
import Observation

/// The invitation link of a chat, and whether the link alone lets somebody in.
@Observable @MainActor
package final class LinkModel {
  package enum Phase: Equatable {
    /// The question whether to open the link to everyone who has it, or to close it (`.none`).
    case asking(Participant.Permission)
    case working
    /// `openTo` is what a holder of the link may do without an invitation; `none` means nothing.
    case shown(InvitationLink, openTo: Participant.Permission)
    case newPerson(NewPersonLink)
    case failed(String)

    /// The phase in which a command begins the dialog.
    ///
    /// - Parameter argument: `open`, `closed`, or nothing. Anything else has no phase.
    init?(command argument: String) {
      switch argument.lowercased() {
      case "": self = .working
      case "open": self = .asking(.readWrite)
      case "closed", "close": self = .asking(.none)
      default: return nil
      }
    }
  }

  package let chat: ChatID
  package let chatName: String
  /// Whether the chat was one of two when the dialog was opened.
  let isOfTwo: Bool
  package var phase = Phase.working
  /// Nil until they are read.
  package var members: [Member]?
  package var scroll = ListScroll()
  /// Whether the server lets members invite people who have no account.
  package var takesNewPeople = false
  /// Whether the link is shown as a QR code.
  package var showsCode = false

  package init(to chat: ChatSummary) {
    self.chat = chat.id
    chatName = ChatListText.phrase(chat)
    isOfTwo = chat.isOfTwo
  }
}
