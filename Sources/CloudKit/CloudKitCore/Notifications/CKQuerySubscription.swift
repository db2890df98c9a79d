import CloudModel
import CloudWire
public import Foundation
import PredicateFormat

/// Tells of records that begin to match a predicate, change or go: the only kind for the public database.
public final class CKQuerySubscription: CKSubscription, @unchecked Sendable {
  // As `CKSubscription`.

  public struct Options: OptionSet, Sendable {
    public let rawValue: UInt
    public init(rawValue: UInt) { self.rawValue = rawValue }

    public static let firesOnRecordCreation = Options(rawValue: 1)
    public static let firesOnRecordUpdate = Options(rawValue: 2)
    public static let firesOnRecordDeletion = Options(rawValue: 4)
    /// The subscription ends with its first notification.
    public static let firesOnce = Options(rawValue: 8)
  }

  /// Optional as Apple's, and never nil.
  public var recordType: CKRecord.RecordType? { watchedType }
  private let watchedType: CKRecord.RecordType
  public let predicate: NSPredicate
  public let querySubscriptionOptions: Options
  /// Nil for all zones of the private database.
  public var zoneID: CKRecordZone.ID?
  public override var subscriptionType: SubscriptionType { .query }

  public convenience init(
    recordType: CKRecord.RecordType, predicate: NSPredicate,
    options: Options = [.firesOnRecordCreation, .firesOnRecordUpdate, .firesOnRecordDeletion]
  ) {
    self.init(
      recordType: recordType, predicate: predicate, subscriptionID: CKOperation.newID(),
      options: options)
  }

  public init(
    recordType: CKRecord.RecordType, predicate: NSPredicate, subscriptionID: ID,
    options: Options = [.firesOnRecordCreation, .firesOnRecordUpdate, .firesOnRecordDeletion]
  ) {
    watchedType = recordType
    self.predicate = predicate
    querySubscriptionOptions = options
    super.init(id: subscriptionID)
  }

  convenience init(_ query: QuerySubscription, _ id: ID, _ viewpoint: Viewpoint) {
    var options: Options = query.firesOnce ? [.firesOnce] : []
    for reason in query.firesOn { options.insert(Options(reason)) }
    let zoneID = query.zoneID.map { viewpoint.zoneID($0) }
    // None if they cannot be read: the cloud has accepted them.
    let filters = (try? query.filters.get()) ?? []
    self.init(
      recordType: query.recordType,
      predicate: NSPredicate(
        PredicateTree(filters, viewpoint, in: zoneID ?? .default)), subscriptionID: id,
      options: options)
    self.zoneID = zoneID
  }

  override func kind(_ mapping: RecordMapping) throws(CKError) -> Subscription.Kind {
    let query = try DatabaseAccess.compile(
      CKQuery(recordType: watchedType, predicate: predicate), mapping)
    guard let written = try? JSONValue(query) else {
      throw CKError(.invalidArguments, "The predicate has a number that is none.")
    }
    let reasons: [RecordChangeReason] = RecordChangeReason.allCases.filter {
      querySubscriptionOptions.contains(Options($0))
    }
    return .query(
      QuerySubscription(
        recordType: watchedType, query: written,
        zoneID: zoneID.map { mapping.viewpoint.zoneID($0) },
        zoneWide: zoneID == nil, firesOn: reasons,
        firesOnce: querySubscriptionOptions.contains(.firesOnce)))
  }

  public override func isEqual(_ object: Any?) -> Bool {
    guard super.isEqual(object), let other = object as? CKQuerySubscription else { return false }
    return watchedType == other.watchedType && zoneID == other.zoneID
      && querySubscriptionOptions == other.querySubscriptionOptions
      && Self.areEqual(predicate, other.predicate)
  }

  private static func areEqual(_ one: NSPredicate, _ two: NSPredicate) -> Bool {
    // A block of the app is no predicate of CloudKit's, and equals itself only.
    guard let tree = try? PredicateTree(one), let other = try? PredicateTree(two) else {
      return one === two
    }
    return tree == other
  }

  public override func copy(with zone: NSZone? = nil) -> Any {
    let copy = CKQuerySubscription(
      recordType: watchedType, predicate: predicate, subscriptionID: subscriptionID,
      options: querySubscriptionOptions)
    copy.notificationInfo = notificationInfo
    copy.zoneID = zoneID
    return copy
  }

  public override func encode(with coder: NSCoder) {
    super.encode(with: coder)
    CKQuery(recordType: watchedType, predicate: predicate).encode(with: coder)
    coder.encode(Int(querySubscriptionOptions.rawValue), forKey: "options")
    coder.encode(zoneID != nil, forKey: "hasZone")
    zoneID?.encode(with: coder)
  }

  public required init?(coder: NSCoder) {
    guard let query = CKQuery(coder: coder) else { return nil }
    watchedType = query.recordType
    predicate = query.predicate
    querySubscriptionOptions = Options(
      rawValue: UInt(clamping: coder.decodeInteger(forKey: "options")))
    zoneID = coder.decodeBool(forKey: "hasZone") ? CKRecordZone.ID(coder: coder) : nil
    super.init(coder: coder)
  }
}

extension CKQuerySubscription.Options {
  init(_ reason: RecordChangeReason) {
    self =
      switch reason {
      case .create: .firesOnRecordCreation
      case .update: .firesOnRecordUpdate
      case .delete: .firesOnRecordDeletion
      }
  }
}
