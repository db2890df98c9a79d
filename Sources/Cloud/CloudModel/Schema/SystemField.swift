/// A field that every record has.
package enum SystemField: String, Sendable, Hashable, CaseIterable {
  case createTime = "___createTime"
  case createdBy = "___createdBy"
  case etag = "___etag"
  case modTime = "___modTime"
  case modifiedBy = "___modifiedBy"
  case parent = "___parent"
  case recordID = "___recordID"
  case share = "___share"

  /// Finds a field by any of the names that clients use.
  ///
  /// Source: CKTool JS, `CKDBQueryFilter`; CloudKit JS, `CloudKit.Query`; `CKQuery`.
  package init?(anyName name: String) {
    switch name {
    case "recordName", "recordID": self = .recordID
    case "share": self = .share
    case "parent": self = .parent
    case "createdUserRecordName", "creatorUserRecordID", "createdBy": self = .createdBy
    case "createdTimestamp", "creationDate", "createTime": self = .createTime
    case "modifiedUserRecordName", "lastModifiedUserRecordID", "modifiedBy": self = .modifiedBy
    case "modifiedTimestamp", "modificationDate", "modTime": self = .modTime
    case "recordChangeTag", "etag": self = .etag
    default: self.init(rawValue: name)
    }
  }

  package var type: FieldType {
    switch self {
    case .createTime, .modTime: FieldType(.timestamp)
    case .etag: FieldType(.string)
    case .createdBy, .modifiedBy, .parent, .recordID, .share: FieldType(.reference)
    }
  }

  /// The name in error messages, which clients match.
  package var spelled: String { self == .recordID ? "recordName" : rawValue }

  /// Whether every exported schema lists the field.
  package var isListed: Bool { self != .parent && self != .share }
}
