import ChatModel
import ChatWords
import ClientSettings
import CloudModel
import Foundation
import TerminalUI

/// Draws what stands beside the open chat; its place and width are `ScreenLayout`'s.
///
/// The panel is for people: the zone and other things for programs are in the details of a message.
@MainActor
struct SidePanelView {
  let chat: ChatSummary
  let panel: SidePanelModel
  /// What Enter opens; nil while the panel does not have the keys.
  let selected: SidePanelModel.Entry?
  let moment: DialogMoment
  /// Whether all entries are shown, and the rest is reached by scrolling.
  var isWhole = false

  /// Our choice: on a screen of fewer rows each part has half of its entries, so that all parts have room.
  private static let rowsForAll = 40
  private var entryLimit: Int {
    isWhole || moment.screen.height >= Self.rowsForAll
      ? ChatHighlights.limit : ChatHighlights.limit / 2
  }

  /// Rows for people at most; F8 shows them all.
  private static let peopleLimit = 12

  /// The panel while it does not have the keys.
  var dialog: Dialog { Dialog(title: "", rows: rows, footer: []) }

  /// All sections that have something, with a blank row between them.
  var rows: [Dialog.Row] {
    let highlights = panel.highlights(of: chat.id)
    let sections: [[Dialog.Row]?] = [
      people, highlights.map { pins($0.pins) }, highlights.map { files($0.files) },
      highlights.map { links($0.links) }, own,
    ]
    let shown = sections.compactMap(\.self).filter { !$0.isEmpty }
    return Array(shown.joined(separator: [Dialog.Row.blank]))
  }

  private func section(
    _ title: String, _ count: String, _ rows: [Dialog.Row]
  ) -> [Dialog.Row] {
    rows.isEmpty ? [] : [.section(title, count: count)] + rows
  }

  // MARK: - Members

  private var people: [Dialog.Row]? {
    guard let read = panel.members(of: chat.id) else { return nil }
    let members = MembersModel.shown(read, in: chat.access)
    let rest = members.count - Self.peopleLimit
    let shown = members.prefix(Self.peopleLimit).map { member in
      Dialog.Row.fact(
        PersonWords.full(member),
        member.isMe
          ? Theme.ownName : Theme.name(of: member.userRecordName ?? member.participantID),
        value: Self.part(of: member), isSelected: false)
    }
    return section(
      chat.access.isClosed ? "Former members" : "Members", "\(members.count)",
      shown + (rest > 0 ? [.text("and \(rest) more: /members", Theme.quiet)] : []))
  }

  /// A member's part in the chat, in a word.
  private static func part(of member: Member) -> String {
    if member.isMe { return member.role == .owner ? "you, owner" : "you" }
    if member.isBlocked { return "blocked" }
    if member.keys == .notLetIn { return SealedWords.stranger }
    if member.role == .owner { return "owner" }
    switch member.status {
    case .pending: return member.isUntold ? "not told yet" : "invited"
    case .removed: return "removed"
    case .accepted: break
    }
    switch member.permission {
    case .readWrite: return "writes"
    case .readOnly: return "reads"
    case .none: return "no access"
    }
  }

  // MARK: - Messages

  private func pins(_ part: ChatHighlights.Part<PinnedMessage>) -> [Dialog.Row] {
    section(
      "Pinned", part.countText,
      part.newest.prefix(entryLimit).map { pin -> Dialog.Row in
        let message = pin.message
        let words =
          message.isOfBlockedPerson
          ? BlockWords.message(of: message.senderName) : MessageWords.firstLine(of: message)
        return .fact(
          DisplayText.singleLine(words), Theme.text, value: listTime(message.timestamp),
          isSelected: selected == .pin(pin.id))
      })
  }

  private func files(_ part: ChatHighlights.Part<Message>) -> [Dialog.Row] {
    section(
      "Files", part.countText,
      part.newest.prefix(entryLimit).compactMap { message -> Dialog.Row? in
        guard let file = message.attachment else { return nil }
        let sender = message.isOwn ? "You" : DisplayText.singleLine(message.senderName)
        return .fact(
          DisplayText.singleLine(file.name), Theme.text,
          value: "\(sender)  \(FileWords.size(file.size))",
          isSelected: selected == .file(message.id))
      })
  }

  private func links(_ part: ChatHighlights.Part<ChatHighlights.Link>) -> [Dialog.Row] {
    section(
      "Links", part.countText,
      part.newest.prefix(entryLimit).map { link -> Dialog.Row in
        let (words, style) = Self.place(of: link.address)
        return .fact(
          words, style, value: listTime(link.sentAt), isSelected: selected == .link(link))
      })
  }

  /// An address without its scheme; where its host can pass for another one, the host as the network has it, with a
  /// mark.
  private static func place(of address: String) -> (words: String, style: Style) {
    if let host = LinkHost(of: address), host.isDoubtful {
      return ("! " + DisplayText.singleLine(host.ascii), Theme.warning)
    }
    let line = DisplayText.singleLine(address)
    let place = line.firstRange(of: "://").map { String(line[$0.upperBound...]) }
    return (place ?? line, Theme.link)
  }

  private func listTime(_ date: Date) -> String { moment.time.listTime(date, now: moment.now) }

  // MARK: - You

  /// What the person may do in the chat, and when they are told of it.
  private var own: [Dialog.Row] {
    let right =
      switch chat.access {
      case .owner: "everything"
      case .readWrite: "read and write"
      case .readOnly: "only read"
      case .sealed: "read what is here"
      }
    var facts = [("May", right)]
    // Nothing comes in a closed chat.
    if !chat.access.isClosed { facts.append(("Told of", moment.app.rule(for: chat).words)) }
    // Until the chat's first record is fetched, nobody knows.
    if chat.createdAt > .distantPast {
      facts.append(("Since", moment.time.day(chat.createdAt, now: moment.now)))
    }
    return section(
      "You", "",
      facts.map { Dialog.Row.fact($0.0, Theme.quiet, value: $0.1, isSelected: false) })
  }
}
