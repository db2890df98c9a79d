import CloudDevices
public import Foundation

extension CKRecord {
  public typealias ID = CKRecordID

  public enum ReferenceAction: UInt, Sendable {
    case none = 0
    /// Deleting the target deletes the record that holds the reference.
    case deleteSelf = 1
  }

  public typealias Reference = CKReference
}

/// The name of a record within a zone; two are equal if both parts are.
public final class CKRecordID: NSObject, NSSecureCoding, NSCopying, @unchecked Sendable {
  // Immutable; `NSObject` does not say that it is `Sendable`.
  /// At most 255 ASCII characters.
  public let recordName: String
  public let zoneID: CKRecordZone.ID

  public init(recordName: String, zoneID: CKRecordZone.ID = .default) {
    self.recordName = recordName
    self.zoneID = zoneID
  }

  /// A name that no other record has.
  public convenience init(zoneID: CKRecordZone.ID = .default) {
    self.init(recordName: Machine.uniqueName(), zoneID: zoneID)
  }

  public override func isEqual(_ object: Any?) -> Bool {
    guard let other = object as? CKRecordID else { return false }
    return recordName == other.recordName && zoneID == other.zoneID
  }

  public override var hash: Int {
    var hasher = Hasher()
    hasher.combine(recordName)
    hasher.combine(zoneID.hash)
    return hasher.finalize()
  }

  public func copy(with zone: NSZone? = nil) -> Any { self }

  public static var supportsSecureCoding: Bool { true }

  public func encode(with coder: NSCoder) {
    coder.encode(recordName as NSString, forKey: "recordName")
    zoneID.encode(with: coder)
  }

  public init?(coder: NSCoder) {
    guard let name = coder.decodeObject(of: NSString.self, forKey: "recordName") as String?,
      let zoneID = CKRecordZone.ID(coder: coder)
    else { return nil }
    recordName = name
    self.zoneID = zoneID
  }

  public override var description: String {
    "<\(recordName) in \(zoneID.zoneName) of \(zoneID.ownerName)>"
  }
}

/// A link to another record in the same zone; two are equal if target and action are.
public final class CKReference: NSObject, NSSecureCoding, NSCopying, @unchecked Sendable {
  // Immutable; `NSObject` does not say that it is `Sendable`.
  public let recordID: CKRecord.ID
  public let action: CKRecord.ReferenceAction

  public init(recordID: CKRecord.ID, action: CKRecord.ReferenceAction) {
    self.recordID = recordID
    self.action = action
  }

  public convenience init(record: CKRecord, action: CKRecord.ReferenceAction) {
    self.init(recordID: record.recordID, action: action)
  }

  public override func isEqual(_ object: Any?) -> Bool {
    guard let other = object as? CKReference else { return false }
    return recordID == other.recordID && action == other.action
  }

  public override var hash: Int { recordID.hash }

  public func copy(with zone: NSZone? = nil) -> Any { self }

  public static var supportsSecureCoding: Bool { true }

  public func encode(with coder: NSCoder) {
    coder.encode(Int(action.rawValue), forKey: "action")
    recordID.encode(with: coder)
  }

  public init?(coder: NSCoder) {
    guard let recordID = CKRecord.ID(coder: coder),
      let action = UInt(exactly: coder.decodeInteger(forKey: "action")).flatMap(
        CKRecord.ReferenceAction.init)
    else { return nil }
    self.recordID = recordID
    self.action = action
  }

  public override var description: String { "<to \(recordID), \(action)>" }
}
