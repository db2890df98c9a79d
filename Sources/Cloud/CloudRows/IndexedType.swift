package import CloudModel
package import CloudRules
package import Foundation

/// A record type with the numbers under which the indexes know its fields.
package struct IndexedType: Sendable {
  package let id: Int64
  package private(set) var definition: RecordTypeDefinition
  /// Of every field, and of the system fields that are indexed.
  package private(set) var fieldIDs: [String: Int64] = [:]
  /// The field that has an entry for every record.
  package let membership: Int64

  /// The name of the field that has an entry for every record of the type.
  package static let membershipField = "___type"

  /// A row of the table `field`.
  package struct Column {
    package var id: Int64
    package var name: String
    package var type: String
    package var indexes: Set<FieldIndex>

    package init(
      id: Int64, name: String, type: String, isQueryable: Bool, isSearchable: Bool, isSortable: Bool
    ) {
      self.id = id
      self.name = name
      self.type = type
      indexes = []
      if isQueryable { indexes.insert(.queryable) }
      if isSearchable { indexes.insert(.searchable) }
      if isSortable { indexes.insert(.sortable) }
    }
  }

  /// Reads the rows of a type; a permission that this version does not know grants nothing.
  ///
  /// Throws `StoreError.damaged` for a field whose type cannot be read.
  package init(
    id: Int64, name: String, columns: [Column], grants: [(role: String, permission: String)]
  ) throws {
    self.id = id
    definition = RecordTypeDefinition(name: name, grants: [:])
    var membership: Int64?
    for column in columns {
      guard column.name != Self.membershipField else {
        membership = column.id
        continue
      }
      fieldIDs[column.name] = column.id
      if let system = SystemField(storedWord: column.name) {
        definition.systemIndexes[system] = column.indexes
      } else {
        guard let type = FieldType(storedWord: column.type) else {
          throw StoreError.damaged(what: "the type of a field cannot be read")
        }
        definition.fields[column.name] = FieldDefinition(
          name: column.name, type: type, indexes: column.indexes)
      }
    }
    for grant in grants {
      guard let permission = SchemaPermission(storedWord: grant.permission) else { continue }
      definition.grants[grant.role, default: []].insert(permission)
    }
    guard let membership else {
      throw StoreError.damaged(what: "a record type has no list of its records")
    }
    self.membership = membership
  }

  /// The rows of a record; none for nil, which stands for a deleted record.
  package func rows(of entries: IndexEntries?) -> [IndexRow] {
    guard let entries else { return [] }
    return entries.rows(fieldIDs) + [.value(membership, Data())]
  }

  /// The number of a field; -1, which no field has, if it is unknown.
  package func number(of field: String) -> Int64 { fieldIDs[field] ?? -1 }

  package func isSortable(_ field: String) -> Bool {
    let system = SystemField(rawValue: field).flatMap { definition.systemIndexes[$0] }
    return (system ?? definition.fields[field]?.indexes ?? []).contains(.sortable)
  }
}

/// One row of one of the tables of an index, without its record; the first value is the field.
package enum IndexRow: Hashable, Sendable {
  case value(Int64, Data)
  case word(Int64, String)
  case place(Int64, Double, Double)
}

extension IndexEntries {
  /// The rows, under the numbers of the fields; a field that no longer exists has no rows.
  package func rows(_ fieldIDs: [String: Int64]) -> [IndexRow] {
    values.compactMap { entry in fieldIDs[entry.field].map { .value($0, entry.value) } }
      + words.compactMap { entry in fieldIDs[entry.field].map { .word($0, entry.value) } }
      + places.compactMap { place in
        fieldIDs[place.field].map { .place($0, place.latitude, place.longitude) }
      }
  }
}

extension RecordTypeDefinition {
  /// The fields, and the system fields that are indexed: each has a row in `field`.
  package var columns: [String: FieldDefinition] {
    var columns = fields
    for (system, indexes) in systemIndexes where !indexes.isEmpty {
      columns[system.storedWord] = FieldDefinition(
        name: system.storedWord, type: system.type, indexes: indexes)
    }
    return columns
  }
}
