/// Merges two versions of a read mark: the message stays read, and the earlier time counts.
extension ReadMarkRecord {
  package static func merge(local: Self, server: Self) -> Self {
    var merged = server
    merged.readAt = min(local.readAt, server.readAt)
    return merged
  }

  /// When it was read is not worth another write.
  package func addsNothing(to server: Self) -> Bool { true }
}
