package import CloudModel

/// That one user should hear of one thing, on every device but the one that caused it.
package struct Announcement: Sendable, Equatable {
  package var recipient: String
  package var notification: CloudNotification
  /// The subscription that asked for it; an invitation's short identifier instead.
  package var subscriptionID: String
  /// The device that caused it.
  package var origin: Caller

  package init(
    recipient: String, notification: CloudNotification, subscriptionID: String, origin: Caller
  ) {
    self.recipient = recipient
    self.notification = notification
    self.subscriptionID = subscriptionID
    self.origin = origin
  }
}
