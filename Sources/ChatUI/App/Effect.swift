package import ChatModel

/// Work that the models ask for outside of themselves.
package enum Effect: Sendable, Equatable {
  /// Written to the replica, in the order in which they were asked for.
  case write(ReplicaWrite)
  /// Read a chat's draft and messages, and all changes from now on; replaces the one before.
  case observe(ChatID, from: MessageCursor?)
  case observeMembers(ChatID?)
  case loadOlder(ChatID, before: MessageCursor)
  /// Ask the cloud; the answer bears the number.
  case share(SharingRequest, number: Int)
  case cancelSharing
  /// Save drafts in a moment.
  case saveDraftsSoon
  case copy(String)
  case redraw
  /// The process goes on after it was stopped: take the screen again.
  case resume
  case suspend
  case quit
}
