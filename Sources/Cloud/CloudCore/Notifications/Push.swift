package import CloudModel
package import CloudRules

/// An announcement with the notification that the recipient's devices receive.
package struct Push: Sendable, Equatable {
  package var announcement: Announcement
  /// At most 4 KB as JSON.
  package var content: PushedNotification

  /// Whether the push says only that something changed, so that one push can replace several.
  package var isReplaceable: Bool {
    switch announcement.notification {
    case .database, .zone, .invitation: content.isSilent
    case .query: false
    }
  }

  /// Whether this push adds nothing for a device that has `other` in its queue.
  package func isCovered(by other: Push) -> Bool {
    isReplaceable && other.isReplaceable
      && announcement.subscriptionID == other.announcement.subscriptionID
      && announcement.notification == other.announcement.notification
      && announcement.copy == other.announcement.copy
  }

  /// The pushes for the announcements of one transaction; announcements of the same change share
  /// one identifier.
  package static func pushes(
    for announcements: [Announcement], surroundings: Surroundings
  ) -> [Push] {
    var identifiers: [Int: String] = [:]
    return announcements.map { announcement in
      let identifier = identifiers[announcement.change] ?? surroundings.randomUUID()
      identifiers[announcement.change] = identifier
      return Push(
        announcement: announcement,
        content: PushedNotification(announcement, notificationID: identifier))
    }
  }
}
