import ChatModel
import ChatWords
import Foundation
import TerminalUI

/// The top line: the open chat, how many are in it, and the connection when it is not normal.
struct TitleView {
  /// The name of the account, which others need to invite it.
  let account: String
  let chat: ChatSummary?
  /// The messages of the chat that are pinned for everyone.
  let pinnedCount: Int
  let words: ConnectionWords?
  /// Whether only the title shows the changes that wait to be sent.
  let showsOutbox: Bool
  let othersUnread: UnreadTotal
  let invitationCount: Int
  let showsList: Bool

  func draw(into grid: inout Grid, in area: Rect) {
    var rest = Rect(column: area.column, row: area.row, width: area.width - 1, height: 1)
    if area.width >= ScreenLayout.twoPaneColumns {
      let own = grid.draw(
        account.truncated(to: rest.width / 4), in: rest, align: .trailing, style: Theme.quiet)
      rest = rest.split(rest.width - own.width - 2, from: .leading).strip
    }
    let (state, style) = connectionText(isShort: area.width < ScreenLayout.twoPaneColumns)
    let covered = grid.draw(state, in: rest, align: .trailing, style: style)
    rest = rest.split(rest.width - covered.width - 1, from: .leading).strip
    let isNarrow = area.width < ScreenLayout.twoPaneColumns
    let name = isNarrow && showsList ? "Chats" : chat.map(ChatListText.name) ?? "ZoneChat"
    let mark = isNarrow && !showsList ? "< " : " "
    let begin = grid.draw(mark, at: rest.origin, in: rest, style: Theme.quiet)
    rest = rest.split(rest.width - begin, from: .trailing).strip
    let title = grid.draw(name, in: rest, style: Theme.strong)
    rest = rest.split(rest.width - title.width - 2, from: .trailing).strip
    grid.draw(isNarrow ? narrowNote : note, in: rest, style: Theme.quiet)
  }

  private var note: String {
    guard let chat else { return "" }
    var words = [chat.memberCount == 1 ? "only you" : "\(chat.memberCount) members"]
    switch chat.access {
    case .owner, .readWrite: break
    case .readOnly: words.append("read only")
    case .sealed: words.append("closed")
    }
    if pinnedCount > 0 { words.append("\(pinnedCount) pinned") }
    if let reason = chat.trouble {
      words.append("news missing: \(DisplayText.singleLine(reason))")
    }
    return words.joined(separator: ", ")
  }

  /// The counts of pinned messages, new messages and invitations, for a screen without room for the list.
  private var narrowNote: String {
    let words = [
      pinnedCount > 0 && !showsList ? "^\(pinnedCount)" : nil,
      othersUnread.text.map { $0 + " new" }, invitationCount > 0 ? "+\(invitationCount)" : nil,
    ]
    return words.compactMap(\.self).joined(separator: " ")
  }

  /// The connection in words, only when it is not normal, and the outbox where the list does not show it.
  private func connectionText(isShort: Bool) -> (String, Style) {
    guard let words else { return ("", .plain) }
    let parts = [
      words.obstacle(isShort: isShort), showsOutbox ? words.outbox(isShort: isShort) : nil,
    ].compactMap(\.self)
    let style = parts.last { $0.style != Theme.quiet }?.style ?? Theme.quiet
    return (parts.map(\.text).joined(separator: isShort ? " " : ", "), style)
  }
}
