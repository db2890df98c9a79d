package import ChatCore
package import ChatModel
package import ClientSettings
package import Pictures
package import TerminalUI

/// Everything that reaches the screens, one after the other.
package enum AppEvent: Sendable {
  case terminal(TerminalEvent)
  case summaries([ChatSummary])
  case invitations([Invitation])
  case connection(ConnectionStatus)
  case opened(ChatID, ChatOpening)
  case window(ChatID, MessageWindow.Request, MessageWindow)
  /// The messages up to this one may have been on the screen long enough to count as seen.
  case dwellEnded(ChatID, MessageID)
  /// The part of what is unread down to this message may have been on the screen long enough.
  case partDwellEnded(ChatID, MessageCursor)
  /// Chats that are marked as read as a whole.
  case markedRead([ReadChat])
  case members(ChatID, [Member])
  case outbox(OutboxContents)
  case created(ChatID)
  /// The chat in which a message to a person is.
  case delivered(Letter, in: ChatID)
  case undelivered(Letter, reason: String)
  case dropped(String, in: ChatID)
  /// The name of somebody who is blocked now, or not any more.
  case blocked(String, isBlocked: Bool)
  /// Everyone who is blocked.
  case blockedPeople([BlockedPerson])
  case file(FileRequest, FileAnswer)
  case picture(PictureRequest, PictureAnswer)
  /// The path of a file that was made of what was pasted.
  case fileMade(String, in: ChatID)
  /// A new message with its files, or the text of a changed one; `isGone` where the one to be changed is not there
  /// any more.
  case sendFailed(
    String, with: [String] = [], in: ChatID, reason: String, isGone: Bool = false)
  case shared(SharingAnswer, number: Int)
  case found([FoundMessage], number: Int)
  /// How many messages of all chats a search in one chat would find, counted up to `SearchModel.countLimit`.
  case foundEverywhere(Int, number: Int)
  case recentEmoji([String])
  case readForCompletion(CompletionAnswer)
  case details(MessageID, MessageDetails)
  case people([Acquaintance])
  case pins(ChatID, [PinnedMessage])
  case highlights(ChatID, ChatHighlights)
  /// What answers a message, which is named by its record name.
  case thread(String, in: ChatID, MessageThread)
  case files(MessageSearch, [FoundMessage])
  /// Whether the server lets members invite people who have no account.
  case newPeople(areWelcome: Bool)
  /// The text as the person has left it in the editor.
  case edited(String)
  /// The text stays as it was; `saved` is what an editor has saved nevertheless.
  case notEdited(saved: String?, reason: String)
  /// What a command of the person's own has printed.
  case commandOutput(String, of: OwnCommand)
  case undoExpired(number: Int)
  case noteExpired(number: Int)
  case settings(SettingsNews)
  /// `NewsWatch.delay` has passed.
  case notificationsDue
  case failed(String)
  case draftsDue
  case draftFailed(ChatID, reason: String)
}
