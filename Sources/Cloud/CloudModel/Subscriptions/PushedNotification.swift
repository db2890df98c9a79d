/// A notification as it is pushed to a device: what has changed, for whom, and how it is presented.
///
/// Source: `CKNotification`.
package struct PushedNotification: Sendable, Equatable {
  package var notification: CloudNotification
  package var containerIdentifier: String
  package var environment: CloudEnvironment
  /// The recipient's user record name.
  package var recipient: String
  /// The same in all pushes of one change; nil if it was left out to keep the push small.
  package var notificationID: String?
  /// The subscription that asked for it; for an invitation, the short GUID of the share.
  package var subscriptionID: String
  /// The record's fields that the subscription asked for; nil without any, or if they were left out.
  package var recordFields: [String: JSONValue]?
  /// Alert, sound, badge and wake-up, with the keys of Apple's `aps`; nil if the subscription asked for none.
  package var presentation: [String: JSONValue]?
  /// Whether something was left out to keep the push small.
  package var isPruned: Bool

  package init(
    _ notification: CloudNotification, containerIdentifier: String, environment: CloudEnvironment,
    recipient: String, notificationID: String?, subscriptionID: String,
    recordFields: [String: JSONValue]? = nil, presentation: [String: JSONValue]? = nil,
    isPruned: Bool = false
  ) {
    self.notification = notification
    self.containerIdentifier = containerIdentifier
    self.environment = environment
    self.recipient = recipient
    self.notificationID = notificationID
    self.subscriptionID = subscriptionID
    self.recordFields = recordFields
    self.presentation = presentation
    self.isPruned = isPruned
  }
}
