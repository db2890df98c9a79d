package import CloudModel

/// A notification for one user; the courier delivers it to all the user's devices except the one
/// that caused the event.
package struct Announcement: Sendable, Equatable {
  package var partition: Partition
  package var recipient: String
  package var notification: CloudNotification
  /// The subscription that asked for it; for an invitation, the short GUID of the share.
  package var subscriptionID: String
  /// The device that caused it.
  package var origin: Caller
  /// Above 0 where a fault delivers one notification several times.
  package var copy = 0
  /// The presentation of the notification; nil if the subscription gave none.
  package var notificationInfo: NotificationInfo?
  /// The record's fields that the subscription asked for, and those that its alert uses as
  /// arguments.
  package var fields: [String: FieldValue]
  /// The number of the change in its transaction; announcements of the same change have the same
  /// number.
  package var change: Int
  /// The channels that it is for, by their tokens; nil if it is for all of the recipient's but those of its origin.
  package var channels: Set<String>?

  package init(
    partition: Partition, recipient: String, notification: CloudNotification,
    subscriptionID: String, origin: Caller, notificationInfo: NotificationInfo? = nil,
    fields: [String: FieldValue] = [:], change: Int = 0
  ) {
    self.partition = partition
    self.recipient = recipient
    self.notification = notification
    self.subscriptionID = subscriptionID
    self.origin = origin
    self.notificationInfo = notificationInfo
    self.fields = fields
    self.change = change
  }
}
