package import ChatWords
package import ClientSettings
package import TerminalUI

/// All actions: keys, slash commands, hints and help come from here and from nowhere else.
package enum ActionRegistry {
  package static let all: [Action] = [
    .send, .newline, .complete, .completeBackward, .historyOlder, .historyNewer, .externalEditor,
    .clearText, .stepBack,
    .nextNeedingMe, .goToChat, .message, .nextChat, .previousChat, .chatByNumber, .showList,
    .newChat, .outbox, .pin, .archive, .notifications, .mute, .markRead, .markAllRead,
    .pageUp, .pageDown, .goToUnread, .goToOldest, .goToDate, .goToNewest, .find, .mentions, .files,
    .pinned, .attach, .pastePicture, .saveFile,
    .invite, .link, .join, .decline, .members, .limitMembers, .block, .unblock, .blocked, .rename,
    .leaveChat, .stopSharing, .deleteChat, .hideChat, .uploadAgain,
    .pickMessage, .pickOlder, .pickNewer, .pickOldest, .pickNewest,
    .showDetails, .retry, .drop, .reply, .edit, .unsend, .undo, .react, .pinMessage, .forward,
    .markUnread,
    .goToQuoted, .thread, .open, .unfold, .copyMessage,
    .listUp, .listDown, .listFirst, .listLast, .listFilter, .listOpen,
    .dialogConfirm, .dialogCancel, .dialogUp, .dialogDown, .dialogPageUp, .dialogPageDown,
    .newChatKind, .membersChangeRight, .membersRemove, .membersBlock, .membersNumber,
    .membersCompared, .pinnedUnpin, .blockedUnblock,
    .filesOpen, .filesSave, .filesFind, .filesAllChats, .searchAllChats,
    .outboxRetry, .outboxEdit, .outboxDiscard, .outboxCopy, .outboxMark, .threadReply,
    .pasteAsFile, .pasteAsCode, .inviteChangeRight, .inviteWriteAlone, .inviteNewPerson, .linkCopy,
    .linkCode, .linkOpenness, .invitationDecline, .linkCopyCommand,
    .help, .palette, .sidePanel, .about, .nextPanel, .twoChats,
    .otherChat, .narrower, .wider, .bareView, .mouse, .redraw,
    .suspend, .quit,
  ]

  /// The action of a slash command's name, without the slash.
  package static func action(slash name: String) -> Action? {
    all.first { $0.slash?.name == name }
  }

  /// All slash commands, for completion.
  ///
  /// Their words stand in `ChatWords/ChatVerb+All.swift` where another surface has them too, else with their actions.
  package static let commands: [ChatVerb] = all.compactMap(\.slash)

  /// The actions of a key; several only where never more than one of them is possible.
  ///
  /// - Parameters:
  ///   - event: the key.
  ///   - context: where the keys go now.
  ///   - isEmpty: whether bindings that count while nothing is typed do so now.
  ///   - keymap: the keys of the actions.
  /// - Returns: none when the key starts no action there.
  package static func actions(
    for event: KeyEvent, in context: ActionContext, isEmpty: Bool, keymap: Keymap
  ) -> [Action] {
    let candidates = all.filter { $0.counts(in: context) }
    if isEmpty {
      let binding = KeyBinding(event, .emptyComposer)
      let actions = candidates.filter { keymap.keys(of: $0).contains(binding) }
      if !actions.isEmpty { return actions }
    }
    let binding = KeyBinding(event)
    let actions = candidates.filter { keymap.keys(of: $0).contains(binding) }
    // Where letters are commands, the keyboard's script does not matter.
    guard actions.isEmpty, !context.takesText, let letter = event.commandCharacter,
      letter != event.typedCharacter
    else { return actions }
    return candidates.filter { keymap.keys(of: $0).contains(.typed(letter)) }
  }
}
