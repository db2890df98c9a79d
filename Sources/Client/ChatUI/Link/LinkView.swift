import ChatCore
import ChatModel
import ChatWords
import CloudModel
import TerminalUI

/// Draws the link of a chat and what it opens.
enum LinkView {
  @MainActor
  static func dialog(_ model: LinkModel, on screen: Size) -> Dialog {
    let title = "Link to \(model.chatName)"
    switch model.phase {
    case .asking(let permission):
      return Dialog(
        title: title, rows: [],
        scrolling: model.consequences(of: permission).map { .text($0, .plain) },
        scroll: model.scroll,
        footer: [
          .confirm(permission == .none ? "close the link" : "open the link"), .cancel("cancel"),
        ])
    case .working:
      return Dialog(
        title: title, rows: [.text("Asking the cloud …", .plain)], footer: [.cancel("stop")])
    case .shown(let link, _) where model.showsCode:
      return LinkCodeView.dialog(link, title: title, on: screen)
    case .newPerson(let made) where model.showsCode:
      return LinkCodeView.dialog(made.link, title: title, on: screen)
    case .shown(let link, let openTo):
      return Dialog(
        title: title,
        rows: [
          .link(link.description, target: link.description), .blank,
          .text(openness(openTo), .plain),
        ] + reach(of: link),
        footer: (model.takesNewPeople ? [.action(.inviteNewPerson)] : [])
          + LinkCodeView.footer(
            and: .action(.linkOpenness, openTo == .none ? "open it" : "close it")))
    case .newPerson(let made):
      return Dialog(
        title: title,
        rows: [.link(made.link.description, target: made.link.description), .blank]
          + NewPersonWords.sentences(about: made).map { .text($0, .plain) },
        footer: LinkCodeView.footer())
    case .failed(let reason):
      return Dialog(
        title: title, rows: [.text(reason, Theme.danger)], footer: [.confirm("close")])
    }
  }

  /// Where a link leads nowhere, as rows.
  static func reach(of link: InvitationLink) -> [Dialog.Row] {
    LinkWords.reach(of: link).map { [.text($0, .plain)] } ?? []
  }

  private static func openness(_ permission: Participant.Permission) -> String {
    switch permission {
    case .none: "Only invited accounts can use it."
    case .readOnly: "Everyone who has it may join and read."
    case .readWrite: "Everyone who has it may join and write."
    }
  }
}

extension LinkModel: ScreenDialog {
  package var needs: Set<ScreenNeed> { [.members(chat), .newPeople] }

  package var context: ActionContext {
    switch phase {
    case .asking, .working, .failed: .dialog
    case .shown, .newPerson: .link
    }
  }

  package var question: String? {
    guard case .asking(let permission) = phase else { return nil }
    return consequences(of: permission).joined(separator: "\n")
  }

  package func dialog(at moment: DialogMoment) -> Dialog {
    LinkView.dialog(self, on: moment.screen)
  }

  package func confirm(in app: AppModel) {
    switch phase {
    case .asking(let permission):
      phase = .working
      app.ask(.openLink(of: chat, permission: permission))
    case .working: break
    case .shown, .newPerson, .failed: app.cancelOverlay()
    }
  }

  package func perform(_ action: Action, in app: AppModel) {
    let link: InvitationLink
    switch phase {
    case .shown(let shown, _): link = shown
    case .newPerson(let made): link = made.link
    case .asking, .working, .failed: return
    }
    switch (action, phase) {
    case (.inviteNewPerson, _): app.showNewPersonLink(of: chat)
    case (.linkOpenness, .shown(_, let openTo)):
      phase = .asking(openTo == .none ? .readWrite : .none)
    default: LinkCodeView.perform(action, on: link, showsCode: &showsCode, in: app)
    }
  }

  /// Nothing before the members are read.
  fileprivate func consequences(of permission: Participant.Permission) -> [String] {
    members.map { ConsequenceWords.changingLink(to: permission, isOfTwo: isOfTwo, $0) } ?? []
  }

  package func take(_ event: AppEvent) {
    switch event {
    case .members(chat, let members): self.members = members
    case .newPeople(let areWelcome): takesNewPeople = areWelcome
    default: break
    }
  }

  package func take(_ answer: SharingAnswer) -> Bool {
    switch answer {
    case .link(let link, let openTo): phase = .shown(link, openTo: openTo)
    case .newPersonLink(let made): phase = .newPerson(made)
    case .failed(let reason): phase = .failed(reason)
    case .invited, .preview, .linkOfOtherServer, .joined, .chatOfTwo, .declined, .changedMembers,
      .storage:
      return false
    }
    return true
  }
}
