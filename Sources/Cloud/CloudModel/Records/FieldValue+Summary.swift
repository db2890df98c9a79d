import Foundation

extension FieldValue {
  /// The value in words for people: of an asset its size, of a reference the name of its record.
  package var summary: String {
    switch self {
    case .string(let text): text
    case .int64(let number): String(number)
    case .double(let number): String(number)
    case .date(let date): date.formatted(.iso8601)
    case .bytes(let data): data.base64EncodedString()
    case .location(let place): "\(place.latitude),\(place.longitude)"
    case .reference(let reference): reference.recordName
    case .asset(let asset): "asset of \(asset.size) bytes"
    case .list(let values): values.map(\.summary).joined(separator: ", ")
    }
  }
}
