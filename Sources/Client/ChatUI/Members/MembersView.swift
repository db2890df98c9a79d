import ChatCore
import ChatModel
import ChatWords
import CloudModel
import TerminalUI

/// Draws who is in a chat.
enum MembersView {
  @MainActor
  static func dialog(_ model: MembersModel) -> Dialog {
    let title = "Members of \(model.chatName)"
    switch model.phase {
    case .asking(let change):
      return Dialog(
        title: title, rows: [],
        scrolling: MemberChangeWords.consequences(of: change).map { .text($0, .plain) },
        scroll: model.scroll,
        footer: [.confirm(MemberChangeWords.verb(of: change)), .cancel("back")], columns: 60)
    case .working(let change):
      return Dialog(
        title: title, rows: [.text(MemberChangeWords.progress(of: change), .plain)],
        footer: [.cancel("stop")], columns: 60)
    case .comparing: return number(model)
    case .choosing: return list(model, title: title)
    }
  }

  /// The number that both compare, in rows that are read aloud one after the other.
  @MainActor
  private static func number(_ model: MembersModel) -> Dialog {
    let member = model.selected
    let name = member.map(PersonWords.full) ?? ""
    guard case .listed(let number, let comparison)? = member?.keys else {
      return list(model, title: "Members of \(model.chatName)")
    }
    return Dialog(
      title: "Number with \(name)", rows: [],
      scrolling: SealedWords.rows(of: number).map { .drawing($0, Theme.strong) }
        + [.blank, .text(SealedWords.howToCompare(with: name, comparison), Theme.quiet)],
      scroll: model.scroll,
      footer: [
        .action(
          .membersCompared, comparison == .compared ? "not the same" : "they are the same"),
        .cancel("back"),
      ], columns: 60)
  }

  @MainActor
  private static func list(_ model: MembersModel, title: String) -> Dialog {
    let items = model.members.map {
      item($0, in: model.storage, isSelected: $0.id == model.selected?.id)
    }
    let use = model.storage.map { "\(StorageWords.whole($0)) /limit changes that." }
    let past = model.closing.map { "\($0)\(items.isEmpty ? "" : " These were its members:")" }
    let waiting = model.isLoaded && past == nil ? "The members are not known yet." : ""
    return Dialog(
      title: title,
      rows: (model.error.map { [.text($0, Theme.danger)] } ?? [])
        + (model.isSealed ? [.text(SealedWords.sealed, Theme.quiet)] : [])
        + model.words.map { .text($0, Theme.danger) }
        + [past, use].compactMap(\.self).map { .text($0, Theme.quiet) },
      scrolling: items.isEmpty ? [.text(waiting, Theme.quiet)] : items, scroll: model.scroll,
      footer: hints(model) + [.cancel("close")], columns: 60)
  }

  /// What can be done with the chosen member, and that others can be chosen.
  @MainActor
  private static func hints(_ model: MembersModel) -> [Dialog.Hint] {
    guard let member = model.selected else { return [] }
    var hints: [Dialog.Hint] = []
    if model.canChangeRight(of: member) { hints.append(.action(.membersChangeRight)) }
    if model.canRemove(member) {
      hints.append(.action(.membersRemove, member.status == .pending ? "withdraw" : nil))
    }
    if model.canLeave(as: member) { hints.append(.action(.membersRemove, "leave")) }
    if model.canBlock(member) {
      hints.append(.action(.membersBlock, member.isBlocked ? "unblock" : nil))
    }
    if case .listed(_, let comparison)? = member.keys {
      hints += [
        .action(.membersNumber),
        .action(.membersCompared, comparison == .compared ? "not compared" : nil),
      ]
    }
    return hints + (model.members.count > 1 ? [.choose] : [])
  }

