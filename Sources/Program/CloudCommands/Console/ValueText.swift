package import CloudModel
package import CommandSupport
import Foundation

/// Reads and writes the value of one field as people write it; its type is that of the field.
///
/// | type | form |
/// |---|---|
/// | `STRING` | the text itself |
/// | `INT64` | a whole number, `true` or `false` |
/// | `DOUBLE` | a number |
/// | `TIMESTAMP` | `2026-11-25`, `2026-11-25T10:00:00Z`, or milliseconds since 1970 |
/// | `BYTES` | base64 |
/// | `REFERENCE` | the name of a record |
/// | `LOCATION` | `LATITUDE,LONGITUDE` in degrees |
package enum ValueText {
  /// Throws a sentence that says what was expected.
  package static func value(
    _ text: String, as type: FieldType.Primitive
  ) throws(Failure) -> FieldValue {
    let value: FieldValue? =
      switch type {
      case .string: .string(text)
      case .int64: integer(text).map { .int64($0) }
      case .double: double(text).map { .double($0) }
      case .timestamp: date(text).map { .date($0) }
      case .bytes: Data(base64Encoded: text).map { .bytes($0) }
      case .reference: reference(text)
      case .location: location(text).map { .location($0) }
      case .asset: nil
      }
    guard let value else {
      throw Failure("‘\(text)’ is no \(type.rawValue): expected \(form(of: type)).", code: .usage)
    }
    return value
  }

  package static func double(_ text: String) -> Double? {
    // Swift also reads hexadecimal numbers, infinities and NaN.
    guard text.utf8.allSatisfy({ "0123456789+-.eE".utf8.contains($0) }),
      let number = Double(text), number.isFinite
    else { return nil }
    return number
  }

  package static func location(_ text: String) -> Location? {
    let parts = text.split(separator: ",", omittingEmptySubsequences: false)
      .map { double($0.trimmingCharacters(in: .whitespaces)) }
    guard parts.count == 2, let latitude = parts[0], let longitude = parts[1],
      (-90...90).contains(latitude), (-180...180).contains(longitude)
    else { return nil }
    return Location(latitude: latitude, longitude: longitude)
  }

  private static func integer(_ text: String) -> Int64? {
    switch text {
    case "true": 1
    case "false": 0
    default: Int64(text)
    }
  }

  private static func reference(_ name: String) -> FieldValue? {
    name.isEmpty ? nil : .reference(Reference(recordName: name, action: .none))
  }

  private static func date(_ text: String) -> Date? {
    // Four digits are a year, and not the first seconds of 1970.
    if text.count != 4, let milliseconds = Int64(text) {
      return FieldValue.timestampRange.contains(milliseconds)
        ? Date(millisecondsSince1970: milliseconds) : nil
    }
    let styles = [
      Date.ISO8601FormatStyle(), Date.ISO8601FormatStyle(includingFractionalSeconds: true),
      Date.ISO8601FormatStyle().year().month().day(),
    ]
    // A text that one style does not fit may fit the next.
    return styles.lazy.compactMap { try? Date(text, strategy: $0) }.first { date in
      FieldValue.timestampRange.contains(date.millisecondsSince1970)
    }
  }

  private static func form(of type: FieldType.Primitive) -> String {
    switch type {
    case .string: "a text"
    case .int64: "a whole number, true or false"
    case .double: "a number"
    case .timestamp:
      "a time like 2026-11-25 or 2026-11-25T10:00:00Z, or milliseconds since 1970"
    case .bytes: "base64"
    case .reference: "the name of a record"
    case .location: "LATITUDE,LONGITUDE in degrees"
    case .asset: "a value of the web protocol"
    }
  }
}
