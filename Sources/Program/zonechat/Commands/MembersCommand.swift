import ArgumentParser
import ChatCore
import ChatModel
import ChatUI
import ChatWords
import CloudModel
import CommandSupport
import TerminalUI

struct MembersCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    .members,
    discussion: """
      In a sealed chat, --numbers prints for each member a number of twelve groups. Both of you see the same number, or \
      somebody is between you: read it to each other, by phone or in person, not in a chat of the same cloud.
      """)

  @Flag(help: "Print the number that you compare with each member of a sealed chat.")
  var numbers = false

  @OptionGroup var freshness: FreshnessOptions
  @OptionGroup var options: GlobalOptions
  @OptionGroup var target: ChatArgument

  func run() async throws {
    try await Session.with(options) { session in
      try await freshness.refresh(session, options)
      let found = try await session.repository.chat(matching: target.chat)
      let members = try await session.repository.currentMembers(of: found.id)
      let storage = await askedStorage(of: found, session)
      let safetyNumbers = try await session.repository.safetyNumbers(of: found.id)
      if options.json {
        for member in members {
          let number = member.userRecordName.flatMap { safetyNumbers?[$0] }
          try Output.json(MemberJSON(member, in: storage, comparing: number))
        }
        return
      }
      if found.isSealed { Output.note(SealedWords.sealed) }
      if let reason = AccessWords.closing(of: found) {
        let earlier = members.isEmpty ? "" : " These were its members:"
        Output.note(
          "\(found.quotedName) is closed. \(DisplayText.singleLine(reason))\(earlier)")
      } else if members.isEmpty {
        Output.note(
          found.isOwn
            ? "No other members yet. ‘zonechat invite’ invites people."
            : "The members are not known yet. ‘zonechat sync’ fetches them.")
      }
      for member in members {
        let number = member.userRecordName.flatMap { safetyNumbers?[$0] }
        let isStranger = safetyNumbers != nil && number == nil && !member.isMe
        try Output.line(line(member, in: storage, isStranger: isStranger))
        if numbers, let number { try Output.line("  \(number)") }
      }
      if let storage, storage.memberBytes != nil {
        Output.note("\(StorageWords.whole(storage)) ‘zonechat limit’ changes that.")
      }
    }
  }

  /// What an own chat takes; nil where the cloud is not to be asked, or does not answer.
  private func askedStorage(of chat: ChatSummary, _ session: Session) async -> ChatStorage? {
    guard chat.access == .owner, !freshness.offline,
      // Why a cloud cannot be asked is shown already.
      (try? await session.repository.currentConnectionStatus().sync.obstacle) == nil
    else { return nil }
    return try? await session.sharing.storage(of: chat.id)
  }

  /// A stranger is in the share of a sealed chat, and not in its owner's list.
  private func line(_ member: Member, in storage: ChatStorage?, isStranger: Bool) -> String {
    var words = isStranger ? ["not let in by the owner, reads nothing"] : []
    if member.role == .owner { words.append("owner") }
    switch member.permission {
    case .readOnly: words.append("may read")
    case .none, .readWrite: break
    }
    switch member.status {
    case .pending: words.append(member.isUntold ? "invited by the first message" : "invited")
    case .accepted, .removed: break
    }
    if member.isMe { words.append("you") }
    if member.isBlocked { words.append("blocked") }
    if let use = storage.flatMap({ StorageWords.use(of: member, in: $0) }) { words.append(use) }
    let name = PersonWords.full(member)
    return words.isEmpty ? name : "\(name)  (\(words.joined(separator: ", ")))"
  }
}
