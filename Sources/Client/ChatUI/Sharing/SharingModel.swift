import ChatCore
import ChatModel

/// The request about sharing that waits for an answer, and what its dialog shows meanwhile.
///
/// Only the answer to the last request counts, and none after the person has cancelled it.
@MainActor
struct SharingModel {
  /// The effect of an answer.
  enum Outcome {
    /// The account is a member of the chat, which opens as soon as it is listed.
    case joined(ChatID)
    /// The chat with just one person, which opens as soon as it is listed.
    case chatOfTwo(ChatID)
    case declined
    /// An answer for the dialog that has asked for it.
    case forDialog(SharingAnswer)
  }

  /// The number of the last request, or of the end of all requests before.
  private var number = 0

  /// Numbers a request, which replaces the one before.
  mutating func ask(_ request: SharingRequest) -> Effect {
    number += 1
    return .share(request, number: number)
  }

  /// Gives up the request that is not answered yet.
  mutating func cancel() -> Effect {
    number += 1
    return .cancelSharing
  }

  /// Takes an answer of the cloud.
  ///
  /// - Returns: nil for the answer to a request that does not count any more.
  func outcome(of answer: SharingAnswer, number: Int) -> Outcome? {
    guard number == self.number else { return nil }
    return switch answer {
    case .joined(let chat): .joined(chat)
    case .chatOfTwo(let chat): .chatOfTwo(chat)
    case .declined: .declined
    case .invited, .link, .newPersonLink, .preview, .linkOfOtherServer, .changedMembers, .storage,
      .failed:
      .forDialog(answer)
    }
  }

  /// Asks for the invitations that are written in a dialog.
  mutating func invite(by model: InviteModel) -> Effect {
    model.error = nil
    model.phase = .working
    return ask(.invite(model.names, to: model.chat, permission: model.permission))
  }

  /// Looks up the link that is written in a dialog.
  ///
  /// - Returns: nil where no link is written; the dialog says so.
  mutating func look(by model: JoinModel) -> Effect? {
    do {
      let link = try InvitationLink(parsing: model.input.text)
      model.error = nil
      model.phase = .looking
      return ask(.preview(link))
    } catch {
      model.phase = .asking
      model.error = error.description
      return nil
    }
  }

  /// Begins a dialog with an invitation that the replica has; the cloud is asked whether it still says the same.
  mutating func preview(_ invitation: Invitation, in model: JoinModel) -> Effect {
    model.input.insertLine(invitation.link.description)
    model.phase = .preview(invitation)
    model.isListed = true
    return ask(.preview(invitation.link))
  }

  /// Accepts the invitation that a dialog shows.
  mutating func accept(_ invitation: Invitation, in model: JoinModel) -> Effect {
    model.error = nil
    model.phase = .joining(invitation)
    return ask(.join(invitation.link))
  }
}
