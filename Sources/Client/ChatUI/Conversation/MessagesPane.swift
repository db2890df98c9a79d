import ChatModel
import ChatWords
import ClientSettings
import Foundation
import TerminalUI

/// The messages of a chat that is shown, in their area: where the reader is, what is picked, and what counts as seen.
///
/// It is made anew for each use; what it decides is kept by the conversation.
@MainActor
struct MessagesPane {
  let model: AppModel
  let conversation: ConversationModel
  let area: Rect
  let time: TimeText
  let now: Date
  let wrapping: WrapCache
  /// Whether the person looks at the messages.
  let isAttended: Bool
  /// The room for pictures; nil where none are shown.
  var pictures: PictureSpace?

  /// Whether the person picks messages here.
  private var isPicking: Bool {
    model.focus == .picking && conversation === model.conversation
  }

  private var chat: ChatSummary? { model.list.summary(of: conversation.chat) }

  private var history: ChatSummary.History { chat?.history ?? .complete }

  /// The reason why nobody else reads the chat; nil where somebody does, or could still accept it in a moment.
  var missingReader: MissingReader? {
    let missing = chat.flatMap(MissingReader.init(of:))
    guard case .awaited = missing else { return missing }
    guard let sent = conversation.since.sent,
      LateSign.isDue(after: LateSign.accepting, since: sent, now: now)
    else { return nil }
    return missing
  }

  /// The messages in rows, as the conversation is now.
  var timeline: TimelineLayout {
    let metrics = TimelineMetrics(model.settings.screen, pane: area.size)
    var layout = TimelineLayout(
      conversation, history: history, metrics: metrics, time: time, now: now, wrapping: wrapping)
    layout.pictures = pictures
    layout.missingReader = missingReader
    layout.inviteWay = model.keymap.way(to: .invite)
    layout.isAnswered = model.connection?.isAnswered ?? false
    layout.unfoldWay =
      "\(model.keymap.way(to: .pickMessage)), then \(model.keymap.way(to: .unfold))"
    // While messages are picked, the key alone does it.
    layout.showWay =
      isPicking
      ? model.keymap.way(to: .showDetails)
      : "\(model.keymap.way(to: .pickMessage)), then \(model.keymap.way(to: .showDetails))"
    return layout
  }

  /// The rows that are in the area.
  func picture(of timeline: TimelineLayout) -> TimelinePicture {
    timeline.picture(anchor: conversation.anchor, height: area.height)
  }

  /// Whether the end of the chat is in the area.
  var showsEnd: Bool { picture(of: timeline).isAtEnd }

  /// Takes another window of messages; a line that is in the area stays there.
  func take(_ window: MessageWindow, for request: MessageWindow.Request) {
    guard conversation.isLoaded, conversation.destination == nil else {
      return conversation.take(window, for: request)
    }
    let timeline = timeline
    let picture = picture(of: timeline)
    let line = timeline.hasLine(in: picture) ? conversation.drawnLine : nil
    let top = picture.rows.first.map { timeline.messages[$0.index].cursor }
    conversation.take(window, for: request)
    if let top { conversation.hold(line, below: top) }
  }

  /// Whether the line that is held is in the area, and what is new begins above it.
  private func mayHoldLine(in picture: TimelinePicture, of timeline: TimelineLayout) -> Bool {
    guard let first = timeline.unread?.first, let top = picture.rows.first else { return false }
    return timeline.hasLine(in: picture) && first < timeline.messages[top.index].cursor
  }

  // MARK: - The way through the messages

  /// Scrolls, down when positive; the rest of the way follows when more messages are loaded.
  func scroll(by rows: Int) {
    guard conversation.isLoaded, conversation.destination == nil else {
      return conversation.owe(rows: rows)
    }
    let (anchor, rest) = timeline.anchor(
      conversation.anchor, scrolledBy: rows, height: area.height)
    conversation.move(to: anchor)
    conversation.owe(rows: rest)
    if isPicking { keepPickInside() }
  }

  /// Updates the conversation for the next picture.
  func update() {
    guard conversation.isLoaded else { return }
    travel()
    revealPicked()
    updateReading()
    travel()
    revealPicked()
    let timeline = timeline
    if conversation.heldLine != nil, !mayHoldLine(in: picture(of: timeline), of: timeline) {
      conversation.releaseLine()
    }
    let settled = timeline.settled(conversation.anchor)
    if settled != conversation.anchor, conversation.destination == nil {
      conversation.move(to: settled)
    }
    let picture = picture(of: timeline)
    guard let first = picture.rows.first, let last = picture.rows.last else { return }
    conversation.showsEnd = picture.isAtEnd
    conversation.keepLoaded(around: first.index...last.index)
    if first.index < ConversationModel.margin, conversation.anchor != .end,
      history != .complete, conversation.takeWantsOlder()
    {
      model.want(.write(.requestOlder(conversation.chat)))
    }
  }

