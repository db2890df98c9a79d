public import Foundation

/// Stands for the signed-in user, as the owner of a zone and in the name of that user's record.
public let CKCurrentUserDefaultName = "__defaultOwner__"

@available(*, deprecated, renamed: "CKCurrentUserDefaultName")
public let CKOwnerDefaultName = CKCurrentUserDefaultName

/// The record name of every zone-wide share.
public let CKRecordNameZoneWideShare = "cloudkit.zoneshare"

/// A part of a database that is changed, followed and shared as a whole.
public final class CKRecordZone: NSObject, NSSecureCoding, NSCopying, @unchecked Sendable {
  // Immutable; `NSObject` does not say that it is `Sendable`.

  /// What a zone allows; nothing on a zone that was not fetched or saved yet.
  public struct Capabilities: OptionSet, Sendable {
    public let rawValue: UInt
    public init(rawValue: UInt) { self.rawValue = rawValue }

    public static let fetchChanges = Capabilities(rawValue: 1)
    public static let atomic = Capabilities(rawValue: 2)
    public static let sharing = Capabilities(rawValue: 4)
    public static let zoneWideSharing = Capabilities(rawValue: 8)
  }

  public let zoneID: ID
  public let capabilities: Capabilities
  /// The zone-wide share, if the cloud has one; nil on a zone that was not fetched.
  public let share: CKRecord.Reference?

  public static let defaultZoneName = "_defaultZone"

  public class func `default`() -> CKRecordZone { CKRecordZone(zoneID: .default) }

  public convenience init(zoneName: String) { self.init(zoneID: ID(zoneName: zoneName)) }

  public convenience init(zoneID: ID) {
    self.init(zoneID: zoneID, capabilities: [], share: nil)
  }

  init(zoneID: ID, capabilities: Capabilities, share: CKRecord.Reference?) {
    self.zoneID = zoneID
    self.capabilities = capabilities
    self.share = share
  }

  public override func isEqual(_ object: Any?) -> Bool {
    (object as? CKRecordZone)?.zoneID == zoneID
  }

  public override var hash: Int { zoneID.hash }

  public func copy(with zone: NSZone? = nil) -> Any { self }

  public static var supportsSecureCoding: Bool { true }

  public func encode(with coder: NSCoder) {
    zoneID.encode(with: coder)
    coder.encode(Int(capabilities.rawValue), forKey: "capabilities")
    coder.encode(share?.recordID.recordName as NSString?, forKey: "shareName")
  }

  public init?(coder: NSCoder) {
    guard let zoneID = ID(coder: coder) else { return nil }
    self.zoneID = zoneID
    capabilities = Capabilities(
      rawValue: UInt(clamping: coder.decodeInteger(forKey: "capabilities")))
    share = (coder.decodeObject(of: NSString.self, forKey: "shareName") as String?).map {
      CKRecord.Reference(
        recordID: CKRecord.ID(recordName: $0, zoneID: zoneID), action: .none)
    }
  }

  public override var description: String { "<CKRecordZone \(zoneID)>" }

  public typealias ID = CKRecordZoneID
}

/// The name of a zone and its owner; two are equal if both are.
public final class CKRecordZoneID: NSObject, NSSecureCoding, NSCopying, @unchecked Sendable {
  // Immutable; `NSObject` does not say that it is `Sendable`.
  public let zoneName: String
  /// The record name of the owner; `CKCurrentUserDefaultName` for zones of the signed-in user.
  public let ownerName: String

  public static let defaultZoneName = CKRecordZone.defaultZoneName
  /// The zone that each private database and the public database begin with.
  public static let `default` = CKRecordZoneID()

  public init(
    zoneName: String = CKRecordZone.ID.defaultZoneName,
    ownerName: String = CKCurrentUserDefaultName
  ) {
    self.zoneName = zoneName
    self.ownerName = ownerName
  }

  @available(*, deprecated, message: "An owner has a name: CKCurrentUserDefaultName by default.")
  @_disfavoredOverload
  public convenience init(
    zoneName: String = CKRecordZone.ID.defaultZoneName, ownerName: String? = CKOwnerDefaultName
  ) {
    self.init(zoneName: zoneName, ownerName: ownerName ?? CKCurrentUserDefaultName)
  }

  public override func isEqual(_ object: Any?) -> Bool {
    guard let other = object as? CKRecordZoneID else { return false }
    return zoneName == other.zoneName && ownerName == other.ownerName
  }

  public override var hash: Int {
    var hasher = Hasher()
    hasher.combine(zoneName)
    hasher.combine(ownerName)
    return hasher.finalize()
  }

  public func copy(with zone: NSZone? = nil) -> Any { self }

  public static var supportsSecureCoding: Bool { true }

  public func encode(with coder: NSCoder) {
    coder.sortKeys()
    coder.encode(zoneName as NSString, forKey: "zoneName")
    coder.encode(ownerName as NSString, forKey: "ownerName")
  }

  public init?(coder: NSCoder) {
    guard let name = coder.decodeObject(of: NSString.self, forKey: "zoneName") as String?,
      let owner = coder.decodeObject(of: NSString.self, forKey: "ownerName") as String?
    else { return nil }
    (zoneName, ownerName) = (name, owner)
  }

  public override var description: String { "<\(zoneName) of \(ownerName)>" }
}
