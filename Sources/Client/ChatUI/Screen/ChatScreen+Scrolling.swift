import ChatModel
import TerminalUI

/// The reader's way through the messages and the list.
extension ChatScreen {
  /// Scrolls the messages, down when positive; the rest of the way follows when more messages are loaded.
  package func scroll(by rows: Int) {
    guard let area = messagesArea, let conversation = model.conversation else { return }
    guard conversation.isLoaded, conversation.destination == nil,
      let timeline = timeline(width: area.width)
    else { return conversation.owe(rows: rows) }
    let (anchor, rest) = timeline.anchor(
      conversation.anchor, scrolledBy: rows, height: area.height)
    conversation.move(to: anchor)
    conversation.owe(rows: rest)
    if model.focus == .picking { keepPickInside() }
  }

  /// Updates the models for the next picture; call it once before each picture.
  package func update() {
    updateMessages()
    updateList()
    updateDialog()
    model.readForScreen()
    if let conversation = model.conversation, let request = conversation.takeRequest() {
      model.want(.observe(conversation.chat, request))
    }
  }

  /// Limits the scroll position of a dialog to its end.
  private func updateDialog() {
    guard let overlay = model.overlay else { return }
    let dialog = overlay.dialog(at: moment)
    let range = dialog.scrollRange(
      in: Rect(size), side: overlay.isPanel ? layout?.panel : nil)
    var scroll = dialog.scroll
    if let row = range.selectedRow { scroll.reveal(row, height: range.height) }
    scroll.limit(rowCount: range.rowCount, height: range.height)
    if scroll != dialog.scroll { overlay.scroll = scroll }
  }

  private func updateMessages() {
    guard let area = messagesArea, let conversation = model.conversation, conversation.isLoaded
    else { return }
    travel(conversation, in: area)
    revealPicked(conversation, in: area)
    updateReading(conversation, in: area)
    travel(conversation, in: area)
    revealPicked(conversation, in: area)
    guard let timeline = timeline(width: area.width) else { return }
    let settled = timeline.settled(conversation.anchor)
    if settled != conversation.anchor, conversation.destination == nil {
      conversation.move(to: settled)
    }
    let picture = timeline.picture(anchor: conversation.anchor, height: area.height)
    guard let first = picture.rows.first, let last = picture.rows.last else { return }
    conversation.showsEnd = picture.isAtEnd
    conversation.keepLoaded(around: first.index...last.index)
    if first.index < ConversationModel.margin, conversation.anchor != .end,
      model.openSummary?.history != .complete, conversation.takeWantsOlder()
    {
      model.want(.write(.requestOlder(conversation.chat)))
    }
  }

  /// Keeps the picked message on the screen.
  private func revealPicked(_ conversation: ConversationModel, in area: Rect) {
    guard conversation.destination == nil, let picked = conversation.picked,
      let timeline = timeline(width: area.width)
    else { return }
    conversation.move(
      to: timeline.anchor(conversation.anchor, revealing: picked, height: area.height))
  }

  /// Goes where the reader wants to be, as far as messages are loaded.
  private func travel(_ conversation: ConversationModel, in area: Rect) {
    let destination = conversation.takeReachedDestination()
    guard let timeline = timeline(width: area.width) else { return }
    switch destination {
    case .unread: conversation.move(to: timeline.anchorOfUnread(height: area.height))
    case .newest:
      conversation.move(to: .end)
      if model.focus == .picking { conversation.pick(conversation.messages.last?.id) }
    case .oldest:
      conversation.move(to: timeline.anchorOfOldest(height: area.height))
      if model.focus == .picking { conversation.pick(conversation.messages.first?.id) }
    case .message(let cursor):
      conversation.move(to: timeline.anchor(showing: cursor, height: area.height))
    case .found(let cursor, let words):
      conversation.move(to: timeline.anchor(showing: cursor, words, height: area.height))
    case nil: break
    }
    let owed = conversation.takeOwedRows()
    if owed != 0 { scroll(by: owed) }
    conversation.pickOwed()
  }