  /// Goes where the reader wants to be, as far as messages are loaded.
  private func travel() {
    let destination = conversation.takeReachedDestination()
    if destination == .unread { conversation.releaseLine() }
    let timeline = timeline
    switch destination {
    case .unread: conversation.move(to: timeline.anchorOfUnread(height: area.height))
    case .newest:
      conversation.move(to: .end)
      if isPicking { conversation.pick(conversation.messages.last?.id) }
    case .oldest:
      conversation.move(to: timeline.anchorOfOldest(height: area.height))
      if isPicking { conversation.pick(conversation.messages.first?.id) }
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

  // MARK: - What is picked

  /// The message in a row of the area; nil if there is none.
  func message(inRow row: Int) -> MessageID? {
    let timeline = timeline
    let rows = picture(of: timeline).rows
    let place = row - (area.height - rows.count)
    return rows.indices.contains(place) ? timeline.messages[rows[place].index].id : nil
  }

  /// Picks the newest message in the area.
  func pickNewest() {
    guard let last = picture(of: timeline).rows.last else { return }
    conversation.pick(conversation.messages[last.index].id)
  }

  /// Keeps the picked message in the area.
  private func revealPicked() {
    guard conversation.destination == nil, let picked = conversation.picked else { return }
    conversation.move(
      to: timeline.anchor(conversation.anchor, revealing: picked, height: area.height))
  }

  /// After scrolling, moves the pick to the nearest visible message.
  private func keepPickInside() {
    let rows = picture(of: timeline).rows
    guard let picked = conversation.picked,
      let index = conversation.messages.lastIndex(where: { $0.id == picked })
    else { return }
    guard let first = rows.first(where: { $0.row == 0 && $0.showsMessage })?.index,
      let last = rows.last?.index, first <= last
    else { return }
    conversation.pick(conversation.messages[min(max(index, first), last)].id)
  }

  // MARK: - What is seen

  /// Notes what the reader has seen, and begins a line above what they have not.
  private func updateReading() {
    guard conversation.destination == nil, let window = conversation.window else { return }
    let timeline = timeline
    let picture = picture(of: timeline)
    let isWatched = isAttended && picture.isAtEnd
    if conversation.isCurrent, let unseen = window.unseen {
      if conversation.reading.isLineOpen {
        let isPassed = picture.rows.first { !$0.isTaken }.map {
          unseen.first < timeline.messages[$0.index].cursor
        }
        let shownEnd = lastWhole(in: picture, of: timeline)
        conversation.changeReading {
          $0.addToLine(window.newestArrival, isPassed: isPassed ?? false, shownEnd: shownEnd)
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
        // A person who picks a message stays at it, and one who sees the end stays there when something with an older
        // date comes in above it, as anybody can send that.
        if isAbove, conversation.anchor == .end, conversation.picked == nil, !isNewsAmongKnown {
          conversation.go(to: .unread)
        }
      }
    }
    if isAttended, !isWatched { updatePart(picture, of: timeline) }
    guard isWatched, conversation.destination == nil,
      conversation.isCurrent || !conversation.reading.isNews(window.newestArrival)
    else { return }
    var pending: MessageID?
    conversation.changeReading { pending = $0.beginDwell(window.newestArrival) }
    if let pending { model.want(.seenSoon(conversation.chat, pending)) }
  }

  /// Whether messages that were known before stand below the first new one.
  private var isNewsAmongKnown: Bool {
    guard let first = conversation.window?.unread?.first,
      let known = conversation.reading.line?.after
    else { return false }
    return conversation.messages.contains {
      $0.cursor > first && $0.id.rawValue <= known.rawValue
    }
  }

  /// The number of new messages that have come in above the view at the end of the chat; nil where that is none.
  func newCountAbove(_ picture: TimelinePicture, of timeline: TimelineLayout) -> Int? {
    let reading = conversation.reading
    guard picture.isAtEnd, reading.isLineOpen, !reading.isLineReached,
      timeline.unreadRule(in: picture).isAbove, let unread = conversation.window?.unread
    else { return nil }
    let count = unread.count - conversation.newCountBelowHeldLine
    return count > 0 ? count : nil
  }

  /// Notes how far the reader has come from the line on the way to the end.
  private func updatePart(_ picture: TimelinePicture, of timeline: TimelineLayout) {
    guard conversation.destination == nil, conversation.isCurrent, conversation.knowsUnread,
      conversation.reading.isLineOpen, let first = picture.rows.first,
      let end = lastWhole(in: picture, of: timeline)
    else { return }
    let above =
      timeline.unreadRule(in: picture).isShown
      ? nil : timeline.messages[max(0, first.index - 1)].cursor
    var pending: MessageCursor?
    conversation.changeReading {
      $0.come(to: end, from: above)
      pending = $0.beginPartDwell()
    }
    if let pending { model.want(.partSeenSoon(conversation.chat, pending)) }
  }

  /// The last message of a picture whose rows are all above its end; nil if there is none.
  private func lastWhole(
    in picture: TimelinePicture, of timeline: TimelineLayout
  ) -> MessageCursor? {
    guard let last = picture.rows.last else { return nil }
    let isWhole = last.row == timeline.block(last.index).body.count - 1
    let index = isWhole ? last.index : last.index - 1
    return index < (picture.rows.first?.index ?? 0) ? nil : timeline.messages[index].cursor
  }

  /// Whether the first row of the message at a place is in a picture.
  private func isShown(
    _ cursor: MessageCursor, in picture: TimelinePicture, of timeline: TimelineLayout
  ) -> Bool {
    picture.rows.contains {
      $0.row == 0 && $0.showsMessage && timeline.messages[$0.index].cursor == cursor
    }
  }
}
