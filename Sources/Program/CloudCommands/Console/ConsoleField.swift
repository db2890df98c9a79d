package import CloudModel
package import CommandSupport

/// A field of a record type, found by a name that a person has written.
package struct ConsoleField: Equatable {
  /// The name that the server knows.
  package var name: String
  package var type: FieldType
  package var indexes: Set<FieldIndex>
  /// Nil for a field that an app has defined.
  package var system: SystemField?
}

extension RecordTypeDefinition {
  /// Finds a field of an app, or a system field by any of its names.
  ///
  /// Throws a sentence with the fields that there are.
  package func field(_ name: String) throws(Failure) -> ConsoleField {
    if let field = fields[name] {
      return ConsoleField(name: name, type: field.type, indexes: field.indexes)
    }
    guard let system = SystemField(anyName: name) else {
      let names = fields.keys.sorted().joined(separator: ", ")
      throw Failure(
        "\(self.name) has no field ‘\(name)’. It has \(names.isEmpty ? "none of its own" : names); "
          + "every record has recordName, createdTimestamp, createdUserRecordName, "
          + "modifiedTimestamp, modifiedUserRecordName, parent and share.", code: .usage)
    }
    return ConsoleField(
      name: name, type: system.type, indexes: systemIndexes[system] ?? [], system: system)
  }
}

extension Schema {
  /// Throws a sentence with the types that there are.
  package func recordType(_ name: String) throws(Failure) -> RecordTypeDefinition {
    guard let type = self[name] else {
      let names = recordTypes.keys.sorted().joined(separator: ", ")
      throw Failure("There is no record type ‘\(name)’ here. There are \(names).", code: .usage)
    }
    return type
  }
}
