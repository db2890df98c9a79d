import ChatModel

extension AppModel {
  /// Why an action is not possible now, as a sentence; nil when it is.
  package func reasonAgainst(_ action: ActionID) -> String? {
    switch action {
    case .help, .quit, .suspend, .redraw, .bareView, .mouse, .externalEditor, .newChat, .join,
      .newline, .clearText, .stepBack,
      .showList, .listUp, .listDown, .listFirst, .listLast, .dialogUp, .dialogDown, .dialogPageUp,
      .dialogPageDown,
      .dialogConfirm, .dialogCancel, .historyOlder, .historyNewer:
      nil
    case .goToChat, .nextChat, .previousChat, .nextNeedingMe, .chatByNumber:
      list.chats.isEmpty ? Self.noChats : nil
    case .listOpen: list.entries.isEmpty ? Self.noChats : nil
    case .pageUp, .pageDown, .goToOldest, .goToDate, .goToNewest, .members:
      conversation == nil ? Self.noChats : nil
    case .goToUnread:
      conversation?.window?.unread == nil ? "This chat has no unread messages." : nil
    case .send: composer.isEmpty ? "The message is empty. Type something first." : nil
    case .complete, .completeBackward:
      composer.completion == nil ? "Tab completes only commands. Type / to see them." : nil
    case .pickMessage, .pickOlder, .pickNewer, .pickOldest, .pickNewest:
      conversation?.messages.isEmpty != false ? "This chat has no message to pick." : nil
    case .showDetails, .copyMessage:
      conversation?.actedMessage == nil ? "No message is picked. Press Up to pick one." : nil
    case .reply, .react:
      reasonAgainstWriting
        ?? (subject(of: action) == nil ? "A removed message cannot be answered." : nil)
    case .edit:
      reasonAgainstWriting
        ?? (subject(of: .edit) == nil ? "You can only change the text of your own messages." : nil)
    case .unsend:
      reasonAgainstWriting
        ?? (subject(of: .unsend) == nil ? "You can only remove your own messages." : nil)
    case .undo: nil
    case .openLink: linkTarget == nil ? "This message has no web address." : nil
    case .unfold:
      conversation?.pickedMessage.map { TimelineLayout.isLong($0) } == true
        ? nil : "Only a long message is folded."
    case .forward: subject(of: .forward) == nil ? "A removed message has no text." : nil
    case .markUnread:
      conversation?.pickedMessage == nil ? "No message is picked. Press Up to pick one." : nil
    case .goToQuoted:
      subject(of: .goToQuoted) == nil ? "This message answers none that is here." : nil
    case .retry:
      target(of: .retry) == nil ? "Only a failed message can be sent again." : nil
    case .drop:
      target(of: .drop) == nil ? "Only an unsent message can be taken back." : nil
    case .invite: reasonAgainstOwning("invite people")
    case .link: reasonAgainstOwning("see or change the link")
    case .rename, .attach: reasonAgainstWriting
    case .saveFile: fileTarget == nil ? "Only a message with a file can be saved." : nil
    }
  }

  private func reasonAgainstOwning(_ what: String) -> String? {
    guard let chat = openSummary else { return Self.noChats }
    if case .sealed(let reason) = chat.access {
      return ChatError.sealed(chat: chat.name, reason: reason).description
    }
    return chat.isOwn ? nil : "Only the owner of ‘\(chat.name)’ can \(what). Ask them."
  }

  private var reasonAgainstWriting: String? {
    guard let chat = openSummary else { return Self.noChats }
    switch chat.access {
    case .owner, .readWrite: return nil
    case .readOnly: return ChatError.readOnly(chat: chat.name).description
    case .sealed(let reason): return ChatError.sealed(chat: chat.name, reason: reason).description
    }
  }
}
