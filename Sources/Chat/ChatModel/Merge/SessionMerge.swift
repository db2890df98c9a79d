import Foundation

/// Two versions of a chat's session: the name that was given later, and the newest message of both.
extension SessionRecord {
  package static func merge(local: Self, server: Self) -> Self {
    var merged = server
    if (local.renamedAt, local.name) > (server.renamedAt, server.name) {
      merged.name = local.name
      merged.renamedAt = local.renamedAt
    }
    merged.createdAt = min(local.createdAt, server.createdAt)
    merged.lastMessageAt = max(local.lastMessageAt, server.lastMessageAt)
    return merged
  }

  /// A newer `lastMessageAt` is worth a write only if it is far ahead; otherwise every message of every
  /// member would compete to write this record.
  package func addsNothing(to server: Self) -> Bool {
    name == server.name && renamedAt <= server.renamedAt
      && lastMessageAt < server.lastMessageAt.addingTimeInterval(Self.lastMessageInterval)
  }
}
