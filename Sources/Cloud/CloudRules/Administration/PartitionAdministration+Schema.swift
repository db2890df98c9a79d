package import CloudModel

extension PartitionAdministration {
  package func schema() throws(CloudError) -> Schema {
    try store.reading(in: partition) { try $0.currentSchema() }
  }

  /// Replaces the partition's schema with a text in the CloudKit Schema Language; returns the new
  /// schema.
  ///
  /// With `isDryRun` the change is only checked. In development, a field may be removed and its
  /// values are lost; every other change that would lose data is refused.
  ///
  /// Throws `.invalidArguments` for a text that is not a schema, with line and column, for a
  /// refused change, with what would be lost, and in production for what development lacks.
  @discardableResult
  package func importSchema(
    text: String, isDryRun: Bool = false
  ) throws(CloudError) -> Schema {
    let wanted = try Self.schema(from: text).withInitialTypes
    try check(wanted, losingNothingOf: .production)
    try checkOrigin(of: wanted)
    return try write { transaction, _ in
      try transaction.lockSchema()
      try check(wanted, transaction)
      guard !isDryRun else { return wanted }
      try transaction.setSchema(wanted)
      return try transaction.currentSchema()
    }
  }

  /// Adds what the partition's schema lacks of another one: types, fields and indexes; returns the result.
  ///
  /// All of it happens in one transaction, so nothing is lost that an app teaches at the same time.
  ///
  /// Throws `.invalidArguments` for a text that is not a schema, for a field that has another type
  /// already, and in production, which takes everything from development.
  package func extendSchema(text: String) throws(CloudError) -> Schema {
    let wanted = try Self.schema(from: text)
    guard partition.environment == .development else {
      throw CloudError(
        .invalidArguments,
        "Production gets its types, fields and indexes from development. Add them there, and promote "
          + "the schema.")
    }
    return try write { transaction, _ in
      try transaction.lockSchema()
      let extended = try transaction.currentSchema().extended(by: wanted)
      let losses = SchemaLosses(from: wanted, to: extended)
      guard losses.isEmpty else {
        throw CloudError(
          .invalidArguments,
          "The schema cannot get \(losses.words). Use the type that is there, or another name.")
      }
      let most = RecordTypeDefinition.mostFields
      if let full = extended.recordTypes.values.first(where: { $0.fields.count > most }) {
        throw CloudError(
          .limitExceeded,
          "limit exceeded: \(full.name) has \(most) fields, and a record type has no more")
      }
      try transaction.setSchema(extended)
      return try transaction.currentSchema()
    }
  }

  private static func schema(from text: String) throws(CloudError) -> Schema {
    do {
      return try Schema(text: text)
    } catch {
      throw CloudError(.invalidArguments, "The schema cannot be read: \(error)")
    }
  }

  /// Gives production the schema of development; returns it.
  ///
  /// Throws `.invalidArguments` where production would lose something.
  package func promoteSchema() throws(CloudError) -> Schema {
    guard partition.environment == .production else {
      throw CloudError(.invalidArguments, "A schema can be promoted only to production.")
    }
    let development = try store.reading(in: sibling(.development)) { try $0.currentSchema() }
    return try write { transaction, _ in
      try transaction.lockSchema()
      let losses = SchemaLosses(from: try transaction.currentSchema(), to: development)
      guard losses.isEmpty else {
        throw CloudError(
          .invalidArguments,
          "Production would lose \(losses.words). Add it to the schema of development first.")
      }
      try transaction.setSchema(development)
      return try transaction.currentSchema()
    }
  }

  private func sibling(_ environment: CloudEnvironment) -> Partition {
    Partition(container: partition.container, environment: environment)
  }

  /// Refuses a schema that lacks something that production has.
  ///
  /// Source: CloudKit, "Integrating a Text-Based Schema into Your Workflow".
  private func check(
    _ schema: Schema, losingNothingOf environment: CloudEnvironment
  ) throws(CloudError) {
    guard partition.environment != environment else { return }
    let present = try store.reading(in: sibling(environment)) { try $0.currentSchema() }
    let losses = SchemaLosses(from: present, to: schema)
    guard losses.isEmpty else {
      throw CloudError(
        .invalidArguments,
        "The schema lacks types or fields that \(environment.rawValue) has: \(losses.words). Add "
          + "them."
      )
    }
  }

  /// Refuses a schema for production with types, fields, indexes or roles that development lacks.
  ///
  /// Source: CloudKit, "Deploying an iCloud Container's Schema": all that production has comes from development.
  private func checkOrigin(of schema: Schema) throws(CloudError) {
    guard partition.environment == .production else { return }
    let development = try store.reading(in: sibling(.development)) { try $0.currentSchema() }
    let losses = SchemaLosses(from: schema, to: development)
    guard !losses.isEmpty || development.extended(by: schema) != development else { return }
    let indexed = schema.recordTypes.values.flatMap { type in
      type.fields.values.filter { field in
        !field.indexes.isSubset(of: development[type.name]?.fields[field.name]?.indexes ?? [])
      }.map { "an index of \(type.name).\($0.name)" }
    }
    let lacking =
      losses.isEmpty
      ? indexed.sorted().joined(separator: ", ") : losses.words
    throw CloudError(
      .invalidArguments,
      "Production gets its types, fields and indexes from development, which lacks "
        + "\(lacking.isEmpty ? "a role or an index of this schema" : lacking). Add it there first.")
  }

  /// Refuses a schema that loses a type or field with data; development may lose fields.
  private func check(_ schema: Schema, _ reading: any CloudReading) throws {
    let losses = SchemaLosses(from: try reading.currentSchema(), to: schema)
    for name in losses.lostTypes {
      let count = try reading.countRecords(ofType: name, withField: nil)
      guard count == 0 else {
        throw CloudError(
          .invalidArguments,
          "\(partition) has \(count) records of the type \(name), which the schema lacks. Delete "
            + "them first, or add the type.")
      }
    }
    for field in losses.fields {
      guard field.newType != nil || partition.environment == .production else { continue }
      let count = try reading.countRecords(ofType: field.recordType, withField: field.name)
      guard count == 0 else {
        throw CloudError(
          .invalidArguments,
          "\(partition) has \(count) records with a value in \(field.loss), which the schema lacks. "
            + "Clear the field first, or add it.")
      }
    }
  }
}
