package import CloudModel
package import Foundation

/// The index entries of one record.
package struct IndexEntries: Sendable, Equatable, Codable {
  /// One location under one field.
  package struct Place: Sendable, Hashable, Codable {
    package var field: String
    package var latitude: Double
    package var longitude: Double

    package init(field: String, latitude: Double, longitude: Double) {
      self.field = field
      self.latitude = latitude
      self.longitude = longitude
    }
  }

  /// A value, or a word, under one field.
  package struct Entry<Value: Hashable & Sendable & Codable>: Sendable, Hashable, Codable {
    package var field: String
    package var value: Value

    package init(field: String, value: Value) {
      self.field = field
      self.value = value
    }
  }

  package var values: Set<Entry<Data>> = []
  package var words: Set<Entry<String>> = []
  package var places: Set<Place> = []

  /// The entries of `record`, for the fields that `isWanted` selects.
  package init(
    of record: Record, type: RecordTypeDefinition, where isWanted: (String) -> Bool = { _ in true }
  ) {
    for field in type.fields.values where !field.indexes.isEmpty && isWanted(field.name) {
      add(record.fields[field.name], under: field.name, field.type, field.indexes)
    }
    for (system, indexes) in type.systemIndexes where isWanted(system.rawValue) {
      add(record.value(of: system), under: system.rawValue, system.type, indexes)
    }
  }

  private mutating func add(
    _ value: FieldValue?, under field: String, _ type: FieldType, _ indexes: Set<FieldIndex>
  ) {
    let members: [FieldValue] =
      switch value {
      case .none: []
      case .list(let elements): elements
      case .some(let value): [value]
      }
    // A record without a value still has a position in a sort order.
    if members.isEmpty, !type.isList, indexes.contains(.sortable), type.primitive != .location {
      values.insert(Entry(field: field, value: IndexKey.null.bytes))
    }
    for member in members {
      if indexes.contains(.queryable) || indexes.contains(.sortable) {
        if let key = IndexKey(member) { values.insert(Entry(field: field, value: key.bytes)) }
        if case .location(let location) = member {
          places.insert(
            Place(field: field, latitude: location.latitude, longitude: location.longitude))
        }
      }
      if indexes.contains(.searchable), case .string(let text) = member {
        for word in SearchWords.words(of: text) { words.insert(Entry(field: field, value: word)) }
      }
    }
  }
}

extension Record {
  /// A system field as a value.
  package func value(of field: SystemField) -> FieldValue? {
    func reference(_ name: String?) -> FieldValue? {
      name.map { .reference(Reference(recordName: $0, action: .none)) }
    }
    return switch field {
    case .createTime: creationDate.map { .date($0) }
    case .createdBy: reference(creatorUserRecordName)
    case .etag: recordChangeTag.map { .string($0) }
    case .modTime: modificationDate.map { .date($0) }
    case .modifiedBy: reference(lastModifiedUserRecordName)
    case .parent: reference(parent)
    case .recordID: reference(recordID.recordName)
    case .share: reference(shareReference)
    }
  }
}
