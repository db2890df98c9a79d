import ChatCore
import ChatModel

/// Sends requests about sharing to the cloud and posts the answers.
struct SharingRequests: Sendable {
  let repository: ChatRepository
  let sharing: ChatSharing?
  let mailbox: Mailbox

  func ask(_ request: SharingRequest, number: Int) async {
    let answer: SharingAnswer
    do {
      answer = try await self.answer(to: request)
    } catch {
      guard !Task.isCancelled else { return }
      answer = Self.answer(to: error)
    }
    mailbox.post(.shared(answer, number: number))
  }

  /// Says whether members may invite people who have no account.
  func askForNewPeople() async {
    guard let sharing else { return }
    mailbox.post(.newPeople(areWelcome: await sharing.takesNewPeople()))
  }

  private static func answer(to error: any Error) -> SharingAnswer {
    guard case ChatError.linkOfOtherServer(let server, let link) = error else {
      return .failed(ErrorText.of(error))
    }
    return .linkOfOtherServer(server: server, link: link)
  }

  /// Delivers a message to a person; what else is asked for meanwhile does not stop it.
  func deliver(_ letter: Letter) async {
    let event = await letter.deliver(by: repository, asking: sharing)
    mailbox.post(event)
  }

  private func answer(to request: SharingRequest) async throws -> SharingAnswer {
    guard let sharing else { throw ChatError.offline(reason: "No cloud is configured.") }
    switch request {
    case .invite(let names, let chat, let permission):
      return .invited(try await sharing.invite(names, to: chat, permission: permission))
    case .chat(let name, let kind):
      return .chatOfTwo(try await repository.chat(with: name, asking: sharing, kind: kind))
    case .link(let chat):
      let (link, openTo) = try await sharing.link(of: chat)
      return .link(link, openTo: openTo)
    case .openLink(let chat, let permission):
      return .link(
        try await sharing.openLink(of: chat, permission: permission), openTo: permission)
    case .newPersonLink(let chat): return .newPersonLink(try await sharing.newPersonLink(of: chat))
    case .preview(let link): return .preview(try await sharing.preview(link))
    case .join(let link): return .joined(try await sharing.join(link))
    case .decline(let link):
      try await sharing.decline(link)
      return .declined(link)
    case .setPermission(let member, let chat, let permission):
      try await sharing.setPermission(of: member, in: chat, to: permission)
      return .changedMembers
    case .remove(let member, let chat):
      try await sharing.remove(member, from: chat)
      return .changedMembers
    case .stopSharing(let chat):
      try await sharing.stopSharing(chat)
      return .changedMembers
    case .storage(let chat):
      // The list of members is worth showing without it.
      return .storage(try? await sharing.storage(of: chat))
    case .limitMembers(let chat, let bytes):
      return .storage(try await sharing.limitMembers(of: chat, to: bytes))
    }
  }
}
