import CloudModel
import Foundation
import LocationValues

/// A record in an archive, as JSON of this module's own; Apple's archives have private keys.
struct RecordArchive: Codable {
  private static let key = "record"

  private struct Name: Codable {
    var record: String
    var zone: String
    var owner: String

    init(_ id: CKRecord.ID) {
      (record, zone, owner) = (id.recordName, id.zoneID.zoneName, id.zoneID.ownerName)
    }

    var id: CKRecord.ID {
      CKRecord.ID(
        recordName: record, zoneID: CKRecordZone.ID(zoneName: zone, ownerName: owner))
    }
  }

  private enum Value: Codable {
    case text(String)
    case whole(Int64)
    case number(Double)
    case date(Date)
    case bytes(Data)
    case location(Location)
    case reference(Name, action: UInt)
    /// The path of the file; nil if it had none.
    case asset(String?)
    case list([Value])
  }

  private var recordType: String
  private var recordID: Name
  private var changeTag: String?
  private var creator: Name?
  private var creationDate: Date?
  private var lastModifier: Name?
  private var modificationDate: Date?
  private var share: Name?
  private var parent: Name?
  private var isParentChanged: Bool
  private var values: [String: Value]
  private var base: [String: Value]
  /// In order, as all of the archive.
  private var encryptedKeys: [String]
  private var changedKeys: [String]

  init(_ content: RecordContent) {
    recordType = content.recordType
    recordID = Name(content.recordID)
    changeTag = content.system.changeTag
    creator = content.system.creator.map(Name.init)
    creationDate = content.system.creationDate
    lastModifier = content.system.lastModifier.map(Name.init)
    modificationDate = content.system.modificationDate
    share = (content.system.share?.recordID).map(Name.init)
    parent = (content.parent?.recordID).map(Name.init)
    isParentChanged = content.isParentChanged
    values = content.values.compactMapValues(Self.archived)
    base = content.base.compactMapValues(Self.archived)
    encryptedKeys = content.encryptedKeys.sorted()
    changedKeys = content.changedKeys.sorted()
  }

  var content: RecordContent {
    var system = RecordContent.System()
    system.changeTag = changeTag
    system.creator = creator?.id
    system.creationDate = creationDate
    system.lastModifier = lastModifier?.id
    system.modificationDate = modificationDate
    system.share = (share?.id).map { CKRecord.Reference(recordID: $0, action: .none) }
    var content = RecordContent(
      recordType: recordType, recordID: recordID.id, system: system,
      values: values.compactMapValues(Self.value), encryptedKeys: Set(encryptedKeys),
      parent: (parent?.id).map { CKRecord.Reference(recordID: $0, action: .none) })
    content.restore(
      base: base.compactMapValues(Self.value), changed: Set(changedKeys),
      isParentChanged: isParentChanged)
    return content
  }

  // MARK: - The archive

  init?(coder: NSCoder) {
    guard let archive = coder.decodeJSON(RecordArchive.self, forKey: Self.key) else { return nil }
    self = archive
  }

  /// An archive with a number that is none is without the record, and cannot be read.
  func encode(with coder: NSCoder) { coder.encodeJSON(self, forKey: Self.key) }

  // MARK: - Values

  private static func archived(_ value: Any) -> Value? {
    switch value {
    case let value as NSString: .text(value as String)
    case let value as NSNumber:
      value.isFloatingPoint ? .number(value.doubleValue) : .whole(value.int64Value)
    case let value as NSDate: .date(value as Date)
    case let value as NSData: .bytes(value as Data)
    case let value as CLLocation: .location(Location(value))
    case let value as CKRecord.Reference:
      .reference(Name(value.recordID), action: value.action.rawValue)
    case let value as CKAsset: .asset(value.fileURL?.path)
    case let value as NSArray: .list(value.compactMap(archived))
    default: nil
    }
  }

  private static func value(_ archived: Value) -> (any CKRecordValue)? {
    switch archived {
    case .text(let text): NSString(string: text)
    case .whole(let number): NSNumber(value: number)
    case .number(let number): NSNumber(value: number)
    case .date(let date): date as NSDate
    case .bytes(let data): data as NSData
    case .location(let location): CLLocation(location)
    case .reference(let name, let action):
      CKRecord.Reference(
        recordID: name.id, action: CKRecord.ReferenceAction(rawValue: action) ?? .none)
    case .asset(let path):
      // Without its file nothing can be saved or read.
      path.map { CKAsset(fileURL: URL(fileURLWithPath: $0)) }
    case .list(let values): NSArray(array: values.compactMap(value))
    }
  }
}
