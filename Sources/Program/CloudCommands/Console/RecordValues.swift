package import CloudModel
import CloudWire
package import CommandSupport
import Foundation

/// The new values of a record's fields, read by the types of its record type.
package struct RecordValues {
  private let type: RecordTypeDefinition
  package private(set) var fields: [String: FieldValue] = [:]
  /// The paths of files that become the assets of fields.
  package private(set) var files: [String: String] = [:]
  /// Fields that lose their value.
  package private(set) var cleared: Set<String> = []
  /// The version that a whole record was read as.
  package private(set) var recordChangeTag: String?

  package init(type: RecordTypeDefinition) { self.type = type }

  /// The fields with a value that the schema has encrypted.
  package var encrypted: Set<String> {
    Set(fields.keys.filter { type.fields[$0]?.type.isEncrypted ?? false })
  }

  /// Takes `FIELD=VALUE`; a list is JSON.
  package mutating func take(assignment: String) throws(Failure) {
    guard let sign = assignment.firstIndex(of: "=") else {
      throw Failure("‘\(assignment)’ is no FIELD=VALUE.", code: .usage)
    }
    let field = try field(String(assignment[..<sign]))
    let text = String(assignment[assignment.index(after: sign)...])
    guard field.type.isList else {
      if field.type.primitive == .asset {
        guard text.count > 1, text.hasPrefix("@") else {
          throw Failure(
            "\(field.name) is an asset: expected @ and the path of a file.", code: .usage)
        }
        fields[field.name] = nil
        cleared.remove(field.name)
        files[field.name] = String(text.dropFirst())
        return
      }
      try set(field.name, to: ValueText.value(text, as: field.type.primitive))
      return
    }
    guard case .array(let elements)? = Self.json(text) else {
      throw Failure(
        "\(field.name) is a list of \(field.type.primitive.rawValue): expected a JSON array, "
          + "like [\"a\",\"b\"].", code: .usage)
    }
    try set(field.name, to: value(.array(elements), of: field))
  }

  package mutating func clear(_ name: String) throws(Failure) {
    set(try field(name).name, to: nil)
  }

  /// Takes the fields of one JSON object: of plain values, of values of the web protocol, or of a whole
  /// record, which has the keys `recordName` and `fields`.
  package mutating func take(json text: String) throws(Failure) {
    guard case .object(let object)? = Self.json(text) else {
      throw Failure("The fields cannot be read: expected one JSON object.", code: .usage)
    }
    var values = object
    if object["recordName"] != nil, case .object(let fields)? = object["fields"] {
      values = fields
      recordChangeTag = object["recordChangeTag"]?.stringValue
    }
    for (name, json) in values.sorted(by: { $0.key < $1.key }) {
      let field = try field(name)
      set(name, to: try value(json, of: field))
    }
  }

  private mutating func set(_ name: String, to value: FieldValue?) {
    fields[name] = value
    files[name] = nil
    if value == nil { cleared.insert(name) } else { cleared.remove(name) }
  }

  private func field(_ name: String) throws(Failure) -> FieldDefinition {
    let field = try type.field(name)
    guard let own = type.fields[field.name] else {
      throw Failure("\(name) is a system field; the cloud sets it.", code: .usage)
    }
    return own
  }

  /// Nil for null, which clears the field.
  private func value(
    _ json: JSONValue, of field: FieldDefinition
  ) throws(Failure) -> FieldValue? {
    do throws(Failure) {
      switch json {
      case .null: return nil
      case .object(let object) where object["value"] != nil:
        return try Self.wire(json)
      case .array(let elements) where field.type.isList:
        return .list(
          try elements.map { element throws(Failure) in
            try Self.element(element, as: field.type.primitive)
          })
      case _ where field.type.isList:
        throw Failure("expected a list.", code: .usage)
      default: return try Self.element(json, as: field.type.primitive)
      }
    } catch {
      throw Failure("\(field.name): \(error.message)", code: .usage)
    }
  }

  private static func element(
    _ json: JSONValue, as type: FieldType.Primitive
  ) throws(Failure) -> FieldValue {
    if case .string(let text) = json { return try ValueText.value(text, as: type) }
    let tag = FieldType(type).typeTag
    guard let value = try wire(.object(["value": json, "type": .string(tag)])) else {
      throw Failure("expected \(type.rawValue), found null.", code: .usage)
    }
    return value
  }

  /// A value as the web protocol has it.
  private static func wire(_ json: JSONValue) throws(Failure) -> FieldValue? {
    let field: WireField
    do {
      field = try WireField(json: json)
    } catch {
      throw Failure("it cannot be read.", code: .usage)
    }
    if let refusal = field.refusal { throw Failure(refusal, code: .usage) }
    return field.value
  }

  /// Nil for a text that is not JSON.
  private static func json(_ text: String) -> JSONValue? {
    try? JSONValue.read(json: Data(text.utf8))  // The caller says what was expected.
  }
}
