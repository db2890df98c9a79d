import Foundation

/// Merges two versions of a block: the one that was set later counts as a whole.
extension BlockedPersonRecord {
  package static func merge(local: Self, server: Self) -> Self {
    var merged = server
    if local.rank > server.rank { (merged.blocked, merged.name) = (local.blocked, local.name) }
    return merged
  }

  package func addsNothing(to server: Self) -> Bool { rank <= server.rank }

  /// At equal times a block wins; the name only makes the order total.
  private var rank: (Date, Int64, String) {
    (blocked.setAt ?? .distantPast, blocked.value, name)
  }
}
