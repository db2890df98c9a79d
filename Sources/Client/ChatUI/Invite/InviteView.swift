import ChatCore
import ChatModel
import ChatWords
import ClientSettings
import CloudModel
import TerminalUI

/// Draws the invitation by name, up to its link.
enum InviteView {
  @MainActor
  static func dialog(_ model: InviteModel, on screen: Size, _ keymap: Keymap) -> Dialog {
    let title = "Invite to \(model.chatName)"
    switch model.phase {
    case .asking:
      var rows: [Dialog.Row] = [
        .text("Account names, separated by spaces, or nothing for a link:", .plain),
        .input(model.input),
        .text(permission(model.permission), Theme.quiet),
      ]
      if let error = model.error { rows.append(.text(error, Theme.danger)) }
      return Dialog(
        title: title, rows: rows,
        footer: [
          .confirm(model.names.isEmpty ? "show the link" : "invite"), .action(.inviteChangeRight),
        ]
          + (model.takesNewPeople ? [.action(.inviteNewPerson)] : [])
          + (model.names.count == 1 ? [.action(.inviteWriteAlone)] : []) + [.cancel("close")])
    case .working:
      let names = model.names.joined(separator: ", ")
      return Dialog(
        title: title, rows: [.text("Inviting \(names) …", .plain)], footer: [.cancel("stop")])
    case .done(let link) where model.showsCode:
      return LinkCodeView.dialog(link, title: title, on: screen)
    case .done(let link):
      return Dialog(
        title: title,
        rows: outcome(of: model, keymap) + [.link(link.description, target: link.description)]
          + LinkView.reach(of: link),
        footer: LinkCodeView.footer())
    }
  }

  /// The people who are invited now, and those who were members before, for whom nothing changes.
  @MainActor
  private static func outcome(of model: InviteModel, _ keymap: Keymap) -> [Dialog.Row] {
    let (members, invited) = InviteWords.standing(of: model.names, among: model.members)
    let key = keymap.keys(of: .membersChangeRight).first.map { KeyName.of($0.event) + " in " } ?? ""
    let known = members.map { member in
      Dialog.Row.text(
        InviteWords.isMember(member, way: key + keymap.way(to: .members)), .plain)
    }
    guard !invited.isEmpty else {
      return known + [.blank, .text("Nobody is invited. The link of the chat:", .plain)]
    }
    return [.text("Invited: \(invited.joined(separator: ", ")).", .plain)] + known + [
      .blank,
      .text("They find the invitation in ZoneChat. You can also send them this link:", .plain),
    ]
  }

  private static func permission(_ permission: Participant.Permission) -> String {
    switch permission {
    case .readWrite: "They may read and write."
    case .readOnly, .none: "They may only read."
    }
  }
}

extension InviteModel: TextDialog {
  package var needs: Set<ScreenNeed> { [.newPeople, .members(chat)] }

  package var isAsking: Bool { phase == .asking }

  package var context: ActionContext {
    switch phase {
    case .asking: .invite
    case .working: .dialog
    case .done: .link
    }
  }

  package func dialog(at moment: DialogMoment) -> Dialog {
    InviteView.dialog(self, on: moment.screen, moment.app.keymap)
  }

  package func confirm(in app: AppModel) {
    switch phase {
    case .asking where names.isEmpty: app.showLink("")
    case .asking: app.sendInvitations(self)
    case .working: break
    case .done: app.closeOverlay()
    }
  }

  package func stepBack() -> Bool {
    guard phase == .working else { return false }
    phase = .asking
    return true
  }

  package func take(_ event: AppEvent) {
    if case .newPeople(let areWelcome) = event { takesNewPeople = areWelcome }
    if case .members(chat, let members) = event { self.members = members }
  }

  package func perform(_ action: Action, in app: AppModel) {
    if action == .inviteWriteAlone {
      writeAlone(in: app)
    } else if action == .inviteNewPerson {
      app.showNewPersonLink(of: chat)
    } else if case .done(let link) = phase {
      LinkCodeView.perform(action, on: link, showsCode: &showsCode, in: app)
    } else if action == .inviteChangeRight {
      togglePermission()
    }
  }

  /// Goes to the chat with the one person whose name is written, instead of inviting them to this one.
  private func writeAlone(in app: AppModel) {
    guard let name = names.first, names.count == 1 else {
      error = "Write the name of one person, to whom alone you want to write."
      return
    }
    app.write(to: name)
  }

  package func take(_ answer: SharingAnswer) -> Bool {
    switch answer {
    case .invited(let link): phase = .done(link)
    case .failed(let reason):
      phase = .asking
      error = reason
    case .link, .newPersonLink, .preview, .linkOfOtherServer, .joined, .chatOfTwo, .declined,
      .changedMembers,
      .storage:
      return false
    }
    return true
  }
}
