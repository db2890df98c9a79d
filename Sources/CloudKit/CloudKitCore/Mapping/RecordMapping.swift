import CloudModel
import Foundation
import LocationValues

/// Records of the cloud as an app's records, and back.
struct RecordMapping {
  let viewpoint: Viewpoint

  init(_ viewpoint: Viewpoint) { self.viewpoint = viewpoint }

  // MARK: - From the cloud

  /// A record as an app sees it; `assets` are the files of its assets, by the asset's address.
  func record(_ record: Record, assets: [String: URL]) -> CKRecord {
    let content = content(record, assets: assets)
    guard let share = record.share else { return CKRecord(content) }
    return CKShare(content, share, viewpoint)
  }

  func content(_ record: Record, assets: [String: URL]) -> RecordContent {
    let recordID = viewpoint.recordID(record.recordID)
    let zoneID = recordID.zoneID
    func reference(_ name: String) -> CKRecord.Reference {
      CKRecord.Reference(recordID: .init(recordName: name, zoneID: zoneID), action: .none)
    }
    var system = RecordContent.System()
    system.changeTag = record.recordChangeTag
    system.creationDate = record.creationDate
    system.creator = record.creatorUserRecordName.map(viewpoint.userRecordID)
    system.modificationDate = record.modificationDate
    system.lastModifier = record.lastModifiedUserRecordName.map(viewpoint.userRecordID)
    system.share = record.shareReference.map(reference)
    return RecordContent(
      recordType: record.recordType, recordID: recordID, system: system,
      values: record.fields.compactMapValues { value($0, in: zoneID, assets: assets) },
      encryptedKeys: record.encryptedKeys, parent: record.parent.map(reference))
  }

  /// Nil for an asset whose bytes were not fetched.
  func value(
    _ value: FieldValue, in zoneID: CKRecordZone.ID, assets: [String: URL]
  ) -> (any CKRecordValue)? {
    switch value {
    case .string(let text): NSString(string: text)
    case .int64(let number): NSNumber(value: number)
    case .double(let number): NSNumber(value: number)
    case .date(let date): date as NSDate
    case .bytes(let data): data as NSData
    case .location(let location): CLLocation(location)
    case .reference(let reference):
      CKRecord.Reference(
        recordID: CKRecord.ID(recordName: reference.recordName, zoneID: zoneID),
        action: reference.action == .deleteSelf ? .deleteSelf : .none)
    case .asset(let asset): asset.downloadURL.flatMap { assets[$0] }.map(CKAsset.init(fileURL:))
    case .list(let elements):
      NSArray(array: elements.compactMap { self.value($0, in: zoneID, assets: assets) })
    }
  }

  // MARK: - To the cloud

  /// What a save sends of a record, without its assets, which must be uploaded first.
  ///
  /// Throws `.invalidArguments` for a value that the cloud cannot keep, such as a whole number above `Int64.max`.
  func record(_ record: CKRecord, savePolicy: RecordSavePolicy) throws(CloudError) -> Record {
    let content = record.content
    var result = Record(
      recordType: content.recordType, recordID: viewpoint.recordID(content.recordID),
      recordChangeTag: content.system.changeTag)
    let isNew = content.system.changeTag == nil
    for (key, value) in content.values
    where isNew || savePolicy == .allKeys || content.changedKeys.contains(key) {
      result.fields[key] = try fieldValue(value, of: key, in: content.recordID.zoneID)
      if content.encryptedKeys.contains(key) { result.encryptedKeys.insert(key) }
    }
    if !isNew {
      result.clearedKeys = content.changedKeys.filter { content.values[$0] == nil }
    }
    if isNew || content.isParentChanged || savePolicy == .allKeys {
      result.parent = content.parent?.recordID.recordName
    }
    if let share = record as? CKShare { result.share = share.cloud }
    return result
  }

  func fieldValue(
    _ value: Any, of key: String, in zoneID: CKRecordZone.ID
  ) throws(CloudError) -> FieldValue {
    switch value {
    case let value as NSString: return .string(value as String)
    case let value as NSNumber: return try Self.number(value, of: key)
    case let value as NSDate: return .date(value as Date)
    case let value as NSData: return .bytes(value as Data)
    case let value as CLLocation: return .location(Location(value))
    case let value as CKRecord.Reference:
      // Source: `CKRecord.Reference`: both records are in one zone. The cloud would keep the name alone.
      guard viewpoint.zoneID(value.recordID.zoneID) == viewpoint.zoneID(zoneID) else {
        throw CloudError(
          .invalidArguments,
          "The reference in the field ‘\(key)’ leads into another zone. It must stay in its own.")
      }
      return .reference(
        Reference(
          recordName: viewpoint.userName(value.recordID),
          action: value.action == .deleteSelf ? .deleteSelf : .none))
    case is CKAsset:
      // Replaced by what the upload answers.
      return .asset(Asset(fileChecksum: "", size: 0))
    case let values as NSArray:
      var elements: [FieldValue] = []
      for value in values { elements.append(try fieldValue(value, of: key, in: zoneID)) }
      return .list(elements)
    default:
      throw CloudError(
        .invalidArguments,
        "The field ‘\(key)’ cannot hold a value of the type \(type(of: value)).")
    }
  }

  static func number(_ number: NSNumber, of key: String) throws(CloudError) -> FieldValue {
    if number.isFloatingPoint { return .double(number.doubleValue) }
    guard number.compare(NSNumber(value: Int64.max)) != .orderedDescending else {
      throw CloudError(
        .invalidArguments,
        "The number in the field ‘\(key)’ is too large: at most \(Int64.max) can be kept.")
    }
    return .int64(number.int64Value)
  }
}
