import ChatModel
import TerminalUI

/// What follows from the models and the size, before each picture.
extension ChatScreen {
  /// Updates the models for the next picture; call it once before each picture.
  package func update() {
    model.list.endMutes(at: now())
    messagesPane?.update()
    leaveVoidPick()
    // The areas are the same from here on: wrapping a long text that is being written costs most of a picture.
    let layout = layout
    model.list.watch(watchedChat(in: layout))
    layout.flatMap { otherPane(in: $0) }?.update()
    updatePictures(in: layout)
    updateList(in: layout)
    updateDialog(in: layout)
    // Where there is room, what is read tells whether the panel is worth it.
    let mayHavePanel = layout?.panel != nil || (hasRoomForUsualPanel && !showsTwoChats)
    model.readForScreen(
      mayHavePanel: mayHavePanel && model.overlay?.isPanel != true,
      showsOther: layout?.other != nil)
    if let conversation = model.conversation, let request = conversation.takeRequest() {
      model.want(.observe(conversation.chat, request))
    }
  }

  /// The chat in which the person sees what arrives; nil where that is none.
  private func watchedChat(in layout: ScreenLayout?) -> ChatID? {
    guard isAttended, layout?.pane != nil, let conversation = model.conversation,
      conversation.isLoaded, conversation.showsEnd, conversation.reading.seesArrivals
    else { return nil }
    return conversation.chat
  }

  /// Where the picked message is gone, the person writes again: its keys would be for another message.
  private func leaveVoidPick() {
    guard model.focus == .picking, let conversation = model.conversation, conversation.isLoaded,
      conversation.destination == nil, conversation.picked == nil
    else { return }
    model.leavePicking()
  }

  /// Limits the scroll position of a dialog to its end.
  private func updateDialog(in layout: ScreenLayout?) {
    guard let overlay = model.overlay else { return }
    let dialog = overlay.dialog(at: moment)
    let range = dialog.scrollRange(
      in: dialogArea, side: overlay.isPanel ? layout?.panel : nil)
    var scroll = dialog.scroll
    if let row = range.lastSelectedRow { scroll.reveal(row, height: range.height) }
    if let row = range.selectedRow { scroll.reveal(row, height: range.height) }
    scroll.limit(rowCount: range.rowCount, height: range.height)
    if scroll != dialog.scroll { overlay.scroll = scroll }
  }

  /// The messages were on the screen for a while: they count as seen if they still are.
  func dwellEnded(_ message: MessageID, in chat: ChatID) {
    guard let conversation = model.opening.conversation(of: chat) else { return }
    let isWatched = chat == model.openChat && isWatched
    var isSeen = false
    conversation.changeReading { isSeen = $0.dwellEnded(message, isWatched: isWatched) }
    if isSeen { model.want(.write(.markSeen(chat, through: message))) }
  }

  /// A part of what is unread was on the screen for a while: it counts as seen if the person still looks.
  func partDwellEnded(_ cursor: MessageCursor, in chat: ChatID) {
    guard let conversation = model.opening.conversation(of: chat) else { return }
    let isAttended = chat == model.openChat && isAttended
    var through: MessageID?
    conversation.changeReading { through = $0.partDwellEnded(cursor, isAttended: isAttended) }
    if let through { model.want(.write(.markPartSeen(chat, downTo: cursor, through: through))) }
  }

  /// Picks the message to which the reader has just gone, or else the newest one on the screen.
  func pickVisible() {
    if let pointed = model.conversation?.pointed { model.conversation?.pick(pointed); return }
    messagesPane?.pickNewest()
  }

  /// The chat list in its area; nil if it is not shown.
  var listLayout: ChatListLayout? { layout.flatMap { listLayout(in: $0) } }

  func listLayout(in layout: ScreenLayout) -> ChatListLayout? {
    guard let area = layout.list else { return nil }
    let shown =
      model.focus == .list ? model.list.selection : model.openChat.map(ChatListEntry.ID.chat)
    let size = Size(width: area.width, height: area.height)
    return ChatListLayout(
      model.list, size: size,
      isWide: model.isSinglePane || self.size.width >= ScreenLayout.columnsForPreviews, shown: shown
    )
  }

  private func updateList(in layout: ScreenLayout?) {
    guard let listLayout = layout.flatMap({ self.listLayout(in: $0) }) else { return }
    let list = model.list
    if listLayout.chats.first != list.firstRow { list.firstRow = listLayout.chats.first }
    let first = listLayout.invitations.first
    if first != list.firstInvitationRow { list.firstInvitationRow = first }
  }
}
