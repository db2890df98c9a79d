package import Foundation

/// What every window of a profile shows about the way to the cloud.
package struct ConnectionStatus: Sendable, Equatable {
  package enum State: Sendable, Equatable {
    case connecting
    case syncing
    case upToDate
    case offline(reason: String)
  }

  package var state: State
  /// When this began.
  package var since: Date
  /// Entries that wait in the outbox, and that failed, over all chats.
  package var queuedCount: Int
  package var failedCount: Int
}
