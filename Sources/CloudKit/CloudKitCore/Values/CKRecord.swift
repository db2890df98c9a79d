public import Foundation

/// A record: fields with values under a name in a zone.
///
/// As on Apple's systems it is a reference, it must not be changed in two threads at the same time, and two records
/// are equal if they are the same object. A save updates the record that was given to it.
public class CKRecord: NSObject, NSSecureCoding, NSCopying, @unchecked Sendable {
  // As Apple's: whoever hands a record to another thread does not touch it until it is back.

  public typealias RecordType = String
  public typealias FieldKey = String

  public enum SystemType {
    public static let userRecord: RecordType = "Users"
    public static let share: RecordType = "cloudkit.share"
  }

  public enum SystemFieldKey {
    public static let recordID: FieldKey = "recordID"
    public static let creatorUserRecordID: FieldKey = "creatorUserRecordID"
    public static let creationDate: FieldKey = "creationDate"
    public static let lastModifiedUserRecordID: FieldKey = "lastModifiedUserRecordID"
    public static let modificationDate: FieldKey = "modificationDate"
    public static let parent: FieldKey = "parent"
    public static let share: FieldKey = "share"
  }

  var content: RecordContent

  public convenience init(recordType: RecordType, recordID: ID = ID()) {
    self.init(RecordContent(recordType: recordType, recordID: recordID))
  }

  @available(*, deprecated, message: "Use init(recordType:recordID:) with an ID in the zone.")
  public convenience init(recordType: RecordType, zoneID: CKRecordZone.ID) {
    self.init(recordType: recordType, recordID: ID(zoneID: zoneID))
  }

  init(_ content: RecordContent) {
    self.content = content
    super.init()
  }

  public var recordType: RecordType { content.recordType }
  public var recordID: ID { content.recordID }
  /// Names the version of the record that the cloud has; nil until it was saved.
  public var recordChangeTag: String? { content.system.changeTag }
  public var creatorUserRecordID: ID? { content.system.creator }
  public var creationDate: Date? { content.system.creationDate }
  public var lastModifiedUserRecordID: ID? { content.system.lastModifier }
  public var modificationDate: Date? { content.system.modificationDate }

  /// The value of a field; nil for an encrypted one, which `encryptedValues` has.
  public func object(forKey key: FieldKey) -> (any CKRecordValue)? {
    content.value(for: key, isEncrypted: false)
  }

  /// Sets a field, or empties it with nil.
  ///
  /// The program ends for a key that is not a letter and then up to 254 letters, digits and `_`, and for a value that
  /// no field can hold: on Apple's systems these are exceptions.
  public func setObject(_ object: (any CKRecordValue)?, forKey key: FieldKey) {
    content.set(object, for: key, isEncrypted: false)
  }

  public subscript(key: FieldKey) -> (any CKRecordValue)? {
    get { object(forKey: key) }
    set { setObject(newValue, forKey: key) }
  }

  /// The fields that have a value, without the encrypted ones.
  public func allKeys() -> [FieldKey] { content.keys(encrypted: false) }

  /// The fields that were set or emptied since the record was made, read or saved, without the encrypted ones.
  public func changedKeys() -> [FieldKey] {
    content.changedKeys.filter { !content.encryptedKeys.contains($0) }
  }

  /// The words of all texts that are not encrypted, each once, for a search on this device.
  public func allTokens() -> [String] {
    var words: [String] = []
    for text in allKeys().sorted().compactMap({ object(forKey: $0) as? String }) {
      for word in text.split(whereSeparator: { !$0.isLetter && !$0.isNumber }).map(String.init)
      where !words.contains(word) { words.append(word) }
    }
    return words
  }

  /// The fields whose values the cloud keeps encrypted, apart from the others: the record's own subscripts, keys and
  /// iteration leave them out.
  ///
  /// The simulated cloud marks them as encrypted, and refuses to search them; it does not encrypt them.
  public var encryptedValues: any CKRecordKeyValueSetting & Sendable {
    EncryptedValues(of: self)
  }

  /// The record above this one: what is shared with it shares this one as well.
  public var parent: Reference? {
    get { content.parent }
    set { content.setParent(newValue) }
  }

  public func setParent(_ record: CKRecord?) { setParent(record?.recordID) }

  public func setParent(_ recordID: ID?) {
    parent = recordID.map { Reference(recordID: $0, action: .none) }
  }

  /// The share of this root record, if the cloud has one.
  public var share: Reference? { content.system.share }

  // MARK: - Copies

  public func copy(with zone: NSZone? = nil) -> Any { CKRecord(content) }

  // MARK: - Archives

  public class var supportsSecureCoding: Bool { true }

  public func encode(with coder: NSCoder) { RecordArchive(content).encode(with: coder) }

  /// Writes the record without its fields: read back, the record can be saved over the version that it names.
  public func encodeSystemFields(with coder: NSCoder) {
    RecordArchive(content.systemFields).encode(with: coder)
  }

  /// Reads what `encode(with:)` or `encodeSystemFields(with:)` has written here.
  ///
  /// Archives that were written on Apple's systems cannot be read.
  public required init?(coder: NSCoder) {
    guard let content = RecordArchive(coder: coder)?.content else { return nil }
    self.content = content
    super.init()
  }

  public override var description: String {
    let encrypted = content.keys(encrypted: true).sorted()
    return "<\(Self.self) \(recordType) \(recordID), values: \(allKeys().sorted())"
      + (encrypted.isEmpty ? "" : ", encrypted: \(encrypted)") + ">"
  }
}

extension CKRecord: Sequence {
  public func makeIterator() -> CKRecordKeyValueIterator {
    let encrypted = content.encryptedKeys
    return CKRecordKeyValueIterator(
      values: content.values.filter { !encrypted.contains($0.key) }.makeIterator())
  }
}

/// The fields of a record with their values, in no order; the encrypted ones are left out.
public struct CKRecordKeyValueIterator: IteratorProtocol {
  fileprivate var values: [CKRecord.FieldKey: any CKRecordValue].Iterator

  public mutating func next() -> (CKRecord.FieldKey, any CKRecordValueProtocol)? {
    values.next().map { ($0.key, $0.value) }
  }
}

/// Key-value coding, which Foundation on Linux does not have, as far as apps use it with records.
extension CKRecord {
  public func value(forKey key: String) -> Any? { object(forKey: key) }

  public func setValue(_ value: Any?, forKey key: String) {
    guard let value else { return setObject(nil, forKey: key) }
    guard let stored = StoredValue.make(value) else {
      preconditionFailure(RecordContent.refusal(of: value, for: key))
    }
    setObject(stored, forKey: key)
  }

  public func dictionaryWithValues(forKeys keys: [String]) -> [String: Any] {
    Dictionary(uniqueKeysWithValues: Set(keys).map { ($0, value(forKey: $0) ?? NSNull()) })
  }
}
