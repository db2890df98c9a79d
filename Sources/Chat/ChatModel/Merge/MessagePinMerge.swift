import Foundation

/// Merges two versions of a pin: the later change counts; at equal times, the removal.
extension MessagePinRecord {
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

  private var rank: (Date, Int, String) { (changedAt, isRemoved ? 1 : 0, changedBy ?? "") }
}
