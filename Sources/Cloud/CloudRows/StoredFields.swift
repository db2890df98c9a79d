package import CloudModel
import CloudRules
import CloudWire
package import Foundation

/// The fields of a record as the store keeps them: a JSON object of `StoredField`, by name.
package struct StoredFields: Equatable {
  package var fields: [String: StoredField]

  package init(_ fields: [String: StoredField]) { self.fields = fields }

  /// The fields of a record, with the marks of its encrypted fields and of its empty lists.
  package init(_ record: Record) {
    fields = record.fields.mapValues { StoredField($0) }
    for key in record.encryptedKeys { fields[key]?.isEncrypted = true }
    for (key, type) in record.emptyListTypes where record.fields[key] == .list([]) {
      fields[key]?.emptyListType = type
    }
  }

  /// Reads what `json` wrote.
  ///
  /// Throws where the text is no object of fields. A single field that cannot be read has no value.
  package init(json text: Data) throws {
    if let usual = Self.usual(text) {
      fields = usual
      return
    }
    try StoredCoding.checkVersion(of: text, "a record")
    fields = try JSONDecoder().decode([String: StoredField].self, from: text)
  }

  /// Reads the most common texts without the general decoder; nil if the general decoder is needed.
  private static func usual(_ text: Data) -> [String: StoredField]? {
    text.withUnsafeBytes { bytes in
      var reader = JSONReader(bytes)
      var fields: [String: StoredField] = [:]
      do throws(JSONReader.UnusualSyntax) {
        try reader.object { reader, key throws(JSONReader.UnusualSyntax) in
          fields[key] = try reader.object { reader throws(JSONReader.UnusualSyntax) in
            try StoredField(from: &reader)
          }
        }
        try reader.end()
        return fields
      } catch {
        return nil
      }
    }
  }

  package var json: [UInt8] {
    var writer = JSONWriter()
    writer.object { writer in
      for (name, field) in fields.sorted(by: { $0.key < $1.key }) {
        writer.key(named: name)
        field.write(to: &writer)
      }
    }
    return writer.bytes
  }
}

/// One field as the store keeps it: `{"value":…,"type":"STRING","isEncrypted":true}`.
///
/// An encrypted field that is sealed elsewhere is `{"value":null,"isEncrypted":true}`.
package struct StoredField: Equatable {
  /// Nil where the value is sealed, or cannot be read.
  package var value: FieldValue?
  package var isEncrypted = false
  /// The type of a list without elements, if the schema has one for it.
  package var emptyListType: String?

  package init(_ value: FieldValue?, isEncrypted: Bool = false) {
    self.value = value
    self.isEncrypted = isEncrypted
  }

  /// Reads a text, an integer or a time that is not encrypted.
  fileprivate init(from reader: inout JSONReader) throws(JSONReader.UnusualSyntax) {
    self.init(try FieldValue.tagged(from: &reader).value)
  }

  fileprivate func write(to writer: inout JSONWriter) {
    writer.object { writer in
      writer.key("value")
      if let value {
        value.writeStored(to: &writer)
        writer.member("type", StoredType(of: value, self).tag)
      } else {
        writer.null()
      }
      if isEncrypted { writer.member("isEncrypted", true) }
    }
  }
}

extension StoredField: Decodable {
  private enum Key: String, CodingKey {
    case value, type, isEncrypted
  }

  /// Never throws: a field that cannot be read must not make the others unreadable.
  package init(from decoder: any Decoder) {
    do {
      let container = try decoder.container(keyedBy: Key.self)
      isEncrypted = try container.decodeIfPresent(Bool.self, forKey: .isEncrypted) ?? false
      guard let tag = try container.decodeIfPresent(String.self, forKey: .type),
        let type = StoredType(tag: tag)
      else { return }
      value = try type.value(from: container.superDecoder(forKey: .value))
      if value == .list([]) { emptyListType = tag }
    } catch {
      value = nil
    }
  }
}

extension Record {
  /// Takes over the fields of a row; those without a value are left out.
  package mutating func take(_ stored: StoredFields) {
    // `mapValues` keeps the table's layout, so no key is hashed again.
    fields = stored.fields.mapValues { $0.value ?? .list([]) }
    for (key, field) in stored.fields {
      if field.value == nil { fields[key] = nil }
      if field.isEncrypted { encryptedKeys.insert(key) }
      if let type = field.emptyListType { emptyListTypes[key] = type }
    }
  }
}
