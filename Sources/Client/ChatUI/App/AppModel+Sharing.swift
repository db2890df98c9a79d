package import ChatCore
package import ChatModel
import ChatWords
import CloudModel

extension AppModel {
  /// Opens the invite dialog; if there are names, invites these people at once.
  package func invite(_ names: String) {
    guard let chat = openSummary else { return show(.error(Self.noChats)) }
    let model = InviteModel(chat: chat.id, chatName: ChatListText.phrase(chat))
    model.input.insertLine(names)
    overlay = model
    if !model.names.isEmpty { sendInvitations(model) }
  }

  /// Begins a chat with just one other person, who is invited to it: on each side it has the name of the other.
  func write(to person: Person) { want(.write(.createChat(title: "", with: person))) }

  /// Opens the chat that was created, and invites the person for whom it is.
  package func created(_ chat: ChatID, with person: Person?) {
    openWhenListed(chat)
    guard let person else { return }
    let model = InviteModel(chat: chat, chatName: "the chat with \(person.account)")
    model.input.insertLine(person.account)
    overlay = model
    sendInvitations(model)
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
    let model = LinkModel(chat: chat.id, chatName: ChatListText.phrase(chat))
    switch argument.lowercased() {
    case "": ask(.link(of: chat.id))
    case "open": model.phase = .asking(.readWrite)
    case "closed", "close": model.phase = .asking(.none)
    default:
      return show(
        .error("There is no command ‘/link \(argument)’. Write /link, /link open or /link closed."))
    }
    overlay = model
  }

  /// Opens the join dialog; if there is a link, looks it up at once.
  package func join(_ link: String) {
    let model = JoinModel()
    model.input.insertLine(link)
    overlay = model
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
    overlay = model
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
    if case .joined(let chat) = answer {
      overlay = nil
      openWhenListed(chat)
      show(.info("You joined the chat. Messages appear as they arrive."))
    } else if case .declined = answer {
      show(.info("The invitation is declined."))
    } else if overlay?.take(answer) != true, case .failed(let reason) = answer {
      show(.error(reason))
    }
  }

  /// Goes one step back in the dialog, or closes it; a request of the dialog is cancelled.
  package func cancelOverlay() {
    sharingNumber += 1
    want(.cancelSharing)
    if overlay?.stepBack() != true { closeOverlay() }
  }

  /// Closes the dialog; a question that was asked in another one gives way to that.
  func closeOverlay() { overlay = (overlay as? QuestionModel)?.origin }
}
