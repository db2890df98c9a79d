import ChatCore
import ChatModel
import ChatViews
import ClientSettings
import TerminalUI

/// Ending one's own or everybody's part in a chat.
extension AppModel {
  /// Asks whether to leave the chat in hand.
  package func leaveChat() {
    guard let chat = chatInHand else { return }
    let name = DisplayText.singleLine(ChatListText.name(chat))
    ask(
      "Leave \(name)", verb: "leave", then: .leaving(chat.id, name: name),
      lines: [
        "You get no more messages of this chat, and your copy is deleted from this device.",
        "The others keep the chat with your messages, and see that you are gone.",
        "To come back, you need a new invitation or an open link.",
      ] + unsentWarning(of: chat))
  }

  /// Asks whether to delete the chat in hand, which is one's own.
  package func deleteChat() {
    guard let chat = chatInHand else { return }
    let name = DisplayText.singleLine(ChatListText.name(chat))
    let others = chat.memberCount - 1
    let people = others == 1 ? "the other member" : "the \(others) other members"
    ask(
      "Delete \(name)", verb: "delete", then: .deletion(chat.id, name: name),
      lines: [
        others > 0
          ? "The chat ends for you and for \(people). Their copies stay on their devices, and no "
            + "one can write any more."
          : "The chat and its messages are deleted.",
        "Your copy is deleted from this device.",
      ] + (others > 0 ? ["/stop-sharing removes the others, and keeps the chat for you."] : [])
        + unsentWarning(of: chat))
  }

  /// Asks whether to delete the local copy of a closed chat.
  package func hideChat() {
    guard let chat = chatInHand else { return }
    let name = DisplayText.singleLine(ChatListText.name(chat))
    ask(
      "Remove \(name)", verb: "remove",
      then: chat.isOwn ? .deletion(chat.id, name: name) : .leaving(chat.id, name: name),
      lines: [
        "The chat is closed. Your copy of it is deleted from this device, and nobody else is affected.",
        "Nothing can bring the copy back later.",
      ] + unsentWarning(of: chat))
  }

  /// Asks whether to remove all other members from the open chat.
  package func stopSharing() {
    guard let chat = openSummary else { return }
    let model = MembersModel(chat: chat.id, chatName: chat.name, isOwner: true)
    model.phase = .asking(.stopSharing)
    overlay = model
  }

  /// Uploads an own chat that was deleted elsewhere from the local copy.
  package func uploadAgain() {
    guard let chat = openSummary else { return }
    want(.write(.uploadAgain(chat.id)))
    show(
      .info(
        "The chat is uploaded again, with what you have written in it. "
          + "\(keymap.way(to: .invite)) invites people."))
  }

  /// Asks whether to turn an invitation down.
  func decline(_ invitation: Invitation) {
    let name = DisplayText.singleLine(invitation.title)
    overlay = QuestionModel(
      title: "Decline \(name)",
      lines: [
        "The invitation disappears from your list. \(PersonWords.inviter(of: invitation)) sees that "
          + "you are not in the chat.",
        "The link still lets you in as long as you are invited: /join LINK.",
      ], verb: "decline", answer: .share(.decline(invitation.link)))
  }

  private func ask(
    _ title: String, verb: String, then act: PendingAct, lines: [String]
  ) {
    overlay = QuestionModel(title: title, lines: lines, verb: verb, answer: .begin(act))
  }

  private func unsentWarning(of chat: ChatSummary) -> [String] {
    let count = chat.queuedCount + chat.failedCount
    return switch count {
    case 0: []
    case 1: ["One of your messages is not sent yet, and is lost."]
    default: ["\(count) of your messages are not sent yet, and are lost."]
    }
  }
}
