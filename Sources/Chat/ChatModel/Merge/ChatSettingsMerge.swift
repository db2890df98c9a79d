/// Merges two versions of a chat's settings: for each setting, the value that was set later.
extension ChatSettingsRecord {
  package static func merge(local: Self, server: Self) -> Self {
    var merged = server
    merged.pinned = .later(local.pinned, server.pinned)
    merged.archived = .later(local.archived, server.archived)
    merged.notifications = .later(local.notifications, server.notifications)
    merged.muted = .later(local.muted, server.muted)
    merged.left = .later(local.left, server.left)
    return merged
  }

  package func addsNothing(to server: Self) -> Bool {
    !pinned.isLater(than: server.pinned) && !archived.isLater(than: server.archived)
      && !notifications.isLater(than: server.notifications)
      && !muted.isLater(than: server.muted)
      && !left.isLater(than: server.left)
  }
}
