package import ChatModel

/// Work that the models ask `ChatApp` to perform.
package enum Effect: Sendable, Equatable {
  /// Write to the replica; writes are performed in the order in which the models asked for them.
  case write(ReplicaWrite)
  /// Read a chat's draft and messages, and all later changes; replaces the observation of another
  /// chat.
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
