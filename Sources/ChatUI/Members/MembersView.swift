package import ChatModel
import CloudModel
import TerminalUI

/// Draws who is in a chat.
enum MembersView {
  @MainActor
  static func dialog(_ model: MembersModel) -> Dialog {
    let items = model.members.map { item($0) }
    let waiting = model.isLoaded ? "The members are not known yet." : ""
    return Dialog(
      title: "Members of \(model.chatName)", rows: [],
      scrolling: items.isEmpty ? [.text(waiting, Theme.quiet)] : items, scroll: model.scroll,
      footer: "Up Down scroll │ Esc close", columns: 52)
  }

  /// Somebody with their part in the chat.
  static func item(_ member: Member, isSelected: Bool = false) -> Dialog.Row {
    .item(
      PersonWords.full(member) + (member.isMe ? " (you)" : ""), note: note(on: member),
      isSelected: isSelected)
  }

  private static func note(on member: Member) -> String {
    if member.role == .owner { return "owner" }
    switch member.status {
    case .pending: return "invited"
    case .removed: return "removed"
    case .accepted: break
    }
    switch member.permission {
    case .readWrite: return "member"
    case .readOnly: return "may only read"
    case .none: return "no access"
    }
  }
}

extension MembersModel: ScreenDialog {
  package var membersWanted: ChatID? { chat }

  package var isPanel: Bool { true }

  package func dialog(at moment: DialogMoment) -> Dialog { MembersView.dialog(self) }

  package func take(_ event: AppEvent) {
    if case .members(chat, let members) = event { update(members) }
  }
}
