import ChatCore
import ChatModel
import ChatWords

/// The reasons why actions are not possible now, as sentences; nil when they are possible.
extension AppModel {
  /// - Parameter action: any.
  /// - Returns: why it is not possible now.
  package func reasonAgainst(_ action: Action) -> String? { action.reasonAgainst(self) }

  var reasonAgainstMoving: String? { list.chats.isEmpty ? Self.noChats : nil }

  var reasonAgainstChoosing: String? { chatInHand == nil ? "No chat is chosen." : nil }

  /// The reason why the chat in hand is not pinned: archived ones are last.
  var reasonAgainstPinningChat: String? {
    guard let chat = chatInHand, chat.isArchived else { return reasonAgainstChoosing }
    return
      "\(ChatListText.subject(chat, atStart: true)) is archived. /archive brings it back, then it can be pinned."
  }

  /// The reason why nothing changes of what the person is told in the chat in hand.
  var reasonAgainstNotifying: String? {
    guard let chat = chatInHand, chat.access.isClosed else { return reasonAgainstChoosing }
    return "\(ChatListText.subject(chat, atStart: true)) is closed. Nothing new comes there."
  }

  var reasonAgainstReading: String? { conversation == nil ? Self.noChats : nil }

  var reasonAgainstPicking: String? {
    conversation?.messages.isEmpty != false ? "This chat has no message to pick." : nil
  }

  var reasonAgainstAnswering: String? {
    reasonAgainstWriting ?? reasonAgainstFolded(conversation?.pickedMessage)
      ?? (messageToAnswer == nil ? "A removed message cannot be answered." : nil)
  }

  /// The reason why nothing is done with messages of blocked people that are folded.
  func reasonAgainstFolded(_ message: Message?) -> String? {
    message?.fold == nil
      ? nil : "These messages are folded. \(keymap.way(to: .showDetails)) shows them."
  }

  var reasonAgainstCompleting: String? {
    composer.completion == nil
      ? "There is nothing to complete. Type / for commands, @ for people, :name for emoji." : nil
  }

  /// The reason why only the owner can do something; `what` ends the sentence “Only the owner can …”.
  func reasonAgainstOwning(_ what: String) -> String? {
    reasonAgainstOwning(what, of: openSummary)
  }

  func reasonAgainstOwning(_ what: String, of chat: ChatSummary?) -> String? {
    guard let chat else { return Self.noChats }
    if case .sealed(let reason) = chat.access {
      return ChatError.sealed(chat: chat.title, reason: reason).description
    }
    return chat.isOwn
      ? nil : "Only the owner of \(ChatListText.subject(chat)) can \(what). Ask them."
  }

  /// The reason why the owner cannot do something with the members or the link of the open chat; `what` as above.
  func reasonAgainstSharing(_ what: String) -> String? {
    if let reason = reasonAgainstOwning(what) { return reason }
    guard let chat = openSummary, chat.isToBegin else { return nil }
    return ChatError.notBegun(chat: chat.title).description
  }

  var reasonAgainstLeaving: String? {
    guard let chat = chatInHand else { return Self.noChats }
    let name = ChatListText.subject(chat, atStart: true)
    if chat.isOwn {
      return
        "\(name) is yours. /delete deletes it for everyone; /stop-sharing removes the others."
    }
    return chat.access.isClosed ? "\(name) is closed. /hide removes your copy for good." : nil
  }

  var reasonAgainstHiding: String? {
    guard let chat = chatInHand else { return Self.noChats }
    guard !chat.access.isClosed else { return nil }
    return chat.isOwn
      ? "Only a closed chat can be removed from this device alone. /delete deletes it for everyone."
      : "Only a closed chat can be removed from this device alone. /leave leaves the chat."
  }

  var reasonAgainstUploading: String? {
    guard let chat = openSummary else { return Self.noChats }
    return chat.isOwn && chat.access.isClosed
      ? nil : "Only a chat of yours that was deleted elsewhere can be brought back."
  }

  /// The invitation that is selected in the list, or the only one.
  var selectedInvitation: Invitation? {
    if focus == .list {
      return list.invitations.first { .invitation($0.id) == list.selection }
    }
    return list.invitations.count == 1 ? list.invitations.first : nil
  }

  var reasonAgainstWidening: String? {
    isSinglePane ? "The chat list has no width of its own on a screen this narrow." : nil
  }

  var reasonAgainstWriting: String? {
    guard let chat = openSummary else { return Self.noChats }
    switch chat.access {
    case .owner, .readWrite: return nil
    case .readOnly: return ChatError.readOnly(chat: chat.title).description
    case .sealed(let reason): return ChatError.sealed(chat: chat.title, reason: reason).description
    }
  }

  static let noChats =
    "No chats yet. /msg NAME writes to somebody; /new TITLE starts a chat; /join LINK joins one."
  static let nothingPicked = "No message is picked. /pick picks one."
}

extension ChatAccess {
  /// Whether the chat has ended, and only a copy is here.
  var isClosed: Bool { if case .sealed = self { true } else { false } }
}
