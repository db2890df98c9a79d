import Foundation

/// Merges two versions of a mark.
///
/// Of a mark that can be taken back, the later change counts; at equal times, the removal. A change by somebody else
/// than the owner is no intent of the owner, however late it is. Any other mark stays, and its earlier time counts.
extension MarkRecord {
  package static func merge(local: Self, server: Self) -> Self {
    var merged = server
    if !canBeTakenBack {
      merged.changedAt = min(local.changedAt, server.changedAt)
    } else if local.rank > server.rank {
      merged.changedAt = local.changedAt
      merged.isRemoved = local.isRemoved
      merged.changedBy = local.changedBy
    }
    return merged
  }

  /// An earlier time alone is not worth another write.
  package func addsNothing(to server: Self) -> Bool {
    !Self.canBeTakenBack || rank <= server.rank
  }

  private var rank: (Int, Date, Int, String) {
    (isForeign ? 0 : 1, changedAt, isRemoved ? 1 : 0, changedBy ?? "")
  }
}
