import ChatModel
import ChatWords
import ClientSettings
import CloudModel
import Foundation
import TerminalUI

/// Draws what stands beside the open chat; its place and width are `ScreenLayout`'s.
enum SidePanelView {
  @MainActor
  static func dialog(_ chat: ChatSummary, members: [Member]?, at moment: DialogMoment) -> Dialog {
    Dialog(
      title: ChatListText.name(chat),
      rows: people(members) + [.blank, .heading("About")] + about(chat, members, at: moment),
      footer: [])
  }

  /// Rows for people at most; F8 shows them all.
  private static let peopleLimit = 20

  private static func people(_ members: [Member]?) -> [Dialog.Row] {
    guard let members, !members.isEmpty else { return [.heading("Members")] }
    let shown = members.prefix(peopleLimit).map { MembersView.item($0) }
    let rest = members.count - shown.count
    return [.heading("Members \(members.count)")] + shown
      + (rest > 0 ? [.text("and \(rest) more: /members", Theme.quiet)] : [])
  }

  @MainActor
  private static func about(
    _ chat: ChatSummary, _ members: [Member]?, at moment: DialogMoment
  ) -> [Dialog.Row] {
    let owner = members?.first { $0.role == .owner }
    let right =
      switch chat.access {
      case .owner: "yours"
      case .readWrite: "read and write"
      case .readOnly: "read only"
      case .sealed: "closed"
      }
    let history =
      switch chat.history {
      case .complete: "complete"
      default: "older messages are in the cloud"
      }
    var rows: [Dialog.Row] = []
    if let owner, !owner.isMe { rows.append(.pair("Owner", PersonWords.full(owner))) }
    rows.append(.pair("Right", right))
    // Until the chat's first record is fetched, nobody knows.
    if chat.createdAt > .distantPast {
      rows.append(.pair("Since", moment.time.day(chat.createdAt, now: moment.now)))
    }
    rows += [.pair("History", history), .pair("Zone", chat.zoneName)]
    let pinnedCount = moment.app.conversation?.window?.pinnedCount ?? 0
    if pinnedCount > 0, chat.id == moment.app.openChat {
      let way = moment.app.keymap.way(to: .pinned)
      rows.append(.pair("Pinned", "\(pinnedCount) for everyone: \(way)"))
    }
    if chat.queuedCount > 0 { rows.append(.pair("Waiting", "\(chat.queuedCount) to be sent")) }
    if chat.failedCount > 0 { rows.append(.pair("Failed", "\(chat.failedCount) not sent")) }
    return rows
  }
}
