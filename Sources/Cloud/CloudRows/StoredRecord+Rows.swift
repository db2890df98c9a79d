package import CloudModel
package import CloudRules
package import Foundation

extension StoredFields {
  /// The fields of a row, nil where none of them can be read; a sealed one that cannot be opened has no
  /// value.
  package static func reading(
    _ text: Data, sealed: Data?, ofRecord name: @autoclosure () -> String,
    _ sealer: () -> FieldSealer
  ) -> StoredFields? {
    guard let fields = try? StoredFields(json: text) else { return nil }  // As said.
    guard let sealed else { return fields }
    let opened = try? sealer().opening(sealed, into: fields, ofRecord: name())  // As said.
    return opened ?? fields
  }

  /// Whether no field is damaged.
  package var isWhole: Bool { !fields.values.contains { $0.value == nil } }
}

extension Record {
  /// The fields as a row keeps them: the text, and the sealed values of those that are encrypted.
  package func storedFields(
    _ sealer: () -> FieldSealer
  ) throws -> (shown: StoredFields, sealed: Data?) {
    let fields = StoredFields(self)
    guard !encryptedKeys.isEmpty else { return (fields, nil) }
    return try sealer().sealing(fields, ofRecord: recordID.recordName)
  }
}

extension StoredRecord {
  /// The record as the store would return it.
  package var asStored: StoredRecord {
    var stored = self
    stored.record = record.roundedToMilliseconds
    stored.record.share = nil
    stored.record.clearedKeys = []
    stored.record.emptyListTypes = record.fields.filter { $0.value == .list([]) }
      .reduce(into: [:]) { $0[$1.key] = record.emptyListTypes[$1.key] ?? $1.value.typeTag }
    stored.record.encryptedKeys = record.encryptedKeys.intersection(record.fields.keys)
    stored.record.creationDate = Date(
      millisecondsSince1970: record.creationDate?.millisecondsSince1970 ?? 0)
    stored.record.creatorUserRecordName = record.creatorUserRecordName ?? ""
    stored.record.modificationDate = Date(
      millisecondsSince1970: record.modificationDate?.millisecondsSince1970 ?? 0)
    stored.record.lastModifiedUserRecordName = record.lastModifiedUserRecordName ?? ""
    stored.record.recordChangeTag = changeTag
    return stored
  }
}

extension RawRepresentable<String> {
  /// The case that the store spells `text`.
  package init(stored text: String) throws {
    guard let value = Self(rawValue: text) else {
      throw StoreError.damaged(what: "\(Self.self) cannot be \(text)")
    }
    self = value
  }
}
