/// A hint that something changed; it never contains the change itself.
///
/// Notifications may be late, doubled, merged or lost; nothing may depend on one arriving.
package enum CloudNotification: Sendable, Hashable {
  /// Something in this database changed.
  case database(DatabaseScope)
  /// Something in this zone changed.
  case zone(RecordZoneID, DatabaseScope)
  /// A record changed that a query subscription watches.
  case query(RecordID, DatabaseScope, RecordChangeReason)
  /// An invitation of this user to a share has come, or waits no more; an addition to CloudKit, which leaves
  /// invitations to messages.
  case invitation
}

/// The channel from which one client fetches its notifications, one at a time.
package struct NotificationChannel: Sendable, Hashable {
  /// The long poll's path and query below the cloud's own address.
  ///
  /// A secret: every client that knows it may read the notifications.
  package var courierPath: String
  /// The token under which the channel is registered; empty if its client does not need it.
  package var apnsToken: String

  package init(courierPath: String, apnsToken: String = "") {
    self.courierPath = courierPath
    self.apnsToken = apnsToken
  }
}