  /// Somebody with their part in the chat.
  static func item(
    _ member: Member, in storage: ChatStorage? = nil, isSelected: Bool = false
  ) -> Dialog.Row {
    let use = storage.flatMap { StorageWords.use(of: member, in: $0) }
    return .item(
      PersonWords.full(member) + (member.isMe ? " (you)" : ""),
      note: note(on: member) + (use.map { ", \($0)" } ?? ""), isSelected: isSelected)
  }

  private static func note(on member: Member) -> String {
    // The share calls them a member, and nobody else does.
    if member.keys == .notLetIn { return SealedWords.stranger }
    return
      ([
        part(of: member), member.isBlocked ? "blocked" : nil, member.keys.flatMap(SealedWords.note),
      ]).compactMap(\.self).joined(separator: ", ")
  }

  private static func part(of member: Member) -> String {
    if member.role == .owner { return "owner" }
    switch member.status {
    case .pending where member.isUntold: return "invited by your first message"
    case .pending: return member.permission == .readOnly ? "invited to read" : "invited"
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
  package var needs: Set<ScreenNeed> { [.members(chat)] }

  package var isPanel: Bool { true }

  package var context: ActionContext {
    switch phase {
    case .choosing, .comparing: .members
    case .asking, .working: .dialog
    }
  }

  package func dialog(at moment: DialogMoment) -> Dialog { MembersView.dialog(self) }

  package func move(by rows: Int) {
    if phase == .choosing { moveSelection(by: rows) } else { scroll.move(by: rows) }
  }

  package var question: String? {
    guard case .asking(let change) = phase else { return nil }
    return MemberChangeWords.consequences(of: change).joined(separator: "\n")
  }

  package func perform(_ action: Action, in app: AppModel) {
    switch action {
    case .membersChangeRight:
      if let member = selected, canRemove(member), !canChangeRight(of: member) {
        return error = ChatError.rightOfLink(member: member.name).description
      }
      ask { .permission($0, $0.permission == .readWrite ? .readOnly : .readWrite) }
    case .membersRemove:
      if let member = selected, canLeave(as: member) { return app.leave(chat) }
      ask { .removal($0) }
    case .membersBlock:
      guard let member = selected, let user = userToBlock() else { break }
      app.want(.write(.block(!member.isBlocked, .user(user))))
    case .membersNumber: showNumber()
    case .membersCompared:
      guard let member = selected, let user = userToCompare() else { break }
      app.want(
        .write(.compare(!(member.keys?.isCompared ?? false), user: user, in: chat)))
    default: break
    }
  }

  package func confirm(in app: AppModel) {
    switch phase {
    case .choosing: app.cancelOverlay()
    case .comparing: phase = .choosing
    case .working: break
    case .asking(let change):
      phase = .working(change)
      switch change {
      case .permission(let member, let permission):
        app.ask(.setPermission(of: member.reference, in: chat, permission))
      case .removal(let member): app.ask(.remove(member.reference, from: chat))
      case .stopSharing: app.ask(.stopSharing(chat))
      case .limit: break
      }
    }
  }

  package func stepBack() -> Bool {
    if case .asking = phase, isForOneChange { return false }
    guard phase != .choosing else { return false }
    phase = .choosing
    return true
  }

  package func take(_ event: AppEvent) {
    if case .members(chat, let members) = event { update(members) }
  }

  package func take(_ answer: SharingAnswer) -> Bool {
    switch answer {
    case .changedMembers: break
    case .storage(let storage):
      self.storage = storage
      // The answer to a question of this dialog leaves another one open.
      guard case .working(.limit) = phase else { return true }
    case .failed(let reason):
      // Where nothing is being changed, only the question what the members use has failed.
      guard case .working = phase else { return true }
      error = reason
    case .invited, .link, .newPersonLink, .preview, .linkOfOtherServer, .joined, .chatOfTwo,
      .declined:
      return false
    }
    phase = .choosing
    return true
  }
}

extension Member {
  /// The member's reference in a request: the user record name if it is known, because a name can be given up.
  fileprivate var reference: String { userRecordName ?? name }
}
