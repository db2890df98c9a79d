import ChatModel
import ChatWords
import Foundation
import TerminalUI

/// The top line: over the list the own name and the number of things that need the person, over the pane the open chat,
/// and at the right end what is not normal.
struct TitleView {
  /// The name of the account, which others need to invite it.
  let account: String
  let chat: ChatSummary?
  /// The messages of the chat that are pinned for everyone.
  let pinnedCount: Int
  /// Whether below the messages stands that nobody else reads them, and why.
  let paneNamesReaders: Bool
  let words: ConnectionWords?
  /// The messages and invitations that need the person.
  let needingCount: Int
  /// The columns over the list and its divider; nil where list and chat are shown one at a time.
  let listColumns: Int?
  let showsList: Bool

  /// A title keeps so many columns beside the words of a state; with fewer the words are short.
  private static let titleColumns = 12

  func draw(into grid: inout Grid, in area: Rect) {
    let isNarrow = area.width < ScreenLayout.twoPaneColumns
    var rest = area
    if let listColumns {
      drawAccount(into: &grid, in: rest.remove(listColumns, from: .leading))
    }
    _ = rest.remove(1, from: .trailing)
    _ = rest.remove(min(TimelineMetrics.gutter, rest.width), from: .leading)
    if listColumns == nil, let number { draw(number, Theme.accent, atEndOf: &rest, into: &grid) }
    let isRoomy = !isNarrow && rest.width - (state(isShort: false)?.width ?? 0) > Self.titleColumns
    if let state = state(isShort: !isRoomy) {
      draw(state.text, state.style, atEndOf: &rest, into: &grid)
    }
    let name = isNarrow && showsList ? "Chats" : chat.map(ChatListText.name) ?? "ZoneChat"
    let title = grid.draw(name, in: rest, style: Theme.strong)
    rest = rest.split(title.width + 2, from: .leading).rest
    let facts = isNarrow ? shortFacts : facts
    if rest.width > 2 { grid.draw(facts, in: rest, style: Theme.quiet) }
    grid.lay(Theme.panel, under: area)
  }

  private func drawAccount(into grid: inout Grid, in area: Rect) {
    var rest = area
    _ = rest.remove(1, from: .leading)
    // As for the badges below it, a column is left before the divider.
    _ = rest.remove(2, from: .trailing)
    if let number { draw(number, Theme.accent, atEndOf: &rest, into: &grid) }
    grid.draw(account, in: rest, style: Theme.quiet)
  }

  /// Draws words at the right end of what is left, which loses their columns and a blank.
  private func draw(
    _ text: String, _ style: Style, atEndOf rest: inout Rect, into grid: inout Grid
  ) {
    let drawn = grid.draw(text, in: rest, align: .trailing, style: style)
    _ = rest.remove(drawn.width + 1, from: .trailing)
  }

  private var number: String? {
    let limit = ChatSummary.unreadCountLimit - 1
    return needingCount == 0 ? nil : needingCount > limit ? "\(limit)+" : "\(needingCount)"
  }

  private var facts: String {
    guard let chat else { return "" }
    var words = paneNamesReaders ? [] : [ChatListText.people(of: chat)]
    if case .sealed = chat.access { words = ["closed"] }
    if chat.isSealed { words.append(SealedWords.mark) }
    if pinnedCount > 0 { words.append("\(pinnedCount) pinned") }
    if let trouble = AccessWords.trouble(of: chat) { words.append(DisplayText.singleLine(trouble)) }
    return words.joined(separator: " · ")
  }

  /// The number of members and of pinned messages, for a screen without room for words.
  private var shortFacts: String {
    guard let chat, !showsList else { return "" }
    return "\(chat.memberCount)" + (pinnedCount > 0 ? " ^\(pinnedCount)" : "")
  }

  /// The right and the connection where they are not normal.
  private func state(isShort: Bool) -> (text: String, style: Style, width: Int)? {
    let obstacle = words?.obstacle(isShort: isShort)
    let access = chat?.access == .readOnly && !showsList ? "read only" : nil
    let text = [access, obstacle?.text].compactMap(\.self).joined(separator: " · ")
    guard !text.isEmpty else { return nil }
    return (text: text, style: obstacle?.style ?? Theme.quiet, width: TextWidth.of(text))
  }
}
