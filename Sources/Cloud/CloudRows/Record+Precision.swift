package import CloudModel
import Foundation

extension Record {
  /// The record with every date as precise as the cloud keeps it, whole milliseconds.
  package var roundedToMilliseconds: Record {
    var record = self
    record.fields = fields.mapValues(\.roundedToMilliseconds)
    return record
  }
}

extension FieldValue {
  fileprivate var roundedToMilliseconds: FieldValue {
    switch self {
    case .date(let date):
      .date(Date(millisecondsSince1970: date.millisecondsSince1970))
    case .list(let elements): .list(elements.map(\.roundedToMilliseconds))
    case .string, .int64, .double, .bytes, .location, .reference, .asset: self
    }
  }
}
