package import ChatCore
import ChatModel
import CloudModel

extension AppModel {
  /// Opens the invite dialog; if there are names, invites these people at once.
  package func invite(_ names: String) {
    guard let chat = openSummary else { return show(.error(Self.noChats)) }
    let model = InviteModel(chat: chat.id, chatName: chat.name)
    model.input.insertLine(names)
    overlay = .invite(model)
    if !model.names.isEmpty { sendInvitations(model) }
  }

  func sendInvitations(_ model: InviteModel) {
    guard !model.names.isEmpty else {
      model.error = "No name is given. Type the account names of the people to invite."
      return
    }
    model.error = nil
    model.phase = .working
    ask(.invite(model.names, to: model.chat, permission: model.permission))
  }

  /// Shows the link, or opens and closes it first.
  ///
  /// - Parameter argument: `open`, `closed`, or nothing.
  package func showLink(_ argument: String) {
    guard let chat = openSummary else { return show(.error(Self.noChats)) }
    let model = LinkModel(chat: chat.id, chatName: chat.name)
    switch argument.lowercased() {
    case "": ask(.link(of: chat.id))
    case "open": model.phase = .asking(.readWrite)
    case "closed", "close": model.phase = .asking(.none)
    default:
      return show(
        .error("There is no command ‘/link \(argument)’. Write /link, /link open or /link closed."))
    }
    overlay = .link(model)
    if model.phase != .working { want(.observeMembers(chat.id)) }
  }

  /// Opens the join dialog; if there is a link, looks it up at once.
  package func join(_ link: String) {
    let model = JoinModel()
    model.input.insertLine(link)
    overlay = .join(model)
    if !model.input.isEmpty { look(model) }
  }

  func look(_ model: JoinModel) {
    do {
      let link = try InvitationLink(parsing: model.input.text)
      model.error = nil
      model.phase = .looking
      ask(.preview(link))
    } catch {
      model.phase = .asking
      model.error = error.description
    }
  }

  /// Shows an invitation that the replica has; the cloud is asked whether it still says the same.
  package func preview(_ invitation: Invitation) {
    let model = JoinModel()
    model.input.insertLine(invitation.link.description)
    model.phase = .preview(invitation)
    overlay = .join(model)
    ask(.preview(invitation.link))
  }

  func accept(_ invitation: Invitation, in model: JoinModel) {
    model.error = nil
    model.phase = .joining(invitation)
    ask(.join(invitation.link))
  }

  func ask(_ request: SharingRequest) {
    sharingNumber += 1
    want(.share(request, number: sharingNumber))
  }

  /// Takes in an answer of the cloud; an answer for which no dialog waits any more changes nothing.
  package func answered(_ answer: SharingAnswer, number: Int) {
    guard number == sharingNumber else { return }
    switch (overlay, answer) {
    case (.invite(let model), .invited(let link)): model.phase = .done(link)
    case (.invite(let model), .failed(let reason)):
      model.phase = .asking
      model.error = reason
    case (.link(let model), .link(let link, let openTo)):
      model.phase = .shown(link, openTo: openTo)
    case (.link(let model), .failed(let reason)): model.phase = .failed(reason)
    case (.join(let model), .preview(let invitation)): model.phase = .preview(invitation)
    case (.join(let model), .failed) where model.isPreview: break
    case (.join(let model), .failed(let reason)):
      model.phase = .asking
      model.error = reason
    case (_, .joined(let chat)):
      overlay = nil
      openWhenListed(chat)
      show(.info("You joined the chat. Messages appear as they arrive."))
    case (_, .failed(let reason)): show(.error(reason))
    case (_, .invited), (_, .link), (_, .preview): break
    }
  }

  /// Closes the dialog; if it waits for the cloud, cancels that request and goes one step back
  /// instead.
  package func cancelOverlay() {
    sharingNumber += 1
    want(.cancelSharing)
    switch overlay {
    case .invite(let model) where model.phase == .working: model.phase = .asking
    case .join(let model) where model.phase == .looking: model.phase = .asking
    case .join(let model):
      if case .joining(let invitation) = model.phase {
        model.phase = .preview(invitation)
      } else {
        overlay = nil
      }
    case .members, .link:
      want(.observeMembers(nil))
      overlay = nil
    case .newChat, .quickSwitch, .invite, .help, .details, .react, .question, nil:
      overlay = nil
    }
  }
}
