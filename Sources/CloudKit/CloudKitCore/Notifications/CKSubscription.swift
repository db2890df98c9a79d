import CloudModel
public import Foundation

/// A wish to be told of changes; one of the three subclasses.
public class CKSubscription: NSObject, NSSecureCoding, NSCopying, @unchecked Sendable {
  // As Apple's: the notification's form is set before the subscription is saved.

  public typealias ID = String

  public enum SubscriptionType: Int, Sendable {
    case query = 1
    case recordZone = 2
    case database = 3
  }

  public let subscriptionID: ID
  /// A copy of what was set, as Apple's.
  public var notificationInfo: NotificationInfo? {
    get { ownInfo }
    set { ownInfo = newValue?.copy() as? NotificationInfo }
  }
  public var subscriptionType: SubscriptionType { .database }

  private var ownInfo: NotificationInfo?

  init(id: ID) { subscriptionID = id }

  /// The subscription as the cloud keeps it.
  func cloud(_ mapping: RecordMapping) throws(CKError) -> Subscription {
    Subscription(
      subscriptionID: subscriptionID, kind: try kind(mapping),
      notificationInfo: notificationInfo?.cloud)
  }

  func kind(_ mapping: RecordMapping) throws(CKError) -> Subscription.Kind { .database }

  /// A subscription of the cloud in the class for its kind.
  static func make(_ subscription: Subscription, _ viewpoint: Viewpoint) -> CKSubscription {
    let made: CKSubscription =
      switch subscription.kind {
      case .database: CKDatabaseSubscription(subscriptionID: subscription.subscriptionID)
      case .zone(let zoneID):
        CKRecordZoneSubscription(
          zoneID: viewpoint.zoneID(zoneID), subscriptionID: subscription.subscriptionID)
      case .query(let query): CKQuerySubscription(query, subscription.subscriptionID, viewpoint)
      }
    made.notificationInfo = subscription.notificationInfo.map(NotificationInfo.init)
    return made
  }

  /// The same wish under the same name, also where one of the two comes from an archive or the cloud.
  public override func isEqual(_ object: Any?) -> Bool {
    guard let other = object as? CKSubscription, type(of: other) == type(of: self) else {
      return false
    }
    return subscriptionID == other.subscriptionID && ownInfo == other.ownInfo
  }

  public override var hash: Int { subscriptionID.hashValue }

  public func copy(with zone: NSZone? = nil) -> Any {
    let copy = CKSubscription(id: subscriptionID)
    copy.notificationInfo = notificationInfo
    return copy
  }

  public class var supportsSecureCoding: Bool { true }

  public func encode(with coder: NSCoder) {
    coder.sortKeys()
    coder.encode(subscriptionID as NSString, forKey: "subscriptionID")
    ownInfo?.encode(with: coder)
  }

  public required init?(coder: NSCoder) {
    guard let id = coder.decodeObject(of: NSString.self, forKey: "subscriptionID") as String?
    else { return nil }
    subscriptionID = id
    ownInfo =
      coder.containsValue(forKey: "notificationInfo") ? NotificationInfo(coder: coder) : nil
  }
}

/// Tells of any change in a database: the only kind for the shared one.
public final class CKDatabaseSubscription: CKSubscription, @unchecked Sendable {
  // As `CKSubscription`.

  /// Kept, and not sent: this cloud tells of all types.
  public var recordType: CKRecord.RecordType?

  public convenience init() { self.init(subscriptionID: CKOperation.newID()) }

  public init(subscriptionID: ID) { super.init(id: subscriptionID) }

  public override func isEqual(_ object: Any?) -> Bool {
    super.isEqual(object) && (object as? CKDatabaseSubscription)?.recordType == recordType
  }

  public override func copy(with zone: NSZone? = nil) -> Any {
    let copy = CKDatabaseSubscription(subscriptionID: subscriptionID)
    copy.notificationInfo = notificationInfo
    copy.recordType = recordType
    return copy
  }

  public override func encode(with coder: NSCoder) {
    super.encode(with: coder)
    coder.encode(recordType as NSString?, forKey: "recordType")
  }

  public required init?(coder: NSCoder) {
    recordType = coder.laterString(forKey: "recordType")
    super.init(coder: coder)
  }
}

/// Tells of any change in a zone of the private database.
public final class CKRecordZoneSubscription: CKSubscription, @unchecked Sendable {
  // As `CKSubscription`.

  public let zoneID: CKRecordZone.ID
  /// Kept, and not sent: this cloud tells of all types.
  public var recordType: CKRecord.RecordType?
  public override var subscriptionType: SubscriptionType { .recordZone }

  public convenience init(zoneID: CKRecordZone.ID) {
    self.init(zoneID: zoneID, subscriptionID: CKOperation.newID())
  }

  public init(zoneID: CKRecordZone.ID, subscriptionID: ID) {
    self.zoneID = zoneID
    super.init(id: subscriptionID)
  }

  override func kind(_ mapping: RecordMapping) throws(CKError) -> Subscription.Kind {
    .zone(mapping.viewpoint.zoneID(zoneID))
  }

  public override func isEqual(_ object: Any?) -> Bool {
    guard super.isEqual(object), let other = object as? CKRecordZoneSubscription else {
      return false
    }
    return zoneID == other.zoneID && recordType == other.recordType
  }

  public override func copy(with zone: NSZone? = nil) -> Any {
    let copy = CKRecordZoneSubscription(zoneID: zoneID, subscriptionID: subscriptionID)
    copy.notificationInfo = notificationInfo
    copy.recordType = recordType
    return copy
  }

  public override func encode(with coder: NSCoder) {
    super.encode(with: coder)
    zoneID.encode(with: coder)
    coder.encode(recordType as NSString?, forKey: "recordType")
  }

  public required init?(coder: NSCoder) {
    guard let zoneID = CKRecordZone.ID(coder: coder) else { return nil }
    self.zoneID = zoneID
    recordType = coder.laterString(forKey: "recordType")
    super.init(coder: coder)
  }
}

extension NSCoder {
  /// A text under a key that archives of earlier versions do not have.
  func laterString(forKey key: String) -> String? {
    guard containsValue(forKey: key) else { return nil }
    return decodeObject(of: NSString.self, forKey: key) as String?
  }
}
