import ArgumentParser
import ChatCore
import ChatModel
import ChatUI
import ChatWords
import CloudModel
import CommandSupport
import TerminalUI

struct MembersCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(.members)

  @OptionGroup var freshness: FreshnessOptions
  @OptionGroup var target: ChatArgument

  func run() async throws {
    try await Session.with(target.options) { session in
      try await freshness.refresh(session, target.options)
      let found = try await session.repository.chat(matching: target.chat)
      let members = try await session.repository.currentMembers(of: found.id)
      let storage = await askedStorage(of: found, session)
      if target.options.json {
        for member in members { try Output.json(MemberJSON(member, in: storage)) }
        return
      }
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
      for member in members { try Output.line(line(member, in: storage)) }
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

  private func line(_ member: Member, in storage: ChatStorage?) -> String {
    var words: [String] = []
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
