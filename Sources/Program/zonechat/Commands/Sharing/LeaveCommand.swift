import ArgumentParser
import ChatCore
import ChatModel
import ChatWords
import CommandSupport

struct LeaveCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(.leave)

  @OptionGroup var options: GlobalOptions
  @OptionGroup var target: ChatArgument

  func run() async throws {
    try await target.with(options) { session, found in
      try found.requireOpen("leave")
      try await session.repository.leave(found.id)
      try await session.finish(
        DoneJSON(action: "leave", chat: found.zoneName), of: found.id, [.chat, .share],
        json: options.json,
        words: "Left \(found.quotedName).", later: "The others see you in the chat until then.")
    }
  }
}

struct HideCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    .hide,
    discussion: """
      Nothing can bring the copy back. ‘zonechat export’ writes its messages to a file first. Others are not affected.
      """)

  @OptionGroup var options: GlobalOptions
  @OptionGroup var target: ChatArgument

  func run() async throws {
    try await target.with(options) { session, found in
      guard AccessWords.closing(of: found) != nil else {
        throw Failure(
          "\(found.quotedName) is not closed. Only your copy of a closed chat can be removed from this device alone."
        )
      }
      try await session.repository.hide(found)
      try session.say(
        DoneJSON(action: "hide", chat: found.zoneName), json: options.json,
        words: "\(found.quotedName) is removed from this device.")
    }
  }
}

extension ChatSummary {
  /// Refuses what would only remove the copy of a closed chat, which nothing can bring back.
  fileprivate func requireOpen(_ verb: String) throws(Failure) {
    guard AccessWords.closing(of: self) != nil else { return }
    throw Failure(
      "\(quotedName) is closed, so there is nothing to \(verb). Your copy stays; ‘zonechat hide’ removes it for good."
    )
  }
}

struct DeleteCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(.delete)

  @OptionGroup var options: GlobalOptions
  @OptionGroup var target: ChatArgument

  func run() async throws {
    try await target.with(options) { session, found in
      try found.requireOpen("delete")
      try await session.repository.deleteChat(found.id)
      try await session.finish(
        DoneJSON(action: "delete", chat: found.zoneName), of: found.id, [.chat],
        json: options.json,
        words: "Deleted \(found.quotedName) for everyone.",
        later: "The others see the chat until then.")
    }
  }
}
