/// How a subscription's notifications are presented, stored as the client wrote it.
///
/// Source: `CKSubscription.NotificationInfo`, and the keys of the web protocol.
package struct NotificationInfo: Sendable, Hashable {
  package var keys: [String: JSONValue]

  package init(keys: [String: JSONValue]) { self.keys = keys }

  /// Shows nothing; only a hint to look for changes.
  package static let silent = NotificationInfo(keys: ["shouldSendContentAvailable": .bool(true)])

  package func string(_ key: String) -> String? { keys[key]?.stringValue }

  package func strings(_ key: String) -> [String] {
    keys[key]?.arrayValue?.compactMap(\.stringValue) ?? []
  }

  package func flag(_ key: String) -> Bool { keys[key]?.isTrue ?? false }

  /// Fields of the record that travel with the notification.
  package var additionalFields: [String] { strings("additionalFields") + strings("desiredKeys") }
}
