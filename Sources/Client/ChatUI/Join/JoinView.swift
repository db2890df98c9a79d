import ChatCore
import ChatModel
import ChatWords
import CloudModel
import TerminalUI

/// Draws the way into a chat by its link.
enum JoinView {
  @MainActor
  static func dialog(_ model: JoinModel) -> Dialog {
    switch model.phase {
    case .asking:
      var rows: [Dialog.Row] = [
        .text("Paste the link of the invitation, or type its title:", .plain), .input(model.input),
      ]
      if let error = model.error { rows.append(.text(error, Theme.danger)) }
      return Dialog(
        title: "Join a chat", rows: rows, footer: [.confirm("look up"), .cancel("close")])
    case .looking:
      return Dialog(
        title: "Join a chat", rows: [.text("Looking up the link …", .plain)],
        footer: [.cancel("stop")])
    case .preview(let invitation):
      let trouble = model.error.map { [Dialog.Row.blank, .text($0, Theme.danger)] } ?? []
      return Dialog(
        title: "Join a chat", rows: rows(of: invitation) + trouble,
        footer: invitation.isAccepted
          ? [.confirm("open"), .cancel("close")]
          : [.confirm("join"), .action(.invitationDecline), .cancel("not now")])
    case .joining(let invitation):
      return Dialog(
        title: "Join a chat", rows: rows(of: invitation) + [.text("Joining …", .plain)],
        footer: [.cancel("stop")])
    case .elsewhere(let server, let link):
      return Dialog(
        title: "Join a chat",
        rows: [
          .text(ChatError.otherServer(server) + " Open it with:", .plain),
          .text(ChatError.command(opening: link), .bold),
        ], footer: [.action(.linkCopyCommand), .cancel("close")])
    }
  }

  /// The dialog about an invitation that has left the list.
  static func voidDialog(_ invitation: Invitation) -> Dialog {
    let name = DisplayText.singleLine(ChatListText.name(invitation))
    return Dialog(
      title: "Join a chat",
      rows: [
        .text(
          "\(PersonWords.inviter(of: invitation)) has withdrawn the invitation to ‘\(name)’, or "
            + "another of your devices has answered it.", .plain)
      ], footer: [.cancel("close")])
  }

  private static func rows(of invitation: Invitation) -> [Dialog.Row] {
    if invitation.isAccepted {
      let name = DisplayText.singleLine(invitation.title)
      return [.text("You are in ‘\(name)’ already.", .plain)]
    }
    let stranger = PersonWords.stranger(invitation).map { [Dialog.Row.text($0, Theme.quiet)] } ?? []
    return [.text(offer(of: invitation), .bold), .blank, .text(right(of: invitation), .plain)]
      + stranger + [.text("The members will see the name of your account.", Theme.quiet)]
  }

  /// The sentence that says who invites to which chat.
  static func offer(of invitation: Invitation) -> String { PersonWords.sentence(of: invitation) }

  static func right(of invitation: Invitation) -> String {
    switch invitation.permission {
    case .readWrite: "You may read and write there."
    case .readOnly, .none: "You may only read there."
    }
  }
}

extension JoinModel: TextDialog {
  package var isAsking: Bool { phase == .asking }

  package var context: ActionContext {
    switch phase {
    case .preview(let invitation): invitation.isAccepted ? .dialog : .invitation
    case .asking, .looking, .joining: .dialog
    case .elsewhere: .linkOfOtherServer
    }
  }

  package var question: String? {
    guard case .preview(let invitation) = phase, !invitation.isAccepted else { return nil }
    return JoinView.offer(of: invitation) + "\n" + JoinView.right(of: invitation)
  }

  package func dialog(at moment: DialogMoment) -> Dialog {
    if case .preview(let invitation) = phase, isVoid(in: moment.app.list) {
      return JoinView.voidDialog(invitation)
    }
    return JoinView.dialog(self)
  }

  package func confirm(in app: AppModel) {
    if isVoid(in: app.list) { return app.cancelOverlay() }
    switch phase {
    case .asking: app.look(self)
    case .looking, .joining: break
    case .preview(let invitation): app.accept(invitation, in: self)
    case .elsewhere: app.cancelOverlay()
    }
  }

  package func perform(_ action: Action, in app: AppModel) {
    if isVoid(in: app.list) { return }
    switch phase {
    case .preview(let invitation) where action == .invitationDecline: app.decline(invitation)
    case .elsewhere(_, let link) where action == .linkCopyCommand:
      app.want(.copy(ChatError.command(opening: link)))
      app.show(.info("Copied to the clipboard, if the terminal allows it."))
    case .asking, .looking, .preview, .joining, .elsewhere: break
    }
  }

  package func stepBack() -> Bool {
    switch phase {
    case .asking, .preview, .elsewhere: return false
    case .looking: phase = .asking
    case .joining(let invitation): phase = .preview(invitation)
    }
    return true
  }

  package func take(_ answer: SharingAnswer) -> Bool {
    switch answer {
    case .preview(let invitation): phase = .preview(invitation)
    case .linkOfOtherServer(let server, let link): phase = .elsewhere(server: server, link: link)
    case .failed where isPreview: break
    case .failed(let reason):
      // The link of a listed invitation is nothing that the person has typed.
      if isListed, case .joining(let invitation) = phase {
        phase = .preview(invitation)
      } else {
        phase = .asking
      }
      error = reason
    case .invited, .link, .newPersonLink, .joined, .chatOfTwo, .declined, .changedMembers, .storage:
      return false
    }
    return true
  }
}
