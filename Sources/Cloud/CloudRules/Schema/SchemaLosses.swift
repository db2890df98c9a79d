import CloudModel

/// The losses when one schema replaces another.
struct SchemaLosses: Equatable {
  /// A field that is gone, or has another type.
  struct Field: Equatable {
    var recordType: String
    var name: String
    var type: FieldType
    /// Nil where the field is gone.
    var newType: FieldType?

    init(recordType: String, name: String, type: FieldType, newType: FieldType? = nil) {
      self.recordType = recordType
      self.name = name
      self.type = type
      self.newType = newType
    }
  }

  private(set) var lostTypes: [String] = []
  private(set) var fields: [Field] = []

  init(from old: Schema, to new: Schema) {
    for type in old.recordTypes.values.sorted(by: { $0.name < $1.name }) {
      guard let successor = new[type.name] else {
        lostTypes.append(type.name)
        continue
      }
      for field in type.fields.values.sorted(by: { $0.name < $1.name }) {
        let newType = successor.fields[field.name]?.type
        guard newType != field.type else { continue }
        fields.append(
          Field(recordType: type.name, name: field.name, type: field.type, newType: newType))
      }
    }
  }

  var isEmpty: Bool { lostTypes.isEmpty && fields.isEmpty }

  /// The losses in words.
  var words: String {
    (lostTypes.map { "the record type \($0)" } + fields.map(\.loss)).joined(separator: ", ")
  }
}

extension SchemaLosses.Field {
  var loss: String {
    newType.map { "the field \(recordType).\(name) as \(type) (it would be \($0))" }
      ?? "the field \(recordType).\(name)"
  }
}
