/// The entries of a queue that may be sent.
package enum OutboxSelection: Sendable, Hashable {
  case everything
  /// Nothing with low priority.
  case urgent
  /// Only deletions, which make room.
  case deletions
}
