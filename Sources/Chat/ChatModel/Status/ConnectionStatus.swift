package import CloudModel
package import Foundation

/// The state of the connection to the cloud, as every window of a profile shows it.
package struct ConnectionStatus: Sendable, Equatable {
  package var sync: SyncStatus
  /// When this state began.
  package var since: Date
  /// Outbox entries of all chats: those that wait, without read marks and the like, and those that failed.
  package var queuedCount: Int
  package var failedCount: Int
  /// Read marks and the like that wait; they are gathered for a moment.
  package var lowPriorityCount = 0
  /// Until when the cloud has asked clients to wait, and why; nil if it has not asked.
  package var wait: Wait?
  /// The fetches that the cloud refuses although it can be reached; everything else continues.
  package var troubles: [Trouble] = []

  package init(
    sync: SyncStatus, since: Date, queuedCount: Int, failedCount: Int, lowPriorityCount: Int = 0,
    wait: Wait? = nil, troubles: [Trouble] = []
  ) {
    self.sync = sync
    self.since = since
    self.queuedCount = queuedCount
    self.failedCount = failedCount
    self.lowPriorityCount = lowPriorityCount
    self.wait = wait
    self.troubles = troubles
  }

  package struct Wait: Sendable, Equatable {
    package var until: Date
    package var reason: String
    /// Whether there is no room: in the owner's storage, or under the limit of members.
    package var isFull: Bool

    package init(until: Date, reason: String, isFull: Bool = false) {
      self.until = until
      self.reason = reason
      self.isFull = isFull
    }
  }

  /// Changes that the cloud repeatedly refuses to send.
  package struct Trouble: Sendable, Equatable {
    package enum Subject: Sendable, Equatable {
      case chat(ChatID)
      /// The list of chats that have changes, among one's own chats or among those of others.
      case chats(ownOnes: Bool)
      case invitations
    }

    package var subject: Subject
    /// When the engine asks again; a time in the past means that it does not ask before the next sync.
    package var until: Date
    package var reason: String

    package init(subject: Subject, until: Date, reason: String) {
      self.subject = subject
      self.until = until
      self.reason = reason
    }
  }
}
