package import ChatCore
package import ChatModel
import ChatWords

/// An entry to which the person can go by its name: a chat, an invitation or somebody else.
package enum SwitchEntry: Equatable, Identifiable {
  case chat(ChatSummary)
  case invitation(Invitation)
  /// Somebody with whom no chat of two is listed; one that is listed bears their name.
  case person(Person)
  /// An account that was not met, by the name that was typed; the cloud is asked for it when it is chosen.
  case newcomer(String)

  package enum ID: Hashable {
    case chat(ChatID)
    case invitation(Invitation.ID)
    case person(String)
    case newcomer
  }

  package var id: ID {
    switch self {
    case .chat(let chat): .chat(chat.id)
    case .invitation(let invitation): .invitation(invitation.id)
    case .person(let person): .person(person.account)
    case .newcomer: .newcomer
    }
  }

  /// The chat to which it leads at once; nil if there is none yet.
  package var chat: ChatSummary? {
    switch self {
    case .chat(let chat): chat
    case .invitation, .person, .newcomer: nil
    }
  }

  /// Everything whose name fits what was typed, best first; without a pattern, no people.
  ///
  /// - Parameters:
  ///   - pattern: some letters of a name.
  ///   - list: the chats and invitations.
  ///   - people: everyone who was met.
  ///   - looks: how their names look.
  ///   - reader: the account that goes there.
  /// - Returns: of what fits equally well, chats before invitations before people; last of all the typed name, where an
  ///   account may have it with which there is no chat yet.
  @MainActor
  package static func matching(
    _ pattern: String, in list: ChatListModel, people: [Acquaintance], looks: Set<String>,
    reader: Account
  ) -> [SwitchEntry] {
    func score(_ names: String?...) -> Int? {
      names.compactMap(\.self).compactMap { FuzzyMatch.score(of: pattern, in: $0) }.max()
    }
    let chats = list.chats.compactMap { chat in
      score(list.label(of: chat, besides: looks)).map {
        (score: $0, entry: SwitchEntry.chat(chat))
      }
    }
    let invitations = list.invitations.compactMap { invitation in
      score(invitation.chatName, invitation.ownerName).map {
        (score: $0, entry: SwitchEntry.invitation(invitation))
      }
    }
    let named = pattern.trimmedBlanks.isEmpty ? [] : people
    let others = named.compactMap { acquaintance -> (score: Int, entry: SwitchEntry)? in
      guard list.summary(of: acquaintance.directChat) == nil else { return nil }
      let person = acquaintance.person
      return score(person.account, person.displayName).map { ($0, .person(person)) }
    }
    let known = (chats + invitations + others).enumerated()
      .sorted { ($1.element.score, $0.offset) < ($0.element.score, $1.offset) }
      .map(\.element.entry)
    return known + newcomer(pattern.trimmedBlanks, among: people, reader: reader)
  }

  /// How the names of people look, for `ChatListModel.label`.
  static func looks(of people: [Acquaintance]) -> Set<String> {
    Set(people.map { LookAlike.skeleton(of: $0.person.account) })
  }

  /// The typed name as that of an account; none for the name of somebody who was met, and for one's own.
  private static func newcomer(
    _ text: String, among people: [Acquaintance], reader: Account
  ) -> [SwitchEntry] {
    guard let name = Addressee.name(typed: text) else { return [] }
    let known = people.map(\.person.account) + [reader.name]
    return known.contains { $0.lowercased() == name.lowercased() } ? [] : [.newcomer(name)]
  }
}
