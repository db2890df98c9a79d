import ChatModel
import Foundation
import TerminalUI

/// The top line: the open chat, how many are in it, and the connection when it is not normal.
struct TitleView {
  /// The name of the account, which others need to invite it.
  let account: String
  let chat: ChatSummary?
  let connection: ConnectionStatus?
  let othersUnread: UnreadTotal
  let invitationCount: Int
  let showsList: Bool
  let time: TimeText
  let now: Date

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
    let title = grid.draw(name, in: rest, style: Theme.title)
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
    if let reason = chat.trouble {
      words.append("news missing: \(DisplayText.singleLine(reason))")
    }
    return words.joined(separator: ", ")
  }

  /// What waits elsewhere, where there is no room for the list.
  private var narrowNote: String {
    let words = [
      othersUnread.text.map { $0 + " new" }, invitationCount > 0 ? "+\(invitationCount)" : nil,
    ]
    return words.compactMap(\.self).joined(separator: " ")
  }

  /// The connection in words, only when it is not normal; `up to date` is not shown.
  private func connectionText(isShort: Bool) -> (String, Style) {
    guard let connection else { return ("", .plain) }
    var words: [String] = []
    var style = Theme.quiet
    switch connection.state {
    case .upToDate, .waiting: break
    case .connecting: words.append("connecting")
    // Sending read receipts takes a moment, and need not be shown.
    case .syncing where connection.queuedCount == 0 && connection.lowPriorityCount > 0: break
    case .syncing: words.append("syncing")
    case .offline:
      words.append(
        isShort ? "offline" : "offline since \(time.moment(connection.since, now: now))")
      style = Theme.notice.adding(.bold)
    case .suspended(let reason), .stopped(let reason):
      words.append(isShort ? "stopped" : DisplayText.singleLine(reason))
      style = Theme.notice.adding(.bold)
    }
    if !connection.troubles.isEmpty, connection.state.obstacle == nil {
      words.append(isShort ? "?" : "some news missing")
      style = Theme.notice
    }
    if let wait = connection.wait, connection.state.obstacle == nil {
      let clock = time.clock(wait.until)
      words.append(isShort ? "→\(clock)" : "waits until \(clock)")
      style = Theme.notice
    }
    if connection.queuedCount > 0 {
      words.append(isShort ? "·\(connection.queuedCount)" : "\(connection.queuedCount) queued")
    }
    if connection.failedCount > 0 {
      words.append(isShort ? "!\(connection.failedCount)" : "\(connection.failedCount) failed")
      style = Theme.failure
    }
    return (words.joined(separator: isShort ? " " : ", "), style)
  }
}
