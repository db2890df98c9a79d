import ChatCore
import ChatModel
import TerminalUI

@testable import ChatUI

/// The rules for the windows after a step; each check says in words what is wrong, and nil if nothing is.
extension RandomReading {
  /// The problem in a window, in words; nil if there is none.
  func problem(in window: ScreenDriver, isFresh: Bool) throws -> String? {
    guard let (timeline, picture, height) = picture(window),
      let conversation = window.model.conversation
    else { return nil }
    if !conversation.isCurrent { return "messages are asked for and never come" }
    if picture.rows.count > height { return "more rows than the pane has" }
    if picture.rows.count < height, !(picture.isAtTop && picture.isAtEnd) { return "empty rows" }
    for (row, next) in zip(picture.rows, picture.rows.dropFirst()) {
      let isNext =
        next.index == row.index
        ? next.row == row.row + 1 : next.index == row.index + 1 && next.row <= 0
      if !isNext { return "rows are missing" }
    }
    let loaded = timeline.messages.map(\.cursor)
    guard isFresh else { return nil }
    let names = known.map(\.cursor)
    if let first = loaded.first, let start = names.firstIndex(of: first) {
      let wanted = names.dropFirst(start).prefix(loaded.count)
      if let (place, other) = zip(loaded, wanted).first(where: { $0 != $1 }) {
        return "\(place.recordName) stands where \(other.recordName) belongs"
      }
    }
    if picture.isAtEnd, loaded.last != names.last { return "the end is not the newest message" }
    return conversation.knowsUnread ? lineProblem(of: conversation, in: picture, of: timeline) : nil
  }

  private func lineProblem(
    of conversation: ConversationModel, in picture: TimelinePicture, of timeline: TimelineLayout
  ) -> String? {
    var wanted: (Int, MessageCursor?) = (0, nil)
    if let line = conversation.reading.line {
      wanted = count(after: line.after, through: line.through)
    }
    let unread = conversation.window?.unread
    if unread?.count ?? 0 != wanted.0 {
      return "the line says \(unread?.count ?? 0), not \(wanted.0)"
    }
    if unread?.first != wanted.1 { return "the line stands above another message" }
    let rules = picture.rows.filter { if case .unread = $0.content { true } else { false } }
    if rules.count > 1 { return "more than one line" }
    if let held = timeline.heldLine {
      // What is new begins above the pane, and the line that was there before has not moved.
      guard let rule = rules.first else { return "a line is held that is not in the pane" }
      guard timeline.messages[rule.index].cursor == held.first else {
        return "the line that is held is drawn elsewhere"
      }
      guard let top = picture.rows.first, let first = wanted.1,
        first < timeline.messages[top.index].cursor
      else { return "a line is held although what is new begins in the pane" }
      let range = conversation.heldLine?.range
      let below = count(after: range?.after, through: range?.through, from: held.first)
      return held.count == below.0 ? nil : "the held line says \(held.count), not \(below.0)"
    }
    if let rule = rules.first, timeline.messages[rule.index].cursor != wanted.1 {
      return "the line is drawn above another message"
    }
    let isShown = picture.rows.contains {
      $0.row == 0 && timeline.messages[$0.index].cursor == wanted.1
    }
    // The rule is the last but one or two of what stands above the message.
    if isShown, rules.isEmpty, let first = picture.rows.first,
      timeline.messages[first.index].cursor != wanted.1
    {
      return "the line is not drawn"
    }
    return nil
  }

  /// The person has not touched this window: what they read stays where it is.
  func problem(in window: ScreenDriver, movedFrom before: View) -> String? {
    guard let (timeline, picture, _) = picture(window),
      let conversation = window.model.conversation, let first = picture.rows.first
    else { return nil }
    if before.picked != nil { return pickProblem(in: window) }
    switch before.anchor {
    case _ where before.isAtEnd, .end:
      if conversation.anchor == .end { return picture.isAtEnd ? nil : "the end is not shown" }
      // A message above may have grown, so that the end is below the pane now.
      if case .top(let row) = before.anchor, conversation.anchor == before.anchor {
        let isShown = picture.rows.contains { timeline.messages[$0.index].id == row.message }
        return isShown ? nil : "the message is not shown"
      }
      return timeline.unreadRule(in: picture).isShown ? nil : "it left the end without a line"
    case .top(let row):
      guard case .top = conversation.anchor else { return "it went to the end" }
      guard let top = before.top,
        let index = timeline.messages.firstIndex(where: { $0.id == top.message })
      else {
        // The message is gone: its neighbour is on the screen.
        let isNear = picture.rows.contains { timeline.messages[$0.index].cursor >= row.cursor }
        return isNear ? nil : "the place of a removed message is not shown"
      }
      if picture.isAtEnd || picture.newerCount == 0 {
        return picture.rows.contains { $0.index == index } ? nil : "the message is not shown"
      }
      guard first.index == index else { return "another message is at the top" }
      let block = timeline.block(index)
      if block.body.count == top.rowCount, first.row != top.row, top.row >= 0 {
        return "row \(first.row) is at the top, not \(top.row)"
      }
      return nil
    }
  }

  func problem(in window: ScreenDriver, resizedFrom before: View) -> String? {
    guard let (timeline, picture, _) = picture(window),
      let conversation = window.model.conversation, let top = before.top
    else { return nil }
    if before.picked != nil { return pickProblem(in: window) }
    if before.anchor == .end {
      return conversation.anchor != .end || picture.isAtEnd ? nil : "the end is not shown"
    }
    guard let index = timeline.messages.firstIndex(where: { $0.id == top.message }) else {
      return nil
    }
    return picture.rows.contains { $0.index == index } ? nil : "the message at the top has left"
  }

  private func pickProblem(in window: ScreenDriver) -> String? {
    guard let (timeline, picture, _) = picture(window),
      let picked = window.model.conversation?.picked,
      let index = timeline.messages.firstIndex(where: { $0.id == picked })
    else { return nil }
    return picture.rows.contains { $0.index == index } ? nil : "the picked message is not shown"
  }
}
