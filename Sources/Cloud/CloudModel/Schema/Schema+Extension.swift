extension Schema {
  /// This schema, with the types, fields and indexes of another schema that it lacks.
  ///
  /// Nothing is taken away, and a field that has another type stays as it is.
  package func extended(by other: Schema) -> Schema {
    var result = self
    result.roles.formUnion(other.roles)
    for type in other.recordTypes.values {
      result[type.name] = result[type.name]?.extended(by: type) ?? type
    }
    return result
  }
}

extension RecordTypeDefinition {
  fileprivate func extended(by other: RecordTypeDefinition) -> RecordTypeDefinition {
    var result = self
    for field in other.fields.values {
      guard let present = fields[field.name] else {
        result.fields[field.name] = field
        continue
      }
      guard present.type == field.type else { continue }
      result.fields[field.name]?.indexes.formUnion(field.indexes)
    }
    result.systemIndexes.merge(other.systemIndexes) { $0.union($1) }
    return result
  }
}
