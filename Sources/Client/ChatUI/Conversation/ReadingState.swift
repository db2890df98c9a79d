package import ChatModel

/// The messages that the reader of a chat has seen, and the line above the messages that are new to them.
///
/// A message is seen when it was on the screen for a second, in a terminal with the focus: at the end of the chat, or
/// on the way down from the line. A message that arrived without being on the screen begins a line. The reader has to
/// reach that line, or to ask for the newest message, before anything below it counts as seen.
package struct ReadingState: Sendable, Equatable {
  /// The time for which a message is on the screen before it counts as seen.
  package static let dwell = Duration.seconds(1)

  /// The last message that was seen, by arrival; nil for none.
  package private(set) var seenThrough: MessageID?
  /// The messages below the line; nil without a line.
  package private(set) var line: MessageWindow.UnreadRange?
  /// Whether the present line has been on the screen.
  package private(set) var isLineReached = true
  /// The message up to which everything counts as seen when the dwell is over; nil if none is under way.
  package private(set) var pending: MessageID?
  /// Whether the reader has made messages unread; nothing counts as seen until the chat is opened again.
  private var isHeld = false
  /// The newest message when the reader asked for it, passing over what is above.
  private var passedThrough: MessageID?
  /// The message up to which messages lie below an open line that the reader has reached.
  private var coveredThrough: MessageID?

  /// The part below an open line that the reader has come past.
  private var part = Part()

  private struct Part: Sendable, Equatable {
    /// The last message, in the order of the chat, that was reached from the line without a gap.
    var end: MessageCursor?
    /// The message for which a dwell is under way.
    var pending: MessageCursor?
    /// The message down to which the part counts as seen already.
    var seen: MessageCursor?
  }

  package init() {}

  /// The chat is opened with unread messages in it.
  package mutating func opened(_ unread: MessageWindow.UnreadRange?) {
    seenThrough = later(seenThrough, unread?.after)
    line = unread
    isLineReached = unread == nil
    coveredThrough = nil
    pending = nil
    isHeld = false
    part = Part()
  }

  /// Takes what this account has seen in another window or on another device.
  package mutating func note(seenThrough other: MessageID?) {
    if !isHeld { seenThrough = later(seenThrough, other) }
  }

  /// The reader makes a message, and what arrived after it, unread.
  package mutating func markUnread(from message: MessageID) {
    seenThrough = MessageID(rawValue: message.rawValue - 1)
    passedThrough = nil
    line = MessageWindow.UnreadRange(after: seenThrough)
    isLineReached = true
    coveredThrough = nil
    pending = nil
    isHeld = true
    part = Part()
  }

  /// The reader marks everything as read.
  package mutating func markRead(through newest: MessageID) {
    seenThrough = later(seenThrough, newest)
    removeLine()
    pending = nil
    isHeld = false
  }

  /// The message up to which messages are not new: they are seen, passed over, or below a line that was reached.
  package var known: MessageID? {
    later(later(seenThrough, passedThrough), isLineOpen ? coveredThrough : nil)
  }

  /// Whether a message arrived after all known ones.
  package func isNews(_ message: MessageID?) -> Bool {
    message.map { $0.rawValue > (known?.rawValue ?? 0) } ?? false
  }

  /// Whether messages below the line are still unseen; further new messages belong to them.
  package var isLineOpen: Bool { line != nil && line?.through == nil }

  /// Whether what arrives at the end of the chat before the reader's eyes is seen as it comes.
  package var seesArrivals: Bool { !isLineOpen && !isHeld }

  /// Begins a line above the messages that are neither seen nor passed over, if no line is open.
  package mutating func beginLine() {
    guard !isLineOpen else { return }
    line = MessageWindow.UnreadRange(after: later(seenThrough, passedThrough))
    isLineReached = false
    coveredThrough = nil
    part = Part()
  }

  /// The line is on the screen, so that the reader comes to everything below it.
  ///
  /// - Parameter newest: the message that arrived last.
  package mutating func reachLine(_ newest: MessageID?) {
    isLineReached = true
    coveredThrough = newest
    part = Part()
  }

  /// News belongs to the open line.
  ///
  /// - Parameters:
  ///   - newest: the message that arrived last.
  ///   - isPassed: whether some of it stands above what is on the screen; the reader, who would not come to
  ///     it any more, has to reach the line again.
  ///   - shownEnd: the last message on the screen, below which the news may stand; nil for none.
  package mutating func addToLine(
    _ newest: MessageID?, isPassed: Bool, shownEnd: MessageCursor? = nil
  ) {
    guard isLineOpen, isLineReached else { return }
    if isPassed {
      isLineReached = false
      part = Part()
    } else {
      coveredThrough = newest
      part.end = part.end.flatMap { end in shownEnd.map { min(end, $0) } }
    }
  }

  /// The reader has come to a part of the messages below an open line.
  ///
  /// - Parameters:
  ///   - end: the last message that is shown whole.
  ///   - above: the message above the first one on the screen, from which the reader may have come; nil if the line
  ///     itself is on the screen.
  package mutating func come(to end: MessageCursor, from above: MessageCursor?) {
    guard isLineOpen, isLineReached, !isHeld else { return }
    if let above {
      guard let reached = part.end, above <= reached else { return }
    }
    part.end = max(part.end ?? end, end)
  }

  /// Begins the dwell for the part that the reader has come past, if some of it is unseen.
  ///
  /// - Returns: the message for `partDwellEnded`, after `dwell`; nil if nothing is to be done.
  package mutating func beginPartDwell() -> MessageCursor? {
    guard isLineOpen, isLineReached, !isHeld, coveredThrough != nil, part.pending == nil,
      let end = part.end, end > part.seen ?? .first
    else { return nil }
    part.pending = end
    return end
  }

  /// The dwell for a part is over.
  ///
  /// - Parameters:
  ///   - cursor: the message that `beginPartDwell` returned.
  ///   - isAttended: whether the reader still looks at the chat.
  /// - Returns: the last arrival of which the reader knows, if the part counts as seen now.
  package mutating func partDwellEnded(
    _ cursor: MessageCursor, isAttended: Bool
  ) -> MessageID? {
    guard part.pending == cursor else { return nil }
    part.pending = nil
    guard isAttended, isLineOpen, isLineReached, let end = part.end, cursor <= end,
      let coveredThrough
    else { return nil }
    part.seen = cursor
    return coveredThrough
  }

  /// The reader asks for the newest message.
  package mutating func pass(through newest: MessageID?) {
    passedThrough = later(passedThrough, newest)
    isLineReached = true
  }

  /// Takes the line away.
  package mutating func removeLine() {
    line = nil
    isLineReached = true
    part = Part()
  }

  /// The reader sees the end of the chat: begins the dwell if something there is unseen.
  ///
  /// - Returns: the message for `dwellEnded`, after `dwell`; nil if nothing is to be done.
  package mutating func beginDwell(_ newest: MessageID?) -> MessageID? {
    guard pending == nil, isLineReached, !isHeld, let newest,
      newest.rawValue > (seenThrough?.rawValue ?? 0)
    else { return nil }
    pending = newest
    return newest
  }

  /// The dwell for a message is over.
  ///
  /// - Parameters:
  ///   - message: the message that `beginDwell` returned.
  ///   - isWatched: whether the reader still sees the end of the chat.
  /// - Returns: whether the messages up to this one count as seen now.
  package mutating func dwellEnded(_ message: MessageID, isWatched: Bool) -> Bool {
    guard pending == message else { return false }
    pending = nil
    guard isWatched, isLineReached else { return false }
    seenThrough = later(seenThrough, message)
    if line != nil, line?.through == nil { line?.through = message }
    return true
  }

  private func later(_ a: MessageID?, _ b: MessageID?) -> MessageID? {
    [a, b].compactMap(\.self).max { $0.rawValue < $1.rawValue }
  }
}
