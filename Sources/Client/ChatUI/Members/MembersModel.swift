package import ChatCore
package import ChatModel
import ChatWords
package import CloudModel
import Observation

/// The members of a chat, whom its owner can change here.
@Observable @MainActor
package final class MembersModel {
  /// The owner's possible changes to the members.
  package enum Change: Equatable {
    case permission(Member, Participant.Permission)
    case removal(Member)
    case stopSharing
    case limit
  }

  package enum Phase: Equatable {
    case choosing
    /// The number that is compared with the chosen member.
    case comparing
    /// The question whether to make the change.
    case asking(Change)
    case working(Change)
  }

  package let chat: ChatID
  package let chatName: String
  let isSealed: Bool
  /// Whether the chat begins with its first message, which nobody has written yet.
  private let isToBegin: Bool
  private let title: String
  /// What its reader should know of a sealed chat, in sentences.
  let words: [String]
  /// The reader's own part.
  private let access: ChatAccess
  /// The reason why nobody is in the chat now, in sentences; nil if it is open.
  package let closing: String?
  package private(set) var members: [Member] = []
  package private(set) var isLoaded = false
  /// What the members use; nil until the cloud has said it, and for everybody but the owner.
  package var storage: ChatStorage?
  package var scroll = ListScroll()
  package var phase = Phase.choosing
  /// Whether the dialog is there for one change only, and closes where the person does not want it.
  package private(set) var isForOneChange = false
  package var error: String?
  private var selectedID: String?

  package init(of chat: ChatSummary) {
    self.chat = chat.id
    chatName = ChatListText.phrase(chat)
    isSealed = chat.isSealed
    isToBegin = chat.isToBegin
    title = chat.title
    words = SealedWords.sentences(about: chat)
    access = chat.access
    closing = AccessWords.closing(of: chat)
  }

  /// The question whether to remove all others from a chat.
  package static func stopSharing(_ chat: ChatSummary) -> MembersModel {
    let model = MembersModel(of: chat)
    model.phase = .asking(.stopSharing)
    model.isForOneChange = true
    return model
  }

  package func update(_ members: [Member]) {
    isLoaded = true
    self.members = Self.shown(Self.ordered(members), in: access)
  }

  /// The member that is chosen, at first another one than the reader; nil before there are any.
  package var selected: Member? {
    members.first { $0.id == selectedID } ?? members.first { !$0.isMe } ?? members.first
  }

  package func moveSelection(by rows: Int) {
    guard let place = members.firstIndex(where: { $0.id == selected?.id }) else { return }
    selectedID = members[min(max(0, place + rows), members.count - 1)].id
    error = nil
  }

  /// Whether the reader may remove a member.
  package func canRemove(_ member: Member) -> Bool { reasonAgainstChanging(member) == nil }

  /// Whether the reader may give a member another right.
  package func canChangeRight(of member: Member) -> Bool {
    canRemove(member) && member.role != .publicUser
  }

  private func reasonAgainstChanging(_ member: Member) -> String? {
    guard access == .owner else { return "Only the owner of the chat can change who is in it." }
    guard member.role != .owner else { return "You own the chat. You cannot change yourself." }
    guard member.isUntold else { return nil }
    let reason = isToBegin ? ChatError.notBegun(chat: title) : .notYetInCloud(chat: title)
    return reason.description
  }

  /// Whether a member is the reader, who may leave the chat.
  package func canLeave(as member: Member) -> Bool {
    switch access {
    case .readWrite, .readOnly: member.isMe
    case .owner, .sealed: false
    }
  }

  /// Whether the reader may block a member.
  package func canBlock(_ member: Member) -> Bool {
    !member.isMe && member.userRecordName != nil
  }

  /// The user record name of the chosen member, who is to be blocked or unblocked; says why where it is not possible.
  func userToBlock() -> String? {
    guard let member = selected else { return nil }
    error = nil
    if member.isMe {
      error = ChatError.blocksOneself.description
    } else if member.userRecordName == nil {
      error = "The account of \(member.name) is not known yet. Try again when they have joined."
    }
    return error == nil ? member.userRecordName : nil
  }

  /// Shows the number that is compared with the chosen member, or goes back; says why where there is none.
  func showNumber() {
    error = nil
    if phase == .comparing { return phase = .choosing }
    if let reason = SealedWords.noNumber(of: selected, isSealed: isSealed) {
      error = reason
    } else {
      phase = .comparing
    }
  }

  /// Whom the reader has compared now, or has not any more; says why where nobody can be compared.
  func userToCompare() -> String? {
    error = SealedWords.noNumber(of: selected, isSealed: isSealed)
    return error == nil ? selected?.userRecordName : nil
  }

  /// Asks whether to change somebody; says why where it is not possible.
  func ask(_ change: (Member) -> Change) {
    guard let member = selected else { return }
    if let reason = reasonAgainstChanging(member) { return error = reason }
    error = nil
    scroll = ListScroll()
    phase = .asking(change(member))
  }

  /// People who are in or invited; the owner first, then oneself, then by name.
  nonisolated static func ordered(_ members: [Member]) -> [Member] {
    members.filter { $0.status != .removed }.sorted { a, b in
      (a.role == .owner ? 0 : 1, a.isMe ? 0 : 1, a.name.lowercased())
        < (b.role == .owner ? 0 : 1, b.isMe ? 0 : 1, b.name.lowercased())
    }
  }

  /// Of a closed chat these are the others, as they were at last: the reader is in it no more.
  nonisolated static func shown(_ members: [Member], in access: ChatAccess) -> [Member] {
    access.isClosed ? members.filter { !$0.isMe } : members
  }
}
