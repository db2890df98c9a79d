package import CloudModel
import CloudWire
public import Foundation

/// What a push has told; one of the three subclasses.
///
/// The dictionary has the keys of Apple's pushes: `aps`, and `ck` with CloudKit's own.
public class CKNotification: NSObject, NotificationFactory, @unchecked Sendable {
  // Immutable; `NSObject` does not say that it is `Sendable`.

  public enum NotificationType: Int, Sendable {
    case query = 1
    case recordZone = 2
    case readNotification = 3
    case database = 4
  }

  public typealias ID = CKNotificationID

  let push: PushedNotification

  required init(_ push: PushedNotification) { self.push = push }

  public var notificationType: NotificationType { .database }
  public var notificationID: ID? { push.notificationID.map(ID.init(_:)) }
  public var containerIdentifier: String? { push.containerIdentifier }
  /// Whether something was left out to keep the push small.
  public var isPruned: Bool { push.isPruned }
  public var subscriptionID: CKSubscription.ID? { push.subscriptionID }
  public var subscriptionOwnerUserRecordID: CKRecord.ID? {
    CKRecord.ID(recordName: push.recipient)
  }

  var viewpoint: Viewpoint {
    let scope =
      switch push.notification {
      case .database(let shown), .zone(_, let shown), .query(_, let shown, _): shown
      case .invitation: DatabaseScope.private
      }
    return Viewpoint(user: push.recipient, scope: scope)
  }

  public var databaseScope: CKDatabase.Scope { CKDatabase.Scope(viewpoint.scope) }

  /// Reads a push; nil for one that is not CloudKit's.
  package static func make(_ dictionary: [AnyHashable: Any]) -> CKNotification? {
    guard JSONSerialization.isValidJSONObject(dictionary),
      let data = try? JSONSerialization.data(withJSONObject: dictionary),
      let push = try? JSONDecoder().decode(NotificationFrame.self, from: data).push
    else { return nil }
    return make(push)
  }

  /// The notification of a push in the class for its kind; nil for a kind that Apple does not have.
  package static func make(_ push: PushedNotification) -> CKNotification? {
    switch push.notification {
    case .query: CKQueryNotification(push)
    case .zone: CKRecordZoneNotification(push)
    case .database: CKDatabaseNotification(push)
    case .invitation: nil
    }
  }

  // MARK: - The alert

  private var alert: [String: JSONValue] {
    if let body = push.presentation?["alert"]?.stringValue { return ["body": .string(body)] }
    return push.presentation?["alert"]?.objectValue ?? [:]
  }

  private func strings(_ key: String) -> [String]? {
    guard case .array(let values) = alert[key] else { return nil }
    return values.compactMap(\.stringValue)
  }

  public var alertBody: String? { alert["body"]?.stringValue }
  public var title: String? { alert["title"]?.stringValue }
  public var subtitle: String? { alert["subtitle"]?.stringValue }
  public var alertLocalizationKey: String? { alert["loc-key"]?.stringValue }
  public var alertLocalizationArgs: [String]? { strings("loc-args") }
  public var titleLocalizationKey: String? { alert["title-loc-key"]?.stringValue }
  public var titleLocalizationArgs: [String]? { strings("title-loc-args") }
  public var subtitleLocalizationKey: String? { alert["subtitle-loc-key"]?.stringValue }
  public var subtitleLocalizationArgs: [String]? { strings("subtitle-loc-args") }
  public var alertActionLocalizationKey: String? { alert["action-loc-key"]?.stringValue }
  public var alertLaunchImage: String? { alert["launch-image"]?.stringValue }
  public var soundName: String? { push.presentation?["sound"]?.stringValue }
  public var category: String? { push.presentation?["category"]?.stringValue }
  public var badge: NSNumber? {
    guard case .integer(let badge) = push.presentation?["badge"] else { return nil }
    return NSNumber(value: badge)
  }
}

/// Makes the subclass that a dictionary is for: a class of Swift cannot do that in an initializer of its own.
public protocol NotificationFactory {}

extension NotificationFactory where Self: CKNotification {
  /// Reads a push; nil for one that is not CloudKit's, or not of this kind.
  public init?(fromRemoteNotificationDictionary dictionary: [AnyHashable: Any]) {
    guard let made = CKNotification.make(dictionary) as? Self else { return nil }
    self = made
  }
}

/// Something in a database has changed.
public final class CKDatabaseNotification: CKNotification, @unchecked Sendable {
  // As `CKNotification`.
}

/// Something in a zone has changed.
public final class CKRecordZoneNotification: CKNotification, @unchecked Sendable {
  // As `CKNotification`.
  public override var notificationType: NotificationType { .recordZone }

  public var recordZoneID: CKRecordZone.ID? {
    guard case .zone(let zoneID, _) = push.notification else { return nil }
    return viewpoint.zoneID(zoneID)
  }
}

/// A record that a query watches was made, changed or deleted.
public final class CKQueryNotification: CKNotification, @unchecked Sendable {
  // As `CKNotification`.

  public enum Reason: Int, Sendable {
    case recordCreated = 1
    case recordUpdated = 2
    case recordDeleted = 3
  }

  public override var notificationType: NotificationType { .query }

  public var queryNotificationReason: Reason {
    guard case .query(_, _, let reason) = push.notification else { return .recordUpdated }
    return Reason(rawValue: reason.rawValue) ?? .recordUpdated
  }

  public var recordID: CKRecord.ID? {
    guard case .query(let recordID, _, _) = push.notification else { return nil }
    return viewpoint.recordID(recordID)
  }

  /// The fields that the subscription asked for.
  public var recordFields: [String: Any]? {
    guard let fields = push.recordFields, let data = try? JSONEncoder().encode(fields) else {
      return nil
    }
    return try? JSONSerialization.jsonObject(with: data) as? [String: Any]
  }
}

/// Names a push; two are equal if it is the same one.
public final class CKNotificationID: NSObject, NSCopying, NSSecureCoding, @unchecked Sendable {
  // Immutable; `NSObject` does not say that it is `Sendable`.
  private let name: String

  init(_ name: String) { self.name = name }

  public override func isEqual(_ object: Any?) -> Bool {
    (object as? CKNotificationID)?.name == name
  }
  public override var hash: Int { name.hashValue }
  public func copy(with zone: NSZone? = nil) -> Any { self }
  public static var supportsSecureCoding: Bool { true }

  public func encode(with coder: NSCoder) {
    coder.sortKeys()
    coder.encode(name as NSString, forKey: "name")
  }

  public init?(coder: NSCoder) {
    guard let name = coder.decodeObject(of: NSString.self, forKey: "name") as String? else {
      return nil
    }
    self.name = name
  }
}
