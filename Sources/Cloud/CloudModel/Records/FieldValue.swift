package import Foundation

/// The value of a record's field.
///
/// A field without a value is absent from the record. Large and rare cases are `indirect`, stored
/// outside the value, because records are copied often and most of their fields are texts and
/// numbers.
package enum FieldValue: Sendable, Hashable {
  case string(String)
  case int64(Int64)
  case double(Double)
  /// Kept to the millisecond, the cloud's own precision.
  case date(Date)
  case bytes(Data)
  indirect case location(Location)
  indirect case reference(Reference)
  indirect case asset(Asset)
  /// Elements of one kind; an empty list has no kind of its own.
  case list([FieldValue])
}

extension FieldValue {
  /// The range of milliseconds that every calendar can represent and `Date` returns unchanged.
  ///
  /// Source: ECMA-262, time values.
  package static let timestampRange: ClosedRange<Int64> =
    -8_640_000_000_000_000...8_640_000_000_000_000

  package var stringValue: String? {
    guard case .string(let value) = self else { return nil }
    return value
  }

  package var dateValue: Date? {
    guard case .date(let value) = self else { return nil }
    return value
  }
}
