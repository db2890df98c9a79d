package import ChatModel
package import TerminalUI

/// Work that the models ask `ChatApp` to perform.
package enum Effect: Sendable, Equatable {
  /// Write to the replica; writes are performed in the order in which the models asked for them.
  case write(ReplicaWrite)
  /// Read what a screen needs of a chat before its messages.
  case open(ChatID)
  /// Read messages of the open chat, and all later changes of them; replaces the observation before.
  case observe(ChatID, MessageWindow.Request)
  /// Read something for the screen, and all later changes of it.
  case watch(ScreenNeed)
  case unwatch(ScreenNeed)
  /// Report the end of `ReadingState.dwell`.
  case seenSoon(ChatID, MessageID)
  /// Report the end of `ReadingState.dwell` for a part of what is unread.
  case partSeenSoon(ChatID, MessageCursor)
  /// Ask the cloud; the answer bears the number.
  case share(SharingRequest, number: Int)
  case cancelSharing
  /// Write to a person by name, and say what became of it.
  case deliver(Letter)
  /// Find messages; a newer search takes the place of one that is not answered yet.
  ///
  /// `isCountedEverywhere` asks how many messages of all chats fit too.
  case search(MessageSearch, isCountedEverywhere: Bool, number: Int)
  case loadRecentEmoji
  /// Read what a completion in the composer chooses from.
  case readForCompletion(CompletionNeed)
  /// Read what only the details of a message show.
  case loadDetails(MessageID)
  /// Report, after `UndoModel.time`, that a deletion can no longer be undone.
  case undoSoon(number: Int)
  /// Report, after `Toast.time`, that a note has been shown long enough.
  case noteGoneSoon(number: Int)
  /// Save drafts in a moment.
  case saveDraftsSoon
  /// Report the end of `NewsWatch.delay`.
  case notifySoon
  case ring
  case notify(Notification, DesktopNotification)
  case copy(String)
  case setMouse(MouseMode)
  /// Bring a message's file to where a person wants it.
  case file(FileRequest)
  /// Draw a picture; only one is drawn at a time.
  case draw(PictureRequest)
  /// The picture that is being drawn is not in sight any more.
  case cancelDrawing
  /// Make a file of what was pasted in a chat.
  case makeFile(PastedContent, in: ChatID)
  /// Let the person change the text of the composer in an editor.
  case editExternally(String)
  /// Run a command of the person's own.
  case runCommand(OwnCommand)
  /// Open a web address outside the client.
  case openAddress(String)
  /// Keep what the person has set about the screen.
  case keep(ScreenPreferences)
  case redraw
  /// The process goes on after it was stopped: take the screen again.
  case resume
  case suspend
  case quit
}
