/// The presentation of a subscription's notifications, stored as the client wrote it.
///
/// Source: `CKSubscription.NotificationInfo`, and the keys of the web protocol.
package struct NotificationInfo: Sendable, Hashable {
  package var keys: [String: JSONValue]

  package init(keys: [String: JSONValue]) { self.keys = keys }

  /// Shows nothing; only a hint to look for changes.
  package static let silent = NotificationInfo(keys: ["shouldSendContentAvailable": .bool(true)])

  /// Throws `.invalidArguments` for a value of another kind than its key needs, for example a text in place of a flag.
  ///
  /// The notification would otherwise show something else, or nothing. Unknown keys are kept as they are.
  package func checkKinds() throws(CloudError) {
    for (key, value) in keys.sorted(by: { $0.key < $1.key }) where value != .null {
      guard let (kind, fits) = Self.kind(of: key), !fits(value) else { continue }
      throw CloudError(
        .invalidArguments,
        "BadRequestException: invalid value at 'notificationInfo.\(key)'; it is \(kind)")
    }
  }

  /// The kind of value that a key needs, and a test for it; nil for an unknown key.
  private static func kind(of key: String) -> (kind: String, fits: (JSONValue) -> Bool)? {
    switch key {
    case "shouldBadge", "shouldSendContentAvailable", "shouldSendMutableContent":
      return ("true or false", { $0.isFlag })
    case "alertLocalizationArgs", "titleLocalizationArgs", "subtitleLocalizationArgs",
      "additionalFields", "desiredKeys":
      return ("a list of texts", { $0.arrayValue?.allSatisfy { $0.stringValue != nil } ?? false })
    case "alertBody", "alertLocalizationKey", "alertActionLocalizationKey", "alertLaunchImage",
      "soundName", "category", "title", "titleLocalizationKey", "subtitle",
      "subtitleLocalizationKey":
      return ("a text", { $0.stringValue != nil })
    default: return nil
    }
  }

  package func string(_ key: String) -> String? { keys[key]?.stringValue }

  package func strings(_ key: String) -> [String] {
    keys[key]?.arrayValue?.compactMap(\.stringValue) ?? []
  }

  package func flag(_ key: String) -> Bool { keys[key]?.isTrue ?? false }

  /// Fields of the record that travel with the notification.
  package var additionalFields: [String] { strings("additionalFields") + strings("desiredKeys") }
}
