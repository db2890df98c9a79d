/// Two versions of a read mark: who has read a message has read it, and the earlier time says when.
extension ReadMarkRecord {
  static func merge(local: Self, server: Self) -> Self {
    var merged = server
    merged.readAt = min(local.readAt, server.readAt)
    return merged
  }

  /// When it was read is not worth another write.
  func addsNothing(to server: Self) -> Bool { true }
}
