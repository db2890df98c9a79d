package import ChatModel
package import ChatWords
package import Foundation
import TerminalUI

/// Messages laid out in rows for a pane; a pure function of its properties.
///
/// Only visible messages are laid out, so the cost of a picture does not depend on the number of
/// loaded messages.
package struct TimelineLayout {
  package let messages: [Message]
  package var metrics: TimelineMetrics
  package var time: TimeText
  package var now: Date
  package var unread: MessageWindow.Unread?
  /// The line that is shown instead of the one above what is unread; nil for none.
  package var heldLine: MessageWindow.Unread?
  /// When the account answered what stands below the line of unread messages; nil if it has not.
  package var answeredAt: Date?
  package var isAtBeginning: Bool
  /// The messages below the last one here.
  package var newerCount: Int
  /// The loaded part of the chat's past: all older messages, or those since a time from which none is missing.
  package var history: ChatSummary.History
  /// The events besides the messages, in the order of time.
  package var events: [ChatEvent] = []
  /// The reason why nobody else reads the chat; nil where somebody does, or it is too early to say so.
  package var missingReader: MissingReader?
  /// The way to invite people.
  package var inviteWay = ""
  /// The long messages that are shown whole.
  package var unfolded: Set<MessageID> = []
  /// The way to unfold a message, in keys.
  package var unfoldWay = ""
  /// The way to show messages of blocked people, in keys.
  package var showWay = ""
  /// Whether a message that waits is sent in a moment, because the cloud answers.
  package var isAnswered = false
  /// The room for pictures; nil where none are shown.
  package var pictures: PictureSpace?
  private let wrapping: WrapCache

  /// A message of more rows is folded to `foldedRows`.
  private static let longRows = 40
  private static let foldedRows = 20

  /// Whether a text may take more than `longRows` rows at any width.
  package static func isLong(_ message: Message) -> Bool {
    message.text.utf8.count > longRows * 4 || message.text.utf8.count { $0 == 10 } >= longRows
  }

  /// Messages of one sender and day with gaps shorter than this form a run, which shows the name once.
  ///
  /// In a longer run, the first message of each part of the day shows the time again.
  package static let runSeconds: TimeInterval = 5 * 60

  /// The length of such a part: at 12:05, at 12:10, or every quarter of an hour where the time takes a row of its own.
  private var partSeconds: TimeInterval { metrics.namesStandAlone ? 15 * 60 : Self.runSeconds }

  /// The layout of a chat's messages in an area.
  @MainActor
  package init(
    _ model: ConversationModel, history: ChatSummary.History, metrics: TimelineMetrics,
    time: TimeText, now: Date, wrapping: WrapCache
  ) {
    self.init(
      messages: model.messages, metrics: metrics, time: time, now: now,
      unread: model.window?.unread, isAtBeginning: model.isAtBeginning,
      newerCount: model.newerCount, history: history, wrapping: wrapping)
    heldLine = model.heldUnread
    answeredAt = model.since.answered
    unfolded = model.unfolded
    events = model.window?.events ?? []
  }

  package init(
    messages: [Message], metrics: TimelineMetrics, time: TimeText, now: Date,
    unread: MessageWindow.Unread?, isAtBeginning: Bool, newerCount: Int = 0,
    history: ChatSummary.History = .complete, wrapping: WrapCache = WrapCache()
  ) {
    self.messages = messages
    self.metrics = metrics
    self.time = time
    self.now = now
    self.unread = unread
    self.isAtBeginning = isAtBeginning
    self.newerCount = newerCount
    self.history = history
    self.wrapping = wrapping
  }

  /// The messages that show how far they came, because no later one came as far: the last own message that all have
  /// read, the last one after it that some have, and the last one after these that the cloud has.
  ///
  /// Where newer messages are not loaded, these are the last ones here.
  package var receipts: Set<Int> {
    var (found, reached) = (Set<Int>(), 0)
    for index in messages.indices.reversed() {
      let rank =
        switch messages[index].delivery {
        case .sent: 1
        case .read(let count, let others): count < others ? 2 : 3
        case .received, .queued, .sending, .waiting, .failed: 0
        }
      guard rank > reached else { continue }
      reached = rank
      found.insert(index)
      if reached == 3 { break }
    }
    return found
  }

  /// Whether it is too early to show that a message waits or is on its way.
  package func isBrief(_ message: Message) -> Bool {
    isAnswered && message.isOnItsWay
      && !LateSign.isDue(after: LateSign.sending, since: message.writtenAt, now: now)
  }

  /// Whether what is below the line of unread messages was answered a while ago, so that the line only marks the place.
  package var isLineAnswered: Bool {
    answeredAt.map { LateSign.isDue(after: LateSign.answered, since: $0, now: now) } ?? false
  }

  /// The line that stands above the first of its messages.
  package var line: MessageWindow.Unread? { heldLine ?? unread }

  /// The rows of one message, with the rules that stand above it.
  package func block(_ index: Int) -> TimelineBlock {
    let message = messages[index]
    let previous = index > 0 ? messages[index - 1] : nil
    let clock = time.clock(message.timestamp)
    var above: [TimelineRow.Content] = []
    if isBelowGap(message, previous) {
      above.append(.missing)
    } else if index == 0 {
      above.append(isAtBeginning ? .beginning : .older)
    }
    let (earlier, sameDay) = eventRows(above: message, since: previous)
    above += earlier
    let isNewDay = previous.map { !time.isSameDay($0.timestamp, message.timestamp) } ?? true
    if isNewDay { above.append(.day(time.longDay(message.timestamp, now: now))) }
    above += sameDay
    if let line, line.first == message.cursor { above.append(.unread(count: line.count)) }
    if let fold = message.fold {
      var body = [TimelineRow.Content.folded(text(of: fold))]
      if index == messages.count - 1, newerCount == 0 { body += endRows(below: message) }
      return TimelineBlock(index: index, above: above, body: body)
    }
    let startsRun = above.isEmpty ? !continuesRun(message, after: previous) : true
    let showsTime = metrics.showsTimes && (startsRun || repeatsTime(index))
    if metrics.isAiry, startsRun, needsAir(below: above.last, isFirst: previous == nil) {
      above.append(.blank)
    }
    if metrics.namesStandAlone, startsRun || showsTime {
      above.append(.sender(time: metrics.showsTimes ? clock : ""))
    }
    var (lines, notes) = wrapping.lines(of: message, width: metrics.textWidth)
    if lines.count > Self.longRows, !unfolded.contains(message.id) {
      let rest = lines.count - Self.foldedRows
      lines = Array(lines.prefix(Self.foldedRows))
      notes.insert("… \(rest) more rows" + (unfoldWay.isEmpty ? "" : ": \(unfoldWay)"), at: 0)
    }
    if message.answerCount > 0 { notes.append(MessageWords.answers(message.answerCount)) }
    if message.isPinned, !message.isDeleted { notes.insert("^ pinned", at: 0) }
    if let file = message.attachment, !message.isDeleted {
      lines += FileCard.rows(of: file, width: metrics.clientWidth)
    }
    var body: [TimelineRow.Content] = []
    var headTime = metrics.namesStandAlone || !showsTime ? nil : clock
    var headName = startsRun && !metrics.namesStandAlone
    if startsRun, noteBesideName(of: message) == nil, let note = SenderWords.note(message) {
      body.append(.archive(note, time: headTime, showsName: headName))
      (headTime, headName) = (nil, false)
    }
    if let quote = message.replyTo, !message.isDeleted {
      let (name, text) = MessageWords.quoteParts(quote)
      body.append(.quote(name: name, text: text, time: headTime, showsName: headName))
      (headTime, headName) = (nil, false)
    }
    for (row, line) in lines.enumerated() {
      body.append(
        .text(
          line, time: row == 0 ? headTime : nil, showsName: row == 0 && headName,
          isLast: row == lines.count - 1))
    }
    body += pictureRows(of: message)
    body += notes.map { .reactions($0) }
    if index == messages.count - 1, newerCount == 0 { body += endRows(below: message) }
    return TimelineBlock(index: index, above: above, body: body)
  }

  /// The mark of a message from an archive, if it has room behind name and time in the row of the sender.
  package func noteBesideName(of message: Message) -> String? {
    guard metrics.namesStandAlone, let note = SenderWords.note(message) else { return nil }
    let clock = metrics.showsTimes ? time.clock(message.timestamp) : ""
    let words = [SenderWords.name(message), clock, note].filter { !$0.isEmpty }
    return TextWidth.of(words.joined(separator: "  ")) <= metrics.clientWidth ? note : nil
  }

  private func text(of fold: Message.Fold) -> String {
    let words = DisplayText.singleLine(BlockWords.line(fold))
    let whole = "\(words): \(showWay) shows \(fold.count == 1 ? "it" : "them")"
    return showWay.isEmpty || TextWidth.of(whole) > metrics.clientWidth ? words : whole
  }

  /// Whether a blank row stands between a sender and what is above: a message, or something that happened.
  private func needsAir(below content: TimelineRow.Content?, isFirst: Bool) -> Bool {
    guard let content else { return !isFirst }
    if case .event = content { return true }
    return false
  }

  /// Whether messages may be missing directly above this one, because the engine fetches the newest messages first.
  private func isBelowGap(_ message: Message, _ previous: Message?) -> Bool {
    guard case .incomplete(let from) = history else { return false }
    guard let from else { return previous == nil }
    return message.timestamp >= from && (previous.map { $0.timestamp < from } ?? true)
  }

  private func continuesRun(_ message: Message, after previous: Message?) -> Bool {
    guard let previous, previous.senderID == message.senderID, previous.fold == nil,
      previous.archivedSender == message.archivedSender
    else { return false }
    let gap = message.timestamp.timeIntervalSince(previous.timestamp)
    return gap < Self.runSeconds
  }

  /// Whether a message shows its time again.
  ///
  /// It does if it is the first one of a part of the day, and its run began longer ago than such a part lasts.
  ///
  /// Looks at nothing older than that, so that loading older messages does not change what is shown.
  private func repeatsTime(_ index: Int) -> Bool {
    let time = messages[index].timestamp
    func part(_ index: Int) -> Double {
      (messages[index].timestamp.timeIntervalSince1970 / partSeconds).rounded(.down)
    }
    guard index > 0, part(index - 1) != part(index) else { return false }
    func isLongAgo(_ index: Int) -> Bool {
      time.timeIntervalSince(messages[index].timestamp) >= partSeconds
    }
    var start = index - 1
    while start > 0, !isLongAgo(start),
      continuesRun(messages[start], after: messages[start - 1])
    {
      start -= 1
    }
    return isLongAgo(start)
  }
}
