import CloudModel
import Foundation

/// Applies the schema to the modifications of one zone in one request, and collects what the schema
/// learns from them.
///
/// 1. `admit` is called with each modification before anything is applied. It refuses what does not
///    fit, gives values the types of their fields, and notes what the schema would learn. Later
///    modifications already see these notes.
/// 2. `updateIndexes` is called with each record that was stored or deleted. On the first call it
///    locks the schema and writes what was learned; each call updates the record's index entries.
/// 3. Share records are not part of the schema: the type of each value follows from the value
///    itself.
///
/// Source: CloudKit, "Designing and Creating a CloudKit Database"; `docs/protocol.md`.
struct SchemaRules {
  /// The treatment of a type or a field that the schema does not have.
  enum Unknown: Equatable {
    /// The schema learns it, as from native saves in development.
    case learned
    /// Refused, as from web saves.
    case refused
    /// Refused in the words that native saves get in production.
    case refusedInProduction
  }

  private let unknown: Unknown
  private let environment: CloudEnvironment
  private let isPublic: Bool
  /// The types, including everything learned so far; nil for a type that does not exist.
  private var types: [String: RecordTypeDefinition?] = [:]
  /// The types that the schema learns, by name, each with its previous definition; nil for a new type.
  private var taught: [String: RecordTypeDefinition?] = [:]

  init(unknown: Unknown, environment: CloudEnvironment, isPublic: Bool) {
    self.unknown = unknown
    self.environment = environment
    self.isPublic = isPublic
  }

  /// The rules for what `caller` saves in the partition.
  init(for caller: Caller, in partition: StoredPartition, isPublic: Bool) {
    let environment = partition.partition.environment
    let unknown: Unknown =
      switch (environment, partition.settings.environment.schemaLearning ?? .native) {
      case (.development, .always): .learned
      case (.development, .native): caller.isNative ? .learned : .refused
      case (.development, .never): .refused
      case (.production, _): caller.isNative ? .refusedInProduction : .refused
      }
    self.init(unknown: unknown, environment: environment, isPublic: isPublic)
  }

  /// The modification, with each value converted to the type of its field.
  ///
  /// Throws `.unknownItem` for a type that does not exist, `.invalidArguments` for anything else
  /// that does not fit.
  mutating func admit(
    _ modification: RecordModification, over stored: StoredRecord?, reading: any CloudReading
  ) throws -> RecordModification {
    guard case .save(var record, let operation) = modification.operation else {
      return modification
    }
    let isLiving = stored.map { !$0.isDeleted } ?? false
    let name =
      record.recordType.isEmpty && isLiving ? stored?.record.recordType ?? "" : record.recordType
    // A modification without a type is refused later.
    guard !name.isEmpty else { return modification }
    guard name != Share.recordType else { return try Self.admitShare(record, in: modification) }
    var type = try definition(name, reading: reading)
    let before = type
    record.emptyListTypes = [:]
    for (key, value) in record.fields.sorted(by: { $0.key < $1.key }) {
      let isEncrypted = record.encryptedKeys.contains(key)
      guard !isEncrypted || !isPublic else { throw Self.encryptedInPublic }
      guard let field = try field(key, of: &type, for: value, isEncrypted: isEncrypted) else {
        continue  // An empty list teaches nothing.
      }
      guard !field.type.isEncrypted || !isPublic else { throw Self.encryptedInPublic }
      let isTypeOmitted = modification.untypedKeys.contains(key)
      if isTypeOmitted, isEncrypted, !modification.mayOmitEncryptedTypes {
        try field.requireType(ofEncrypted: value, recordType: name)
      }
      let admitted = try field.admit(
        value, isTypeOmitted: isTypeOmitted, isEncrypted: isEncrypted, recordType: name)
      record.fields[key] = admitted
      if admitted == .list([]) { record.emptyListTypes[key] = field.type.typeTag }
    }
    if type != before {
      types[name] = type
      if taught[name] == nil { taught[name] = .some(before) }
    }
    var admitted = modification
    admitted.operation = .save(record, operation)
    return admitted
  }

  /// Gives every list of a share the type of its first element, which all others must fit.
  private static func admitShare(
    _ record: Record, in modification: RecordModification
  ) throws(CloudError) -> RecordModification {
    var record = record
    for (key, value) in record.fields.sorted(by: { $0.key < $1.key }) {
      let isEncrypted = record.encryptedKeys.contains(key)
      guard let type = FieldType(of: value, isEncrypted: isEncrypted) else { continue }
      try checkCanBeEncrypted(type)
      record.fields[key] = try FieldDefinition(name: key, type: type).admit(
        value, isTypeOmitted: modification.untypedKeys.contains(key), isEncrypted: isEncrypted,
        recordType: Share.recordType)
    }
    var admitted = modification
    if case .save(_, let operation) = modification.operation {
      admitted.operation = .save(record, operation)
    }
    return admitted
  }

