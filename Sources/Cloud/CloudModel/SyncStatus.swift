/// The status of an account's sync: its state, and the reason where not everything is sent and fetched.
package struct SyncStatus: Sendable, Equatable {
  /// The words are those of the replica's table and of `watch --json`.
  package enum State: String, Sendable, CaseIterable {
    /// The first attempt to reach the cloud is under way.
    case connecting
    /// The cloud was reached; something is being sent or fetched, or waits to be.
    case syncing
    /// The cloud was reached, and everything is sent and fetched except what it refuses.
    case waiting
    /// The cloud cannot be reached; the engine goes on trying.
    case offline
    /// The account cannot be used now, or the server is not trusted; everything waits until somebody has changed that.
    case suspended
    /// Syncing cannot go on until a person has corrected something.
    case stopped
    /// Everything known is sent and fetched.
    case upToDate

    /// Whether the cloud can be used, as far as that is known.
    package var isAtWork: Bool {
      switch self {
      case .connecting, .syncing, .waiting, .upToDate: true
      case .offline, .suspended, .stopped: false
      }
    }
  }

  package let state: State
  /// The reason why something is not sent or fetched: an obstacle, or a refusal of the cloud; nil in the other states.
  package let reason: String?

  /// A status from its parts; the reason counts only in states that have one.
  package init(_ state: State, reason: String) {
    self.state = state
    self.reason = state.isAtWork && state != .waiting ? nil : reason
  }

  package static let connecting = SyncStatus(.connecting, reason: "")
  package static let syncing = SyncStatus(.syncing, reason: "")
  package static let upToDate = SyncStatus(.upToDate, reason: "")
  package static func waiting(reason: String) -> SyncStatus { .init(.waiting, reason: reason) }
  package static func offline(reason: String) -> SyncStatus { .init(.offline, reason: reason) }
  package static func suspended(reason: String) -> SyncStatus { .init(.suspended, reason: reason) }
  package static func stopped(reason: String) -> SyncStatus { .init(.stopped, reason: reason) }

  /// The reason why nothing is sent or fetched; nil if the cloud can be used, or if that is not known yet.
  package var obstacle: String? { state.isAtWork ? nil : reason }
}

extension SyncStatus: CustomStringConvertible {
  /// The status in words, for example `offline (no route)`.
  package var description: String {
    (state == .upToDate ? "up to date" : state.rawValue) + (reason.map { " (\($0))" } ?? "")
  }
}
