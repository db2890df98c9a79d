package import ChatCore
import ChatModel
import ChatWords

extension AppModel {
  /// Opens the invite dialog; if there are names, invites these people at once.
  package func invite(_ names: String) {
    guard let chat = openSummary else { return show(.error(Self.noChats)) }
    let model = InviteModel(chat: chat.id, chatName: ChatListText.phrase(chat))
    model.input.insertLine(names)
    overlay = model
    if !model.names.isEmpty { sendInvitations(model) }
  }

  func sendInvitations(_ model: InviteModel) { want(sharing.invite(by: model)) }

  /// Shows the link, or opens and closes it first.
  ///
  /// - Parameter argument: `open`, `closed`, or nothing.
  package func showLink(_ argument: String) {
    guard let chat = openSummary else { return show(.error(Self.noChats)) }
    guard let phase = LinkModel.Phase(command: argument) else {
      return show(
        .error("There is no command ‘/link \(argument)’. Write /link, /link open or /link closed."))
    }
    let model = LinkModel(to: chat)
    model.phase = phase
    if phase == .working { ask(.link(of: chat.id)) }
    overlay = model
  }

  /// Makes a link of a chat for somebody who has no account, and shows it.
  func showNewPersonLink(of chat: ChatID) {
    guard let summary = list.summary(of: chat) else { return }
    overlay = LinkModel(to: summary)
    ask(.newPersonLink(of: chat))
  }

  /// Opens the join dialog; if there is a link, looks it up at once.
  package func join(_ link: String) {
    let model = JoinModel()
    model.input.insertLine(link)
    overlay = model
    if !model.input.isEmpty { look(model) }
  }

  func look(_ model: JoinModel) {
    if let invitation = Invitation.titled(model.input.text, in: list.invitations) {
      return preview(invitation)
    }
    if let effect = sharing.look(by: model) { want(effect) }
  }

  /// Shows an invitation that the replica has.
  package func preview(_ invitation: Invitation) {
    let model = JoinModel()
    want(sharing.preview(invitation, in: model))
    overlay = model
  }

  func accept(_ invitation: Invitation, in model: JoinModel) {
    want(sharing.accept(invitation, in: model))
  }

  func ask(_ request: SharingRequest) { want(sharing.ask(request)) }

  /// Takes in an answer of the cloud.
  package func answered(_ answer: SharingAnswer, number: Int) {
    switch sharing.outcome(of: answer, number: number) {
    case .joined(let chat):
      overlay = nil
      openWhenListed(chat)
      show(.info("You joined the chat. Messages appear as they arrive."), about: .program)
    case .chatOfTwo(let chat):
      overlay = nil
      openWhenListed(chat)
    case .declined: show(.info("The invitation is declined."), about: .program)
    case .forDialog(.failed(let reason)):
      let reason = options.addressed(reason)
      if overlay?.take(.failed(reason)) != true { show(.error(reason)) }
    case .forDialog(let answer): _ = overlay?.take(answer)
    case nil: break
    }
  }

  /// Goes one step back in the dialog, or closes it; a request of the dialog is cancelled.
  package func cancelOverlay() {
    want(sharing.cancel())
    if overlay?.stepBack() != true { closeOverlay() }
  }

  /// Closes the dialog; a question that was asked in another one gives way to that.
  func closeOverlay() { overlay = (overlay as? QuestionModel)?.origin }
}
