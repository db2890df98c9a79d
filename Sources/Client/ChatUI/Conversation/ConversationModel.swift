package import ChatModel
import Observation

/// The loaded messages of one chat, the reader's place among them, and what they have seen.
///
/// The replica answers a request with a window of messages. Code that moves the reader changes the request here;
/// `takeRequest` returns it when it has changed.
///
/// Invariants:
/// 1. The newest messages are requested while the reader is at the end, and those around a place otherwise.
/// 2. A window that answers another request than the present one changes nothing.
@Observable @MainActor
package final class ConversationModel {
  /// When fewer messages than this are loaded beyond the visible ones, others are requested.
  package static let margin = 60

  /// A place that the reader wants to see; they are there when its messages are loaded.
  package enum Destination: Sendable, Equatable {
    case unread
    case newest
    case oldest
    case message(MessageCursor)
    /// The row of a message that has what was looked for.
    case found(MessageCursor, SearchedWords)
  }

  /// A line in its place: the first message below it, and the messages to which it belongs.
  package struct HeldLine: Equatable {
    package var first: MessageCursor
    package var range: MessageWindow.UnreadRange
  }

  package let chat: ChatID
  package private(set) var window: MessageWindow?
  /// Since when messages of the window wait, and since when what was new is answered.
  @ObservationIgnored package private(set) var since = MessageMoments()
  /// Messages that are shown as taken back already.
  @ObservationIgnored private var hidden: Set<MessageID> = []
  /// Those of them that are loaded, as the replica has them.
  @ObservationIgnored private var originals: [MessageID: Message] = [:]
  package private(set) var anchor = ViewAnchor.end
  package private(set) var picked: MessageID?
  /// The message to which the reader has just gone, until the next key.
  package private(set) var pointed: MessageID?
  package private(set) var reading = ReadingState()
  /// The line above what is new that stays where the reader sees it, after something new has come in far above it.
  package private(set) var heldLine: HeldLine?

  /// The long messages that are shown whole.
  package private(set) var unfolded: Set<MessageID> = []
  /// The parts of the chat in which messages of blocked people are shown, until the chat is left.
  private var unfoldedParts: [ClosedRange<MessageCursor>] = []

  /// Whether the end of the chat is on the screen, even if the view is fixed to a row above it.
  @ObservationIgnored package var showsEnd = false

  @ObservationIgnored package private(set) var destination: Destination?
  /// The rows that are still to be scrolled, and the messages that the pick is still to be moved by, when more
  /// messages are loaded; negative upwards.
  @ObservationIgnored private var owedRows = 0
  @ObservationIgnored private var owedPicks = 0
  /// Nil while the chat is not open.
  @ObservationIgnored private var place: MessageWindow.Place?
  @ObservationIgnored private var takenRequest: MessageWindow.Request?
  /// The request that the window answers.
  @ObservationIgnored private var answered: MessageWindow.Request?
  /// The oldest message when older ones were asked for in the cloud.
  @ObservationIgnored private var askedBefore: MessageCursor??

  package init(chat: ChatID) {
    self.chat = chat
  }

  // MARK: - Messages

  package var isLoaded: Bool { window != nil }
  /// Oldest first.
  package var messages: [Message] { window?.messages ?? [] }
  /// Whether the oldest message here is the first of the chat.
  package var isAtBeginning: Bool { window?.isAtBeginning ?? false }
  /// The messages that are newer than the loaded ones.
  package var newerCount: Int { window?.newerCount ?? 0 }

  /// Whether the window answers the present request; if not, the next window is on its way.
  package var isCurrent: Bool { answered != nil && answered == request }

  /// Whether the window has counted the unread messages below the present line.
  package var knowsUnread: Bool { answered != nil && answered?.unread == reading.line }

  /// The messages that are wanted now; nil while the chat is not shown.
  var request: MessageWindow.Request? {
    place.map {
      MessageWindow.Request(
        place: $0, unread: reading.line, known: reading.known, unfolded: unfoldedParts)
    }
  }

  /// The request for messages, if it has changed since it was taken.
  package func takeRequest() -> MessageWindow.Request? {
    guard let request, request != takenRequest else { return nil }
    takenRequest = request
    return request
  }

  /// Requests the messages again, from another reader.
  func requestAgain() { takenRequest = nil }

  /// The chat is opened, whichever way the reader has taken to it.
  ///
  /// It opens at the place that the reader has asked for (`go`), else at the first new message, else where they have
  /// left it in this window, and at its end when they come for the first time.
  ///
  /// - Parameter unread: what is new, and where that begins; nil if nothing is.
  package func opened(_ unread: (range: MessageWindow.UnreadRange, first: MessageCursor)?) {
    reading.opened(unread?.range)
    if destination == nil, unread != nil { destination = .unread }
    if let unread, destination == .unread {
      place = .around(unread.first)
    } else if case .top(let row) = anchor {
      place = .around(row.cursor)
    } else {
      place = .newest
    }
  }

  /// Takes the answer to the present request; that to an earlier one changes nothing.
  package func take(_ window: MessageWindow, for request: MessageWindow.Request) {
    guard request == self.request else {
      // Should the reader come back to this request, it has to be asked again.
      if request == takenRequest { takenRequest = nil }
      return
    }
    self.window = hidden.isEmpty ? window : hiding(window)
    answered = request
    since = MessageMoments(window, line: request.unread)
    reading.note(seenThrough: window.seenThrough)
    if let picked, !window.messages.contains(where: { $0.id == picked }) { self.picked = nil }
  }

  /// The line that is drawn, if what is drawn has one.
  var drawnLine: HeldLine? {
    if let heldLine { return heldLine }
    guard let first = window?.unread?.first, let range = answered?.unread else { return nil }
    return HeldLine(first: first, range: range)
  }

  /// The line that is kept, with the number of messages below it; nil for none.
  var heldUnread: MessageWindow.Unread? {
    heldLine.map {
      MessageWindow.Unread(first: $0.first, count: count(of: $0.range, from: $0.first))
    }
  }

  /// The messages that are new now and stand below the line that is kept.
  var newCountBelowHeldLine: Int {
    guard let heldLine, let range = answered?.unread else { return 0 }
    return count(of: range, from: heldLine.first)
  }

  private func count(of range: MessageWindow.UnreadRange, from first: MessageCursor) -> Int {
    messages.count {
      $0.cursor >= first && !$0.isOwn && !$0.isDeleted && !$0.isOfBlockedPerson
        && $0.id.rawValue > range.after?.rawValue ?? 0
        && $0.id.rawValue <= range.through?.rawValue ?? .max
    }
  }

  /// Keeps a line in its place as long as what is new begins above what is on the screen.
  ///
  /// Where not all messages below it are loaded, nobody could say how many are new; then the line is not kept.
  ///
  /// - Parameters:
  ///   - line: the line that is on the screen; nil for none.
  ///   - top: the first message on the screen.
  func hold(_ line: HeldLine?, below top: MessageCursor) {
    guard let line, let window, window.newerCount == 0, let unread = window.unread,
      unread.first < top, count(of: line.range, from: line.first) > 0
    else { return releaseLine() }
    if heldLine != line { heldLine = line }
  }

  /// Lets the line stand where what is new begins.
  func releaseLine() { if heldLine != nil { heldLine = nil } }

  /// Shows a message as taken back, or again as it is.
  package func hide(_ message: MessageID, _ isHidden: Bool) {
    if isHidden {
      hidden.insert(message)
      window = window.map(hiding)
    } else if hidden.remove(message) != nil,
      let original = originals.removeValue(forKey: message),
      let index = window?.messages.firstIndex(where: { $0.id == message })
    {
      window?.messages[index] = original
    }
  }

  private func hiding(_ window: MessageWindow) -> MessageWindow {
    var window = window
    for index in window.messages.indices where hidden.contains(window.messages[index].id) {
      let message = window.messages[index]
      if !message.isDeleted { originals[message.id] = message }
      window.messages[index].isDeleted = true
      window.messages[index].text = ""
    }
    return window
  }

  /// Frees the memory of a chat that is not shown; the place stays, and who was at the end comes back to the end.
  package func unload() {
    if showsEnd { anchor = .end }
    showsEnd = false
    window = nil
    since = MessageMoments()
    (place, takenRequest, answered) = (nil, nil, nil)
    (destination, owedRows, owedPicks) = (nil, 0, 0)
    (picked, pointed, heldLine) = (nil, nil, nil)
    unfoldedParts = []
    reading.opened(nil)
  }

  /// Whether to request older messages from the cloud; true once for each oldest message.
  package func takeWantsOlder() -> Bool {
    let oldest = messages.first?.cursor
    guard isAtBeginning, askedBefore != .some(oldest) else { return false }
    askedBefore = .some(oldest)
    return true
  }

  // MARK: - Places

  /// Fixes the view to a row, or to the end.
  package func move(to anchor: ViewAnchor) {
    if self.anchor != anchor { self.anchor = anchor }
    guard place != nil else { return }
    switch anchor {
    case .end: place = .newest
    case .top(let row): if place == .newest { place = .around(row.cursor) }
    }
  }

  package func go(to destination: Destination) {
    (owedRows, owedPicks) = (0, 0)
    if destination == .newest { reading.pass(through: window?.newestArrival) }
    self.destination = destination
  }

  /// The destination, if it is among the loaded messages; otherwise its messages are requested.
  package func takeReachedDestination() -> Destination? {
    guard let destination, isCurrent else { return nil }
    let wanted: MessageWindow.Place?
    switch destination {
    case .unread:
      guard let first = window?.unread?.first else {
        // The unread messages have been read elsewhere.
        self.destination = .newest
        return takeReachedDestination()
      }
      wanted = contains(first) ? nil : .around(first)
    case .newest: wanted = newerCount == 0 ? nil : .newest
    case .oldest: wanted = isAtBeginning ? nil : .around(.first)
    case .message(let cursor), .found(let cursor, _):
      wanted = contains(cursor) ? nil : .around(cursor)
    }
    guard let wanted, wanted != place else {
      self.destination = nil
      switch destination {
      case .message(let cursor): pointed = messages.first { $0.cursor == cursor }?.id
      case .found(let cursor, _):
        let message = messages.first { $0.cursor == cursor }
        pointed = message?.id
        // The message that was searched for may be in the part that is not shown.
        if let message, TimelineLayout.isLong(message) { unfolded.insert(message.id) }
      case .unread, .newest, .oldest: break
      }
      return destination
    }
    place = wanted
    return nil
  }

  private func contains(_ cursor: MessageCursor) -> Bool {
    guard let first = messages.first?.cursor, let last = messages.last?.cursor else { return true }
    return (first <= cursor || isAtBeginning) && (cursor <= last || newerCount == 0)
  }

  /// Requests messages around the first visible one when few are loaded beyond the visible ones.
  package func keepLoaded(around visible: ClosedRange<Int>) {
    guard isCurrent, anchor != .end else { return }
    let isNearBeginning = visible.lowerBound < Self.margin && !isAtBeginning
    let isNearEnd = messages.count - 1 - visible.upperBound < Self.margin && newerCount > 0
    guard isNearBeginning || isNearEnd else { return }
    place = .around(messages[visible.lowerBound].cursor)
  }

  /// Keeps the rows that could not be scrolled because messages are missing there.
  package func owe(rows: Int) { if isMissing(towards: rows) { owedRows += rows } }

  package func takeOwedRows() -> Int {
    guard isCurrent, destination == nil else { return 0 }
    defer { owedRows = 0 }
    return owedRows
  }

  private func isMissing(towards rows: Int) -> Bool {
    guard isLoaded, destination == nil else { return rows != 0 }
    return rows < 0 ? !isAtBeginning : rows > 0 && newerCount > 0
  }

  // MARK: - Picking

  package var pickedMessage: Message? {
    picked.flatMap { id in messages.first { $0.id == id } }
  }

  /// Points at no message any more.
  package func stopPointing() { if pointed != nil { pointed = nil } }

  /// Shows the picked message whole, or only its beginning.
  package func toggleFold() {
    guard let picked else { return }
    unfolded.formSymmetricDifference([picked])
  }

  /// Shows the messages of blocked people in a part of the chat.
  package func unfold(_ part: ClosedRange<MessageCursor>) { unfoldedParts.append(part) }

  /// The message that a command without a picked one means: the newest, if it is loaded.
  package var actedMessage: Message? {
    pickedMessage ?? (newerCount == 0 ? messages.last : nil)
  }

  package func pick(_ message: MessageID?) {
    picked = message
    owedPicks = 0
  }

  /// Picks the message at a distance from the picked one; the rest follows when messages are loaded there.
  package func pick(offset: Int) {
    guard destination == nil else { return owedPicks += offset }
    guard let last = messages.indices.last,
      let current = messages.lastIndex(where: { $0.id == picked })
    else { return }
    let index = min(max(0, current + offset), last)
    picked = messages[index].id
    let rest = current + offset - index
    if isMissing(towards: rest) { owedPicks += rest }
  }

  package func pickOwed() {
    guard owedPicks != 0, isCurrent else { return }
    let owed = owedPicks
    owedPicks = 0
    pick(offset: owed)
  }

  // MARK: - Reading

  package func changeReading(_ change: (inout ReadingState) -> Void) {
    var changed = reading
    change(&changed)
    if changed != reading { reading = changed }
  }

  /// Goes to the end after the person has sent a message.
  ///
  /// - Returns: the message up to which everything counts as seen now, because it is answered.
  package func sent() -> MessageID? {
    picked = nil
    let seen = reading.pending
    changeReading { reading in
      if let seen { _ = reading.dwellEnded(seen, isWatched: true) }
      // A line below which something is still to be read has no meaning after an answer; the other one stays where it
      // is, and fades (`LateSign.answered`).
      if reading.isLineOpen { reading.removeLine() }
    }
    go(to: .newest)
    return seen
  }
}
