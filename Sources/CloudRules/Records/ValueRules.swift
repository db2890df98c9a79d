import CloudModel
import Foundation

/// What a value must be, whatever field it is for, so that it can be read again as it was saved.
///
/// 1. Every value that a save brings passes here, before the schema says what its field holds.
/// 2. What does not pass is the error of its item, never of the request.
/// 3. A list holds no list. That its elements are of one kind is the field's to say (`SchemaRules`).
///
/// Source: the reason is the live server's; `docs/protocol.md`.
enum ValueRules {
  /// Throws `.invalidArguments` for what the wire could not read, and for a value that breaks a rule.
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
      // As a double: what is out of range does not fit an integer.
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
      return value.wireType
    }
    return "UNKNOWN_LIST"
  }
}

extension Location {
  /// Whether its degrees are some, and its numbers are numbers.
  fileprivate var isOnEarth: Bool {
    (-90...90).contains(latitude) && (-180...180).contains(longitude)
      && [horizontalAccuracy, verticalAccuracy, altitude, speed, course]
        .allSatisfy { $0?.isFinite ?? true }
  }
}
