import Foundation

/// What a `CKRecord` consists of; a value, so that a copy is one assignment.
struct RecordContent {
  /// What only the cloud sets.
  struct System {
    var changeTag: String?
    var creator: CKRecord.ID?
    var creationDate: Date?
    var lastModifier: CKRecord.ID?
    var modificationDate: Date?
    var share: CKRecord.Reference?
  }

  let recordType: CKRecord.RecordType
  var recordID: CKRecord.ID
  var system = System()
  /// Values in Foundation's classes (`StoredValue`), the encrypted ones among them.
  private(set) var values: [CKRecord.FieldKey: any CKRecordValue] = [:]
  /// The fields that are the record's encrypted values; its plain values are all others.
  private(set) var encryptedKeys: Set<CKRecord.FieldKey> = []
  private(set) var changedKeys: Set<CKRecord.FieldKey> = []
  private(set) var parent: CKRecord.Reference?
  private(set) var isParentChanged = false
  /// The values of the cloud's version, on which the changes build; a conflict reports them as the ancestor.
  private(set) var base: [CKRecord.FieldKey: any CKRecordValue] = [:]

  init(recordType: CKRecord.RecordType, recordID: CKRecord.ID) {
    self.recordType = recordType
    self.recordID = recordID
  }

  /// A record as the cloud has it: nothing is changed.
  init(
    recordType: CKRecord.RecordType, recordID: CKRecord.ID, system: System,
    values: [CKRecord.FieldKey: any CKRecordValue], encryptedKeys: Set<CKRecord.FieldKey>,
    parent: CKRecord.Reference?
  ) {
    self.init(recordType: recordType, recordID: recordID)
    self.system = system
    self.values = values
    self.encryptedKeys = encryptedKeys
    self.parent = parent
    base = values
  }

  /// The value of a field of the one kind or the other.
  func value(for key: CKRecord.FieldKey, isEncrypted: Bool) -> (any CKRecordValue)? {
    encryptedKeys.contains(key) == isEncrypted ? values[key] : nil
  }

  /// The fields of one kind that have a value.
  func keys(encrypted isEncrypted: Bool) -> [CKRecord.FieldKey] {
    values.keys.filter { encryptedKeys.contains($0) == isEncrypted }
  }

  /// Sets a field, or empties it; nil leaves a field of the other kind as it is.
  ///
  /// Our choice: a field whose value is set in the other kind becomes one of that kind, since the cloud has one field
  /// of a name.
  mutating func set(
    _ value: (any CKRecordValue)?, for key: CKRecord.FieldKey, isEncrypted: Bool
  ) {
    precondition(
      Self.isKey(key),
      "‘\(key)’ is not the name of a field. Use a letter, and then up to 254 letters, digits and ‘_’."
    )
    guard let value else {
      if self.value(for: key, isEncrypted: isEncrypted) != nil {
        values[key] = nil
        changedKeys.insert(key)
      }
      return
    }
    guard let stored = StoredValue.make(value) else {
      preconditionFailure(Self.refusal(of: value, for: key))
    }
    values[key] = stored
    changedKeys.insert(key)
    if isEncrypted { encryptedKeys.insert(key) } else { encryptedKeys.remove(key) }
  }

  /// Sets a value without a change: the cloud has it.
  mutating func take(_ value: any CKRecordValue, for key: CKRecord.FieldKey) {
    values[key] = value
    base[key] = value
  }

  mutating func setParent(_ reference: CKRecord.Reference?) {
    parent = reference
    isParentChanged = true
  }

  /// Takes over what an archive has kept of changes.
  mutating func restore(
    base: [CKRecord.FieldKey: any CKRecordValue], changed: Set<CKRecord.FieldKey>,
    isParentChanged: Bool
  ) {
    self.base = base
    changedKeys = changed
    self.isParentChanged = isParentChanged
  }

  /// The record without its fields; a parent stays, as in Apple's archives.
  var systemFields: RecordContent {
    RecordContent(
      recordType: recordType, recordID: recordID, system: system, values: [:], encryptedKeys: [],
      parent: parent)
  }

  /// The version on which the changes build.
  var ancestor: RecordContent {
    RecordContent(
      recordType: recordType, recordID: recordID, system: system, values: base,
      encryptedKeys: encryptedKeys, parent: parent)
  }

  static func refusal(of value: Any, for key: CKRecord.FieldKey) -> String {
    "The field ‘\(key)’ cannot hold a value of the type \(type(of: value))."
  }

  /// Whether a field can have the name; CloudKit's own fields of a share begin with `cloudkit.`.
  ///
  /// Source: the header of `CKRecord`.
  static func isKey(_ key: CKRecord.FieldKey) -> Bool {
    if key.hasPrefix("cloudkit.") { return true }
    let bytes = key.utf8
    guard let first = bytes.first, bytes.count <= 255, isLetter(first) else { return false }
    return bytes.allSatisfy { isLetter($0) || (48...57).contains($0) || $0 == UInt8(ascii: "_") }
  }

  private static func isLetter(_ byte: UInt8) -> Bool {
    (65...90).contains(byte) || (97...122).contains(byte)
  }
}
