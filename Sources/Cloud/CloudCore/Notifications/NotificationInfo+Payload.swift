import CloudModel
import CloudRules
import Foundation

extension NotificationInfo {
  /// The `aps` dictionary: alert, sound, badge and wake-up; nil if the subscription asked for none.
  ///
  /// The number of a badge is put in when the notification is delivered.
  func aps(fields: [String: FieldValue]) -> [String: JSONValue]? {
    var aps: [String: JSONValue] = [:]
    aps["alert"] = alert(fields: fields)
    aps["sound"] = keys["soundName"].flatMap { $0.stringValue.map(JSONValue.string) }
    aps["category"] = string("category").map(JSONValue.string)
    if flag("shouldBadge") { aps["badge"] = .integer(1) }
    if flag("shouldSendContentAvailable") { aps["content-available"] = .integer(1) }
    if flag("shouldSendMutableContent") { aps["mutable-content"] = .integer(1) }
    return aps.isEmpty ? nil : aps
  }

  /// Fields of the record that the frame may carry; nil where none was asked for.
  ///
  /// Source: `CKSubscription.NotificationInfo.desiredKeys`: references, places, dates, numbers and
  /// strings.
  func additionalFields(from fields: [String: FieldValue]) -> [String: JSONValue]? {
    guard !additionalFields.isEmpty else { return nil }
    return Dictionary(
      additionalFields.compactMap { name in
        fields[name].flatMap(\.pushed).map { (name, $0) }
      }, uniquingKeysWith: { first, _ in first })
  }

  private static let textKeys = [
    (source: "title", target: "title"), (source: "subtitle", target: "subtitle"),
    (source: "titleLocalizationKey", target: "title-loc-key"),
    (source: "subtitleLocalizationKey", target: "subtitle-loc-key"),
    (source: "alertLocalizationKey", target: "loc-key"),
    (source: "alertActionLocalizationKey", target: "action-loc-key"),
    (source: "alertLaunchImage", target: "launch-image"),
  ]

  /// The alert: a string if it has only a body, otherwise a dictionary.
  ///
  /// Source: Apple Push Notification service, keys of the `alert` dictionary. An argument names a
  /// field of the record; an argument that names no field is used as text.
  private func alert(fields: [String: FieldValue]) -> JSONValue? {
    var alert: [String: JSONValue] = [:]
    for (source, target) in Self.textKeys {
      alert[target] = string(source).map(JSONValue.string)
    }
    for (source, target) in Self.argumentKeys where !strings(source).isEmpty {
      alert[target] = .array(
        strings(source).map { .string(fields[$0].flatMap(\.text) ?? $0) })
    }
    let body = string("alertBody")
    guard !alert.isEmpty else { return body.map(JSONValue.string) }
    alert["body"] = body.map(JSONValue.string)
    return .object(alert)
  }
}

extension FieldValue {
  /// The value as a frame carries it; nil for kinds that no frame carries.
  fileprivate var pushed: JSONValue? {
    switch self {
    case .string(let value): return .string(value)
    case .int64(let value): return .integer(value)
    case .double(let value): return .number(value)
    case .date(let value): return .integer(value.millisecondsSince1970)
    case .reference(let reference):
      return .object([
        "recordName": .string(reference.recordName), "action": .string(reference.action.rawValue),
      ])
    case .location(let location):
      return .object([
        "latitude": .number(location.latitude), "longitude": .number(location.longitude),
      ])
    case .bytes, .asset, .list: return nil
    }
  }

  /// The value in an alert's text.
  fileprivate var text: String? {
    switch self {
    case .string(let value): value
    case .int64(let value): String(value)
    case .double(let value): String(value)
    case .date(let value): String(value.millisecondsSince1970)
    case .reference(let reference): reference.recordName
    case .location, .bytes, .asset, .list: nil
    }
  }
}