  /// Notes what the reader has seen, and begins a line above what they have not.
  private func updateReading(_ conversation: ConversationModel, in area: Rect) {
    guard conversation.destination == nil, let window = conversation.window,
      let timeline = timeline(width: area.width), let picture = picture(of: conversation, in: area)
    else { return }
    let isWatched = isAttended && picture.isAtEnd
    if conversation.isCurrent, let unseen = window.unseen {
      if conversation.reading.isLineOpen {
        let isPassed = picture.rows.first { !$0.isTaken }.map {
          unseen.first < timeline.messages[$0.index].cursor
        }
        conversation.changeReading {
          $0.addToLine(window.newestArrival, isPassed: isPassed ?? false)
        }
      } else if !isWatched || !isShown(unseen.first, in: picture, of: timeline) {
        conversation.changeReading { $0.beginLine() }
      }
    }
    if conversation.knowsUnread, conversation.reading.line != nil {
      let (isShown, isAbove) = timeline.unreadRule(in: picture)
      if window.unread == nil {
        conversation.changeReading { $0.removeLine() }
      } else if !conversation.reading.isLineReached, isAttended {
        if isShown { conversation.changeReading { $0.reachLine(window.newestArrival) } }
        // A person who picks a message stays at it.
        if isAbove, conversation.anchor == .end, conversation.picked == nil {
          conversation.go(to: .unread)
        }
      }
    }
    guard isWatched, conversation.destination == nil,
      conversation.isCurrent || !conversation.reading.isNews(window.newestArrival)
    else { return }
    var pending: MessageID?
    conversation.changeReading { pending = $0.beginDwell(window.newestArrival) }
    if let pending { model.want(.seenSoon(conversation.chat, pending)) }
  }

  /// The messages were on the screen for a while: they count as seen if they still are.
  func dwellEnded(_ message: MessageID, in chat: ChatID) {
    guard let conversation = model.opening.conversation(of: chat) else { return }
    let isWatched = chat == model.openChat && isWatched
    var isSeen = false
    conversation.changeReading { isSeen = $0.dwellEnded(message, isWatched: isWatched) }
    if isSeen { model.want(.write(.markSeen(chat, through: message))) }
  }

  private func picture(of conversation: ConversationModel, in area: Rect) -> TimelinePicture? {
    timeline(width: area.width)?.picture(anchor: conversation.anchor, height: area.height)
  }

  /// Whether the first row of the message at a place is in a picture.
  private func isShown(
    _ cursor: MessageCursor, in picture: TimelinePicture, of timeline: TimelineLayout
  ) -> Bool {
    picture.rows.contains {
      $0.row == 0 && $0.showsMessage && timeline.messages[$0.index].cursor == cursor
    }
  }

  /// After scrolling, moves the pick to the nearest visible message.
  private func keepPickInside() {
    guard let area = messagesArea, let conversation = model.conversation,
      let picture = picture(of: conversation, in: area), let picked = conversation.picked,
      let index = conversation.messages.lastIndex(where: { $0.id == picked })
    else { return }
    guard let first = picture.rows.first(where: { $0.row == 0 && $0.showsMessage })?.index,
      let last = picture.rows.last?.index, first <= last
    else { return }
    conversation.pick(conversation.messages[min(max(index, first), last)].id)
  }

  /// Picks the message to which the reader has just gone, or else the newest one on the screen.
  func pickVisible() {
    if let pointed = model.conversation?.pointed { model.conversation?.pick(pointed); return }
    guard let area = messagesArea, let conversation = model.conversation,
      let last = picture(of: conversation, in: area)?.rows.last
    else { return }
    conversation.pick(conversation.messages[last.index].id)
  }

  /// The chat list in its area; nil if it is not shown.
  var listLayout: ChatListLayout? {
    guard let area = layout?.list else { return nil }
    let shown =
      model.focus == .list ? model.list.selection : model.openChat.map(ChatListEntry.ID.chat)
    return ChatListLayout(
      model.list, size: Size(width: area.width, height: area.height), hasHeading: !isSinglePane,
      status: isSinglePane ? [] : connectionWords?.rows ?? [], shown: shown)
  }

  private func updateList() {
    guard let listLayout else { return }
    let list = model.list
    if listLayout.chats.first != list.firstRow { list.firstRow = listLayout.chats.first }
    let first = listLayout.invitations.first
    if first != list.firstInvitationRow { list.firstInvitationRow = first }
  }
}
