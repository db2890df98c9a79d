import ArgumentParser
import ChatCore
import ChatModel
import ChatStore
import ChatWords
import CloudModel
import CloudSync
import CommandSupport
import Foundation
import TerminalUI

struct ChatsCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "chats",
    abstract: "List the chats: pinned ones, then the newest, then archived ones.")

  @OptionGroup var options: GlobalOptions
  @OptionGroup var freshness: FreshnessOptions

  func run() async throws {
    try await Session.with(options) { session in
      try await freshness.refresh(session, options)
      let chats = try await session.repository.currentChatSummaries()
      if options.json {
        for chat in chats { try Output.json(ChatJSON(chat)) }
      } else if chats.isEmpty {
        Output.note(
          "No chats yet. ‘zonechat msg NAME TEXT’ writes to somebody; ‘zonechat new TITLE’ creates a "
            + "chat; ‘zonechat join LINK’ joins one.")
      } else {
        for chat in chats { try Output.line(line(chat)) }
      }
      let invitations = try await session.repository.currentInvitations().count
      if invitations > 0, !options.json {
        let words = DisplayText.count(invitations, "invitation")
        let verb = invitations == 1 ? "waits" : "wait"
        Output.note("\(words) \(verb) for you. ‘zonechat invitations’ lists them.")
      }
    }
  }

  private func line(_ chat: ChatSummary) -> String {
    var marks = chat.isSealed ? [SealedWords.mark] : []
    if chat.isPinned { marks.append("pinned") }
    if chat.isArchived { marks.append("archived") }
    switch chat.notifications {
    case .all: break
    case .mentions: marks.append("mentions only")
    case .none:
      marks.append(chat.mutedUntil.map { "muted until \(Output.time($0))" } ?? "muted")
    }
    if let unread = chat.unreadText { marks.append("\(unread) new") }
    if chat.queuedCount > 0 { marks.append("\(chat.queuedCount) queued") }
    if chat.failedCount > 0 { marks.append("\(chat.failedCount) failed") }
    switch chat.access {
    case .owner, .readWrite, .sealed: break
    case .readOnly: marks.append("read only")
    }
    let closed = AccessWords.closedMark(of: chat)
    if let closed { marks.append(DisplayText.singleLine(closed)) }
    if let trouble = AccessWords.trouble(of: chat) {
      marks.append(Output.addressed(Output.harmless(trouble)))
    }
    let name = DisplayText.singleLine(chat.name.isEmpty ? "(loading)" : chat.name)
    let last =
      chat.lastMessage.map {
        "\(SenderWords.short($0, own: nil)): \($0.isDeleted ? "(removed)" : $0.bareText)"
      }
      ?? "no messages yet"
    // Nobody is in a closed chat.
    let members = closed == nil ? "  (\(chat.memberCount))" : ""
    let head = "\(chat.zoneName.prefix(13))  \(name)\(members)"
    let state = marks.isEmpty ? "" : "  [" + marks.joined(separator: ", ") + "]"
    return head + state + "  " + String(DisplayText.singleLine(last).prefix(60))
  }
}

/// The options that say whether a command that reads asks the cloud for news first.
struct FreshnessOptions: ParsableArguments {
  @Flag(name: .long, help: "Show the local copy; do not ask the cloud first.")
  var offline = false

  func refresh(_ session: Session, _ options: GlobalOptions) async throws {
    if !offline { try await session.refresh(options) }
  }
}

extension Session {
  /// Asks the cloud for news, for a moment, and says where that was in vain.
  func refresh(_ options: GlobalOptions) async throws {
    do {
      let status = try await ProgressLine(options).during("Asking the cloud") {
        try await syncOnce(limit: .seconds(5))
      }
      let reason = status.reason ?? ""
      switch status.state {
      case .upToDate: break
      case .waiting where try await repository.currentConnectionStatus().troubles.isEmpty:
        Output.note("Everything new is here, and some changes are not sent yet (\(reason)).")
      case .waiting:
        Output.note("Some new data is missing (\(reason)). ‘zonechat account status’ shows where.")
      case .connecting, .syncing:
        Output.note("The cloud has not answered in 5 s. This is the local copy.")
      case .offline, .suspended, .stopped:
        Output.note("Not updated: \(reason). This is the local copy.")
      }
    } catch let error as ChatError where error.isStorageTrouble {
      // Reading needs no disk space.
      Output.note("\(error) This is the local copy.")
    }
  }

  /// Finds the chat that a command is about.
  ///
  /// If this device does not know it, as a new device knows none, the command asks the cloud first.
  func chat(matching text: String, _ options: GlobalOptions) async throws -> ChatSummary {
    try await finding(options) { try await repository.chat(matching: text) }
  }

  /// Does `body`, and once more after the cloud was asked where this device does not know what is meant.
  func finding<Found>(
    _ options: GlobalOptions, _ body: () async throws -> Found
  ) async throws -> Found {
    do {
      return try await body()
    } catch let error as ChatError {
      switch error {
      case .unknownChat, .unknownMessage, .noMessage: try await refresh(options)
      default: throw error
      }
    }
    return try await body()
  }
}
