import CloudModel
import Foundation

/// The rules that every value must fulfil, whatever its field, so that it can be read back as it
/// was saved.
///
/// 1. Every value of a save is checked here, before the schema checks it against its field.
/// 2. A refused value fails its item, never the whole request.
/// 3. A list contains no lists. `SchemaRules` checks that all elements have the type of the field.
///
/// Source: the reason is the live server's; `docs/protocol.md`.
enum ValueRules {
  /// Throws `.invalidArguments` for a value that could not be read from the wire, and for one that
  /// breaks a rule.
  static func check(_ modification: RecordModification) throws(CloudError) {
    guard case .save(let record, _) = modification.operation else { return }
    if let refusal = modification.refusal { throw refusal }
    for value in record.fields.values where !isAdmissible(value) {
      throw CloudError(.invalidArguments, "Invalid value, expected type \(expected(of: value)).")
    }
  }

  private static func isAdmissible(_ value: FieldValue) -> Bool {
    switch value {
    case .string, .int64, .bytes, .asset: true
    case .double(let number): number.isFinite
    case .date(let date):
      // Compared as doubles: a date that is out of range may not fit an integer.
      (Double(FieldValue.timestampRange.lowerBound)...Double(FieldValue.timestampRange.upperBound))
        .contains(date.timeIntervalSince1970 * 1000)
    case .location(let location): location.isOnEarth
    case .reference(let reference): NameRules.isName(reference.recordName)
    case .list(let elements):
      elements.allSatisfy { element in
        guard case .list = element else { return isAdmissible(element) }
        return false
      }
    }
  }

  private static func expected(of value: FieldValue) -> String {
    guard case .list(let elements) = value, case .list = elements.first else {
      return value.typeTag
    }
    return "UNKNOWN_LIST"
  }
}

extension Location {
  /// Whether the coordinates are in range and the other numbers are finite.
  fileprivate var isOnEarth: Bool {
    (-90...90).contains(latitude) && (-180...180).contains(longitude)
      && [horizontalAccuracy, verticalAccuracy, altitude, speed, course]
        .allSatisfy { $0?.isFinite ?? true }
  }
}
