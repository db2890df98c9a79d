package import Foundation

/// What every window of a profile shows about the way to the cloud.
package struct ConnectionStatus: Sendable, Equatable {
  package enum State: Sendable, Equatable {
    case connecting
    case syncing
    /// All but what the cloud refuses is sent and fetched, and why it refuses that.
    case waiting(reason: String)
    case upToDate
    case offline(reason: String)
    /// The account cannot be used now; everything is kept.
    case suspended(reason: String)
    /// Somebody has to put something right first.
    case stopped(reason: String)

    /// Why there is no way to the cloud; nil where there is one, or nobody knows yet.
    package var obstacle: String? {
      switch self {
      case .connecting, .syncing, .waiting, .upToDate: nil
      case .offline(let reason), .suspended(let reason), .stopped(let reason): reason
      }
    }
  }

  package var state: State
  /// When this began.
  package var since: Date
  /// Entries that wait in the outbox, without read marks and the like, and that failed, over all chats.
  package var queuedCount: Int
  package var failedCount: Int
  /// Read marks and the like that wait; they are gathered for a moment.
  package var lowValueCount = 0
  /// Until when the cloud has asked to be left alone, and why; nil where it has not.
  package var wait: Wait?
  /// What the cloud refuses to tell although it can be reached; everything else goes on.
  package var troubles: [Trouble] = []

  package struct Wait: Sendable, Equatable {
    package var until: Date
    package var reason: String
  }

  /// News that the cloud refuses again and again.
  package struct Trouble: Sendable, Equatable {
    package enum Subject: Sendable, Equatable {
      case chat(ChatID)
      /// Which of one's own chats, or of others', have news.
      case chats(ownOnes: Bool)
      case invitations
    }

    package var subject: Subject
    /// When it is asked again; in the past where nobody does before the next sync.
    package var until: Date
    package var reason: String
  }
}
