package import ChatCore
package import ChatModel
package import CloudModel

/// The consequences of an action, and for whom, in sentences that stand before a question.
package enum ConsequenceWords {
  /// Nobody reads a question that has just come, and answers it, in less time; our choice.
  package static let blinkSeconds = 0.3

  package static func leaving(_ chat: ChatSummary) -> [String] {
    [
      "You get no more messages of this chat, and your copy is deleted from this device.",
      "The others keep the chat with your messages, and see that you are gone.",
      "To come back, you need a new invitation or an open link.",
    ] + unsent(in: chat)
  }

  package static func deleting(_ chat: ChatSummary) -> [String] {
    let others = chat.memberCount - 1
    let people = others == 1 ? "the other member" : "the \(others) other members"
    return [
      others > 0
        ? "The chat ends for you and for \(people). Their copies stay on their devices, and no "
          + "one can write any more."
        : "The chat and its messages are deleted.",
      "Your copy is deleted from this device.",
    ] + (others > 0 ? ["/stop-sharing removes the others, and keeps the chat for you."] : [])
      + unsent(in: chat)
  }

  package static func hiding(_ chat: ChatSummary) -> [String] {
    [
      "The chat is closed. Your copy of it is deleted from this device, and nobody else is affected.",
      "Nothing can bring the copy back later.",
    ] + unsent(in: chat)
  }

  package static func declining(_ invitation: Invitation) -> [String] {
    [
      "The invitation disappears from your list. \(PersonWords.inviter(of: invitation)) sees that "
        + "you have declined it.",
      "To come in later, you need a new invitation or an open link.",
    ]
  }

  package static func stoppingSharing() -> [String] {
    [
      "All other members are removed and all invitations withdrawn; the link stops working.",
      "You keep the chat. Their copies stay on their devices. /invite shares the chat again.",
    ]
  }

  package static func permission(
    of member: Member, becoming permission: Participant.Permission
  ) -> [String] {
    permission == .readWrite
      ? ["\(member.name) may write, react and send files then."]
      : [
        "\(member.name) may only read then.",
        "What \(member.name) has written and not sent yet stays unsent on their device.",
      ]
  }

  package static func removing(_ member: Member) -> [String] {
    if member.status == .pending {
      return [
        "The invitation of \(member.name) is withdrawn. The link does not let them in any more."
      ]
    }
    let again =
      member.role == .publicUser
      ? "\(member.name) joined by the open link, and can do so again until /link closed closes it."
      : "/invite invites them again."
    return [
      "\(member.name) gets no more messages and can send none. Their copy stays on their device.",
      "What \(member.name) has written and not sent yet is not sent.", again,
    ]
  }

  /// The consequences of opening the link of a chat, or of closing it.
  ///
  /// - Parameters:
  ///   - permission: of everyone who has the link; `none` closes it.
  ///   - isOfTwo: whether this is a chat of two.
  ///   - members: of the chat, and those who are invited.
  /// - Returns: the sentences.
  package static func changingLink(
    to permission: Participant.Permission, isOfTwo: Bool, _ members: [Member]
  ) -> [String] {
    let isClosing = permission == .none
    if isOfTwo, !isClosing, let other = members.first(where: { !$0.isMe }) {
      return openingChatOfTwo(with: other)
    }
    let affected = members.filter { member in
      isClosing
        ? member.role == .publicUser && member.status == .accepted : member.status == .pending
    }
    var lines = [
      isClosing
        ? "Only invited accounts can use the link then."
        : "Everyone who has the link may join and write then."
    ]
    if !affected.isEmpty {
      let names = PersonWords.list(affected.map(\.name))
      lines.append(
        isClosing
          ? "These members joined by the link and are removed: \(names)."
          : "These invitations are withdrawn, because nobody has accepted them yet: \(names). "
            + "These people can join by the link.")
    }
    return lines
  }

  /// A group would begin with what two people have said to one another.
  private static func openingChatOfTwo(with other: Member) -> [String] {
    [
      "This is the chat of you and \(other.name). Everyone who has the link may join it then, and read what you "
        + "two have written.",
      other.status == .pending
        ? "\(other.name) has not accepted yet: the invitation is withdrawn, and the link lets them in."
        : "It is a group from then on: /msg \(other.name) begins another chat of two.",
      "To talk with more people, better start a chat for them: /new TITLE.",
    ]
  }

  private static func unsent(in chat: ChatSummary) -> [String] {
    let count = chat.queuedCount + chat.failedCount
    return switch count {
    case 0: []
    case 1: ["One of your messages is not sent yet, and is lost."]
    default: ["\(count) of your messages are not sent yet, and are lost."]
    }
  }
}
