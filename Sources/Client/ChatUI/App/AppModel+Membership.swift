import ChatCore
import ChatModel
import ChatWords
import ClientSettings
import TerminalUI

/// Ending one's own or everybody's part in a chat.
extension AppModel {
  /// Asks whether to leave the chat in hand.
  package func leaveChat() { leave(chatInHand?.id) }

  /// Asks whether to leave a chat.
  func leave(_ chat: ChatID?) {
    guard let chat = list.summary(of: chat) else { return }
    let name = DisplayText.singleLine(ChatListText.name(chat))
    ask(
      "Leave \(ChatListText.phrase(chat))", verb: "leave", then: .leaving(chat.id, name: name),
      lines: ConsequenceWords.leaving(chat))
  }

  /// Asks whether to delete the chat in hand, which is one's own.
  package func deleteChat() {
    guard let chat = chatInHand else { return }
    let name = DisplayText.singleLine(ChatListText.name(chat))
    ask(
      "Delete \(ChatListText.phrase(chat))", verb: "delete", then: .deletion(chat.id, name: name),
      lines: ConsequenceWords.deleting(chat))
  }

  /// Asks whether to delete the local copy of a closed chat.
  package func hideChat() {
    guard let chat = chatInHand else { return }
    let name = DisplayText.singleLine(ChatListText.name(chat))
    ask(
      "Remove \(ChatListText.phrase(chat))", verb: "remove",
      then: .hiding(chat.id, name: name, isOwn: chat.isOwn),
      lines: ConsequenceWords.hiding(chat))
  }

  /// Asks whether to remove all other members from the open chat.
  package func stopSharing() {
    guard let chat = openSummary else { return }
    overlay = MembersModel.stopSharing(chat)
  }

  /// Sets what each member of the open chat may use, and shows the members with what they use.
  package func limitMembers(_ size: String) {
    guard let chat = openSummary else { return show(.error(Self.noChats)) }
    guard let limit = StorageWords.limit(size) else { return show(.error(StorageWords.wrongLimit)) }
    let model = MembersModel(of: chat)
    model.phase = .working(.limit)
    overlay = model
    ask(.limitMembers(of: chat.id, limit.bytes))
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
      lines: ConsequenceWords.declining(invitation), verb: "decline",
      answer: .share(.decline(invitation.link)))
  }

  private func ask(
    _ title: String, verb: String, then act: PendingAct, lines: [String]
  ) {
    overlay = QuestionModel(title: title, lines: lines, verb: verb, answer: .begin(act))
  }
}