  private static func checkCanBeEncrypted(_ type: FieldType) throws(CloudError) {
    guard !type.isEncrypted || type.primitive.canBeEncrypted else {
      throw CloudError(
        .invalidArguments, "Attempt to save encrypted data in non encrypted field type")
    }
  }

  /// Refuses a place where no asset can be saved.
  ///
  /// Throws `.unknownItem` for a type that does not exist, `.invalidArguments` for a field that
  /// cannot hold an asset.
  mutating func checkAsset(in place: AssetPlace, reading: any CloudReading) throws {
    guard place.recordType != Share.recordType else { return }
    var type = try definition(place.recordType, reading: reading)
    let value = FieldValue.asset(Asset(fileChecksum: "", size: 0))
    guard let field = try field(place.fieldName, of: &type, for: value, isEncrypted: false) else {
      return
    }
    let element = field.type.isList ? FieldValue.list([value]) : value
    _ = try field.admit(
      element, isTypeOmitted: false, isEncrypted: false, recordType: place.recordType)
  }

  /// Writes what was learned, and updates the indexes for a record that was stored or deleted.
  mutating func updateIndexes(
    _ record: StoredRecord, isNew: Bool, in zone: LockedZone, at date: Date,
    leastLagSeconds: Double, by transaction: any CloudTransaction
  ) throws {
    guard record.record.recordType != Share.recordType else { return }
    if !taught.isEmpty { try saveTaught(by: transaction) }
    try transaction.updateIndex(
      of: record, isNew: isNew, in: zone, at: date, leastLagSeconds: leastLagSeconds)
  }

  /// Throws if another transaction has taught one of the types something else meanwhile.
  private mutating func saveTaught(by transaction: any CloudTransaction) throws {
    try transaction.lockSchema()
    for (name, before) in taught.sorted(by: { $0.key < $1.key }) {
      guard try transaction.recordType(named: name) == before else {
        throw CloudError(.serviceUnavailable, "The schema is being changed. Try again.")
      }
      if let type = types[name] ?? nil { try transaction.save(type) }
    }
    taught = [:]
  }

  private mutating func definition(
    _ name: String, reading: any CloudReading
  ) throws -> RecordTypeDefinition {
    let known: RecordTypeDefinition?
    if let cached = types[name] {
      known = cached
    } else {
      known = try reading.recordType(named: name)
      types[name] = .some(known)
    }
    if let known { return known }
    switch unknown {
    case .refused:
      throw CloudError.unknownRecordType(name)
    case .refusedInProduction:
      throw CloudError(
        .invalidArguments, "Cannot create new type \(name.spelled) in production schema")
    case .learned:
      try NameRules.checkRecordType(name)
      guard try reading.recordTypeCount() + taught.count < CloudLimits.learnedRecordTypes else {
        throw CloudError(
          .limitExceeded,
          "limit exceeded: a container learns at most \(CloudLimits.learnedRecordTypes) record types"
        )
      }
      let type = RecordTypeDefinition(name: name)
      types[name] = type
      taught[name] = .some(nil)
      return type
    }
  }

  /// The field's definition, learned if that is allowed; nil if the value has no type that could be
  /// learned.
  private func field(
    _ name: String, of type: inout RecordTypeDefinition, for value: FieldValue, isEncrypted: Bool
  ) throws(CloudError) -> FieldDefinition? {
    if let field = type.fields[name] { return field }
    guard unknown == .learned else {
      let place = environment == .production ? " in production schema" : ""
      throw CloudError(
        .invalidArguments,
        "Cannot create or modify field '\(name.spelled)' in record '\(type.name)'\(place)")
    }
    try NameRules.checkFieldName(name, recordType: type.name)
    guard let fieldType = FieldType(of: value, isEncrypted: isEncrypted) else { return nil }
    try Self.checkCanBeEncrypted(fieldType)
    guard type.fields.count < RecordTypeDefinition.mostFields else {
      throw CloudError(
        .limitExceeded,
        "limit exceeded: a record type has at most \(RecordTypeDefinition.mostFields) fields")
    }
    let field = FieldDefinition(
      name: name, type: fieldType, indexes: fieldType.automaticIndexes)
    type.fields[name] = field
    return field
  }

  private static var encryptedInPublic: CloudError {
    CloudError(
      .invalidArguments, "encrypted fields are not supported in the public database")
  }
}

extension CloudError {
  /// Source: the reason is the live server's; `docs/protocol.md`.
  static func unknownRecordType(_ name: String) -> CloudError {
    CloudError(.unknownItem, "Did not find record type: \(name.spelled)")
  }
}

extension String {
  /// A name from a request, as an error may repeat it; no valid one is longer.
  var spelled: String { quotable(upTo: 255) }
}
