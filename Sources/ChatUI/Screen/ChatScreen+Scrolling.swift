import ChatCore
import ChatModel
import TerminalUI

extension ChatScreen {
  /// Older messages are requested when fewer than this are left above the top.
  private static let olderMargin = 30

  /// Scrolls the messages, down when positive.
  package func scroll(by rows: Int) {
    guard let area = messagesArea, let conversation = model.conversation,
      let timeline = timeline(width: area.width)
    else { return }
    if rows < 0, timeline.picture(anchor: conversation.anchor, height: area.height).isAtTop {
      loadOlder()
    }
    move(to: timeline.anchor(conversation.anchor, scrolledBy: rows, height: area.height))
    if model.focus == .picking { keepPickInside() }
  }

  func goToUnread() {
    guard let area = messagesArea, let timeline = timeline(width: area.width) else { return }
    move(to: timeline.anchorOfUnread(height: area.height))
  }

  /// Updates the models for the next picture; call it once before each picture.
  package func update() {
    updateMessages()
    updateList()
    updateDialog()
    guard isWatched, let chat = model.openChat, let newest = model.conversation?.takeNewlySeen()
    else { return }
    model.want(.write(.markSeen(chat, through: newest)))
  }

  private func updateMessages() {
    guard let area = messagesArea, let conversation = model.conversation, conversation.isLoaded,
      let timeline = timeline(width: area.width)
    else { return }
    if conversation.showsUnreadFirst {
      conversation.showsUnreadFirst = false
      if conversation.anchor == .end { move(to: timeline.anchorOfUnread(height: area.height)) }
    }
    if let picked = conversation.picked {
      move(to: timeline.anchor(conversation.anchor, revealing: picked, height: area.height))
    }
    let picture = timeline.picture(anchor: conversation.anchor, height: area.height)
    let isNearTop = (picture.rows.first?.index ?? 0) < Self.olderMargin
    if conversation.anchor != .end, isNearTop, !conversation.isAtBeginning { loadOlder() }
  }

  private func move(to anchor: ViewAnchor) {
    guard let conversation = model.conversation, anchor != conversation.anchor else { return }
    conversation.anchor = anchor
    let windowChanged =
      anchor == .end ? conversation.releaseWindow() : conversation.pinWindow()
    if windowChanged { model.observeAgain() }
  }

  private func loadOlder() {
    guard let conversation = model.conversation, let cursor = conversation.beginLoadingOlder()
    else { return }
    model.want(.loadOlder(conversation.chat, before: cursor))
  }

  /// After scrolling, moves the pick to the nearest visible message.
  private func keepPickInside() {
    guard let area = messagesArea, let conversation = model.conversation,
      let timeline = timeline(width: area.width), let picked = conversation.picked,
      let index = conversation.messages.lastIndex(where: { $0.id == picked })
    else { return }
    let rows = timeline.picture(anchor: conversation.anchor, height: area.height).rows
    guard let first = rows.first(where: { $0.row == 0 })?.index, let last = rows.last?.index,
      first <= last
    else { return }
    conversation.pick(conversation.messages[min(max(index, first), last)].id)
  }

  private func updateList() {
    guard let area = layout?.list else { return }
    let rows = ChatListRow.rows(
      of: model.list, width: area.width, height: area.height, hasHeading: !isSinglePane)
    let shown =
      model.focus == .list
      ? model.list.selection : model.openChat.map(ChatListEntry.ID.chat)
    let first = ChatListRow.firstRow(
      of: rows, showing: shown, from: model.list.firstRow, height: area.height)
    if first != model.list.firstRow { model.list.firstRow = first }
  }
}
