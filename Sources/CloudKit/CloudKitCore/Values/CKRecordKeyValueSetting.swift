public import Foundation

/// Fields that are read and set by their names: a record, and its encrypted values.
public protocol CKRecordKeyValueSetting: NSObjectProtocol {
  func object(forKey key: CKRecord.FieldKey) -> (any CKRecordValue)?
  func setObject(_ object: (any CKRecordValue)?, forKey key: CKRecord.FieldKey)
  func allKeys() -> [CKRecord.FieldKey]
  func changedKeys() -> [CKRecord.FieldKey]
}

extension CKRecord: CKRecordKeyValueSetting {}

extension CKRecordKeyValueSetting {
  /// The value in the wanted type; nil if there is none, or if it has another type.
  public subscript<T: CKRecordValueProtocol>(key: CKRecord.FieldKey) -> T? {
    get { object(forKey: key) as? T }
    set { set(newValue, forKey: key) }
  }

  public subscript(key: CKRecord.FieldKey) -> (any CKRecordValueProtocol)? {
    get { object(forKey: key) }
    set { set(newValue, forKey: key) }
  }

  private func set(_ value: (any CKRecordValueProtocol)?, forKey key: CKRecord.FieldKey) {
    guard let value else { return setObject(nil, forKey: key) }
    guard let stored = StoredValue.make(value) else {
      preconditionFailure(RecordContent.refusal(of: value, for: key))
    }
    setObject(stored, forKey: key)
  }
}

/// The encrypted fields of one record.
final class EncryptedValues: NSObject, CKRecordKeyValueSetting, @unchecked Sendable {
  // As `CKRecord` itself.
  private let record: CKRecord

  init(of record: CKRecord) { self.record = record }

  func object(forKey key: CKRecord.FieldKey) -> (any CKRecordValue)? {
    record.content.value(for: key, isEncrypted: true)
  }

  func setObject(_ object: (any CKRecordValue)?, forKey key: CKRecord.FieldKey) {
    // Source: `CKRecord.encryptedValues`: neither has a value that the cloud could not read.
    precondition(
      !(object is CKAsset) && !(object is CKRecord.Reference),
      "The field ‘\(key)’ cannot be encrypted: assets and references never are.")
    record.content.set(object, for: key, isEncrypted: true)
  }

  func allKeys() -> [CKRecord.FieldKey] {
    record.content.keys(encrypted: true)
  }

  func changedKeys() -> [CKRecord.FieldKey] {
    record.content.changedKeys.filter(record.content.encryptedKeys.contains)
  }
}
