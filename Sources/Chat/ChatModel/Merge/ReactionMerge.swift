import Foundation

/// Merges two versions of a reaction: the later intent of its user wins; at equal times, the removal wins.
///
/// A change by somebody else is not an intent of that user, however late it is.
extension ReactionRecord {
  package static func merge(local: Self, server: Self) -> Self {
    var merged = server
    if local.isLater(than: server) {
      merged.changedAt = local.changedAt
      merged.isRemoved = local.isRemoved
      merged.changedBy = local.changedBy
    }
    return merged
  }

  package func addsNothing(to server: Self) -> Bool { !isLater(than: server) }

  private func isLater(than other: Self) -> Bool { rank > other.rank }

  private var rank: (Int, Date, Int, String) {
    (changedBy == nil ? 1 : 0, changedAt, isRemoved ? 1 : 0, changedBy ?? "")
  }
}
