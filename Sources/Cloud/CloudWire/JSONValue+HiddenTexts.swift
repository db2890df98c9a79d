package import CloudModel
import Foundation

extension JSONValue {
  /// An answer with what stands for texts and for bytes: in the fields of records, in the filters of subscriptions, and
  /// in rows of the store.
  ///
  /// Bytes become a text, because the words for them are one.
  package var hidingTexts: JSONValue { hidingTexts(at: "") }

  private func hidingTexts(at key: String) -> JSONValue {
    switch (key, self) {
    case ("fields", .object(let fields)), ("pluginFields", .object(let fields)):
      .object(fields.mapValues(\.hidingField))
    case ("fieldValue", _): hidingField
    // A row of the store that cannot be read, as it stands there.
    case ("fields", .string(let text)), ("body", .string(let text)):
      .string(HiddenText.words(for: text))
    case (_, .object(let object)):
      .object(
        Dictionary(
          uniqueKeysWithValues: object.map { key, value in (key, value.hidingTexts(at: key)) }))
    case (_, .array(let elements)): .array(elements.map { $0.hidingTexts(at: key) })
    case (_, .string), (_, .null), (_, .bool), (_, .integer), (_, .number): self
    }
  }

  /// The value of a field, `{"value":…,"type":"STRING"}`; what has no known type counts as a text.
  private var hidingField: JSONValue {
    guard case .object(var field) = self, let value = field["value"] else {
      return hidingStrings(HiddenText.words)
    }
    let tag = field["type"]?.stringValue
    let type = WireType(tag: tag)
    switch type?.kind {
    case .int64, .double, .timestamp, .location, .reference, .asset: break
    case .bytes:
      field["value"] = value.hidingStrings { text in
        // What is not base64 is no value, and hidden as it is.
        HiddenText.words(for: Data(base64Encoded: text) ?? Data(text.utf8))
      }
      field["type"] = .string(type?.isList == true ? "STRING_LIST" : "STRING")
    // The store shows no sealed value, and says so in its place.
    case nil where tag == nil && field["isEncrypted"]?.isTrue == true: break
    case .string, nil: field["value"] = value.hidingStrings(HiddenText.words)
    }
    return .object(field)
  }

  private func hidingStrings(_ words: (String) -> String) -> JSONValue {
    switch self {
    case .string(let text): .string(words(text))
    case .array(let elements): .array(elements.map { $0.hidingStrings(words) })
    case .object(let object): .object(object.mapValues { $0.hidingStrings(words) })
    case .null, .bool, .integer, .number: self
    }
  }
}
