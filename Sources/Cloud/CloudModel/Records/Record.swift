package import Foundation

/// A record: typed fields under a name in a zone, with what the cloud knows about it.
///
/// The system properties (`recordChangeTag`, creation, modification) are nil on a record that the
/// cloud has not stored yet.
package struct Record: Sendable, Equatable {
  package var recordID: RecordID
  package var recordType: String
  package var fields: [String: FieldValue]
  /// Fields that a save empties; empty in a record that was read.
  package var clearedKeys: Set<String> = []
  /// Changes with every stored write; names the version that a conditional save builds on.
  package var recordChangeTag: String?
  package var creationDate: Date?
  package var creatorUserRecordName: String?
  package var modificationDate: Date?
  package var lastModifiedUserRecordName: String?
  /// The participants and their permissions; present exactly on records of type `cloudkit.share`.
  package var share: Share?
  /// The name of the record above this one in its hierarchy, in the same zone.
  package var parent: String?
  /// On the root of a shared hierarchy, the name of its share record.
  package var shareReference: String?
  /// On a root that asked for one, the short GUID with which links to its share end.
  package var shortGUID: String?
  /// The fields whose values are stored encrypted; the schema decides which fields these are.
  package var encryptedKeys: Set<String> = []
  /// The type tags of empty lists, for fields that the schema has.
  package var emptyListTypes: [String: String] = [:]

  package init(
    recordType: String, recordID: RecordID, fields: [String: FieldValue] = [:],
    recordChangeTag: String? = nil, share: Share? = nil
  ) {
    self.recordType = recordType
    self.recordID = recordID
    self.fields = fields
    self.recordChangeTag = recordChangeTag
    self.share = share
  }

  package subscript(key: String) -> FieldValue? {
    get { fields[key] }
    set { fields[key] = newValue }
  }

  /// Takes a field out, here and with the next save in the cloud.
  package mutating func clear(_ key: String) {
    guard fields.removeValue(forKey: key) != nil else { return }
    clearedKeys.insert(key)
  }

  /// Whether `other` is the same record with the same content; the cloud's additions to either do not count.
  package func hasSameContent(as other: Record) -> Bool {
    recordID == other.recordID && recordType == other.recordType
      && fields.mapValues(\.withBareAssets) == other.fields.mapValues(\.withBareAssets)
  }
}
