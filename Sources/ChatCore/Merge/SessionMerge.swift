import Foundation

/// Two versions of a chat's session: the name that was given later, and the newest message of both.
extension SessionRecord {
  static func merge(local: Self, server: Self) -> Self {
    var merged = server
    if (local.renamedAt, local.name) > (server.renamedAt, server.name) {
      merged.name = local.name
      merged.renamedAt = local.renamedAt
    }
    merged.createdAt = min(local.createdAt, server.createdAt)
    merged.lastMessageAt = max(local.lastMessageAt, server.lastMessageAt)
    return merged
  }

  /// The time of the newest message is worth a write only when it is far ahead: every message of everyone
  /// would fight for this record.
  func addsNothing(to server: Self) -> Bool {
    name == server.name && renamedAt <= server.renamedAt
      && lastMessageAt < server.lastMessageAt.addingTimeInterval(Self.lastMessageInterval)
  }
}
