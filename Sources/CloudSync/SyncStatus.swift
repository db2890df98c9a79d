/// What the engine can honestly say about the account as a whole.
package enum SyncStatus: Sendable, Equatable {
  /// The first attempt to reach the cloud is under way.
  case connecting
  /// The cloud was reached; something is being sent or fetched, or waits to be.
  case syncing
  /// Everything known is sent and fetched.
  case upToDate
  /// The cloud cannot be reached, and why; the engine goes on trying.
  case offline(reason: String)
}
