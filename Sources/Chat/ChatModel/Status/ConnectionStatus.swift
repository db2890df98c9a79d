package import Foundation

/// The state of the connection to the cloud, as every window of a profile shows it.
package struct ConnectionStatus: Sendable, Equatable {
  package enum State: Sendable, Equatable {
    case connecting
    case syncing
    /// Everything is sent and fetched except what the cloud refuses; holds the reason for the refusal.
    case waiting(reason: String)
    case upToDate
    case offline(reason: String)
    /// The account cannot be used now; everything is kept.
    case suspended(reason: String)
    /// Somebody has to put something right first.
    case stopped(reason: String)

    /// The reason why the cloud cannot be used; nil if it can be used, or if that is not known yet.
    package var obstacle: String? {
      switch self {
      case .connecting, .syncing, .waiting, .upToDate: nil
      case .offline(let reason), .suspended(let reason), .stopped(let reason): reason
      }
    }

    /// The reason why something is not sent or fetched: an obstacle, or a refusal of the cloud.
    package var reason: String? {
      if case .waiting(let reason) = self { reason } else { obstacle }
    }
  }

  package var state: State
  /// When this began.
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
    state: State, since: Date, queuedCount: Int, failedCount: Int, lowPriorityCount: Int = 0,
    wait: Wait? = nil, troubles: [Trouble] = []
  ) {
    self.state = state
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

    package init(until: Date, reason: String) {
      self.until = until
      self.reason = reason
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
