/// Two versions of a reaction: the later intent of its one person; taken away where both are as late.
extension ReactionRecord {
  static func merge(local: Self, server: Self) -> Self {
    var merged = server
    if local.isLater(than: server) {
      merged.changedAt = local.changedAt
      merged.isRemoved = local.isRemoved
    }
    return merged
  }

  func addsNothing(to server: Self) -> Bool { !isLater(than: server) }

  private func isLater(than other: Self) -> Bool {
    (changedAt, isRemoved ? 1 : 0) > (other.changedAt, other.isRemoved ? 1 : 0)
  }
}
