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
      somebody is between you: read it to each other, by phone or in person, not in a chat of the same cloud. Then \
      --compared NAME notes it for all your devices, until the other one has other keys.

      EXAMPLES
        zonechat members Boats --numbers
        zonechat members Boats --compared bob
      """)

  @Flag(help: "Print the number that you compare with each member of a sealed chat.")
  var numbers = false

  @Option(
    help: ArgumentHelp(
      "Note that you have compared the number of this member.", valueName: "name"),
    completion: Completions.members)
  var compared: String?

  @Option(
    help: ArgumentHelp(
      "Take that back, because the numbers are not the same.", valueName: "name"),
    completion: Completions.members)
  var notCompared: String?

  @OptionGroup var freshness: FreshnessOptions
  @OptionGroup var options: GlobalOptions
  @OptionGroup var target: ChatArgument

  func run() async throws {
    try await Session.with(options) { session in
      try await freshness.refresh(session, options)
      let found = try await session.repository.chat(matching: target.chat)
      if compared != nil || notCompared != nil {
        return try await note(in: found, session)
      }
      let members = try await session.repository.currentMembers(of: found.id)
      let storage = await askedStorage(of: found, session)
      if options.json {
        for member in members { try Output.json(MemberJSON(member, in: storage)) }
        return
      }
      if found.isSealed { Output.note(SealedWords.sealed) }
      for words in SealedWords.sentences(about: found) { Output.note(Output.harmless(words)) }
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
        try Output.line(line(member, in: storage))
        if numbers, case .listed(let number, _)? = member.keys { try Output.line("  \(number)") }
      }
      if let storage, storage.memberBytes != nil {
        Output.note("\(StorageWords.whole(storage)) ‘zonechat limit’ changes that.")
      }
    }
  }

  /// Notes who was compared, and who was not.
  private func note(in chat: ChatSummary, _ session: Session) async throws {
    for (name, isCompared) in [(compared, true), (notCompared, false)] {
      guard let name else { continue }
      let member = try await session.repository.setCompared(isCompared, named: name, in: chat.id)
      try session.say(
        DoneJSON(action: isCompared ? "compared" : "not-compared", member: member),
        json: options.json,
        words: SealedWords.compared(Output.harmless(member), isCompared))
    }
    // The other devices learn it as soon as the cloud can be reached.
    _ = try await session.syncAfterWriting()
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
    var words = [member.keys.flatMap(SealedWords.note)].compactMap(\.self)
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
