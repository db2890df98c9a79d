import Foundation

/// Two versions of a reaction: the later intent of its one person; taken away where both are as late.
///
/// What somebody else has made of it is no intent of that person, however late.
extension ReactionRecord {
  static func merge(local: Self, server: Self) -> Self {
    var merged = server
    if local.isLater(than: server) {
      merged.changedAt = local.changedAt
      merged.isRemoved = local.isRemoved
      merged.changedBy = local.changedBy
    }
    return merged
  }

  func addsNothing(to server: Self) -> Bool { !isLater(than: server) }

  private func isLater(than other: Self) -> Bool { rank > other.rank }

  private var rank: (Int, Date, Int, String) {
    (changedBy == nil ? 1 : 0, changedAt, isRemoved ? 1 : 0, changedBy ?? "")
  }
}
