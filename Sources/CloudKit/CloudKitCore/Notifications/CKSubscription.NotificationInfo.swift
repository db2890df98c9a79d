import CloudModel
public import Foundation

extension CKSubscription {
  public typealias NotificationInfo = CKNotificationInfo
}

/// How a subscription's notifications are shown, and what they carry.
public final class CKNotificationInfo: NSObject, NSSecureCoding, NSCopying, @unchecked Sendable {
  // As Apple's: it is set before the subscription is saved.
  public var alertBody: String?
  public var alertLocalizationKey: String?
  public var alertLocalizationArgs: [CKRecord.FieldKey]?
  public var title: String?
  public var titleLocalizationKey: String?
  public var titleLocalizationArgs: [CKRecord.FieldKey]?
  public var subtitle: String?
  public var subtitleLocalizationKey: String?
  public var subtitleLocalizationArgs: [CKRecord.FieldKey]?
  public var alertActionLocalizationKey: String?
  public var alertLaunchImage: String?
  public var soundName: String?
  /// Fields of the record that travel with a notification.
  public var desiredKeys: [CKRecord.FieldKey]?
  public var shouldBadge: Bool
  public var shouldSendContentAvailable: Bool
  public var shouldSendMutableContent: Bool
  public var category: String?
  /// Kept, and not sent: this cloud merges notifications by itself.
  public var collapseIDKey: String?

  public override convenience init() { self.init(alertBody: nil) }

  public init(
    alertBody: String? = nil, alertLocalizationKey: String? = nil,
    alertLocalizationArgs: [CKRecord.FieldKey] = [], title: String? = nil,
    titleLocalizationKey: String? = nil, titleLocalizationArgs: [CKRecord.FieldKey] = [],
    subtitle: String? = nil, subtitleLocalizationKey: String? = nil,
    subtitleLocalizationArgs: [CKRecord.FieldKey] = [],
    alertActionLocalizationKey: String? = nil, alertLaunchImage: String? = nil,
    soundName: String? = nil, desiredKeys: [CKRecord.FieldKey] = [], shouldBadge: Bool = false,
    shouldSendContentAvailable: Bool = false, shouldSendMutableContent: Bool = false,
    category: String? = nil, collapseIDKey: String? = nil
  ) {
    func filled(_ keys: [CKRecord.FieldKey]) -> [CKRecord.FieldKey]? {
      keys.isEmpty ? nil : keys
    }
    self.alertBody = alertBody
    self.alertLocalizationKey = alertLocalizationKey
    self.alertLocalizationArgs = filled(alertLocalizationArgs)
    self.title = title
    self.titleLocalizationKey = titleLocalizationKey
    self.titleLocalizationArgs = filled(titleLocalizationArgs)
    self.subtitle = subtitle
    self.subtitleLocalizationKey = subtitleLocalizationKey
    self.subtitleLocalizationArgs = filled(subtitleLocalizationArgs)
    self.alertActionLocalizationKey = alertActionLocalizationKey
    self.alertLaunchImage = alertLaunchImage
    self.soundName = soundName
    self.desiredKeys = filled(desiredKeys)
    self.shouldBadge = shouldBadge
    self.shouldSendContentAvailable = shouldSendContentAvailable
    self.shouldSendMutableContent = shouldSendMutableContent
    self.category = category
    self.collapseIDKey = collapseIDKey
  }

  convenience init(_ info: CloudModel.NotificationInfo) {
    self.init(
      alertBody: info.string("alertBody"),
      alertLocalizationKey: info.string("alertLocalizationKey"),
      alertLocalizationArgs: info.strings("alertLocalizationArgs"), title: info.string("title"),
      titleLocalizationKey: info.string("titleLocalizationKey"),
      titleLocalizationArgs: info.strings("titleLocalizationArgs"),
      subtitle: info.string("subtitle"),
      subtitleLocalizationKey: info.string("subtitleLocalizationKey"),
      subtitleLocalizationArgs: info.strings("subtitleLocalizationArgs"),
      alertActionLocalizationKey: info.string("alertActionLocalizationKey"),
      alertLaunchImage: info.string("alertLaunchImage"), soundName: info.string("soundName"),
      desiredKeys: info.additionalFields, shouldBadge: info.flag("shouldBadge"),
      shouldSendContentAvailable: info.flag("shouldSendContentAvailable"),
      shouldSendMutableContent: info.flag("shouldSendMutableContent"),
      category: info.string("category"))
  }

  var cloud: CloudModel.NotificationInfo {
    var keys: [String: JSONValue] = [:]
    let texts = [
      "alertBody": alertBody, "alertLocalizationKey": alertLocalizationKey, "title": title,
      "titleLocalizationKey": titleLocalizationKey, "subtitle": subtitle,
      "subtitleLocalizationKey": subtitleLocalizationKey,
      "alertActionLocalizationKey": alertActionLocalizationKey,
      "alertLaunchImage": alertLaunchImage, "soundName": soundName, "category": category,
    ]
    for (key, text) in texts { keys[key] = text.map(JSONValue.string) }
    let lists = [
      "alertLocalizationArgs": alertLocalizationArgs,
      "titleLocalizationArgs": titleLocalizationArgs,
      "subtitleLocalizationArgs": subtitleLocalizationArgs, "additionalFields": desiredKeys,
    ]
    for (key, list) in lists { keys[key] = list.map { .array($0.map(JSONValue.string)) } }
    let flags = [
      "shouldBadge": shouldBadge, "shouldSendContentAvailable": shouldSendContentAvailable,
      "shouldSendMutableContent": shouldSendMutableContent,
    ]
    for (key, flag) in flags where flag { keys[key] = .bool(true) }
    return CloudModel.NotificationInfo(keys: keys)
  }

  public override func isEqual(_ object: Any?) -> Bool {
    guard let other = object as? CKNotificationInfo else { return false }
    return cloud == other.cloud && collapseIDKey == other.collapseIDKey
  }

  public override var hash: Int { cloud.hashValue }

  public func copy(with zone: NSZone? = nil) -> Any {
    let copy = CKNotificationInfo(cloud)
    copy.collapseIDKey = collapseIDKey
    return copy
  }

  public static var supportsSecureCoding: Bool { true }

  public func encode(with coder: NSCoder) {
    coder.encodeJSON(cloud.keys, forKey: "notificationInfo")
    coder.encode(collapseIDKey as NSString?, forKey: "collapseIDKey")
  }

  public convenience init?(coder: NSCoder) {
    guard let keys = coder.decodeJSON([String: JSONValue].self, forKey: "notificationInfo") else {
      return nil
    }
    self.init(CloudModel.NotificationInfo(keys: keys))
    collapseIDKey = coder.laterString(forKey: "collapseIDKey")
  }
}
