package import CloudModel

/// That one user should hear of one thing, on every device but the one that caused it.
package struct Announcement: Sendable, Equatable {
  package var partition: Partition
  package var recipient: String
  package var notification: CloudNotification
  /// The subscription that asked for it; an invitation's short identifier instead.
  package var subscriptionID: String
  /// The device that caused it.
  package var origin: Caller
  /// Above 0 where a fault delivers one notification several times.
  package var copy = 0
  /// How it is to look; nil where the subscription left that open.
  package var notificationInfo: NotificationInfo?
  /// What the subscription asked to see of the record, and its alert's arguments.
  package var fields: [String: FieldValue]
  /// Counts the changes of a transaction; what tells of the same change has the same number.
  package var change: Int

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
