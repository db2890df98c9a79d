import CloudModel
import Crypto
import Foundation

/// A continuation marker: the position where a page ended, and a digest of its query.
///
/// JSON in base64. It is a bookmark and grants no rights: a caller who sends it sees only what the
/// query returns to that caller.
struct QueryMarker: Codable {
  /// A digest of the query, the zones and the reader.
  private var query: String
  private(set) var position: IndexPosition

  init(_ position: IndexPosition, of query: Query, in zones: QueryZones, by user: String) {
    self.position = position
    self.query = Self.digest(of: query, in: zones, by: user)
  }

  /// Reads a marker.
  ///
  /// Throws `.invalidArguments` for a text that is not a marker, and for the marker of another
  /// query.
  init(
    _ text: String, of query: Query, in zones: QueryZones, by user: String
  ) throws {
    guard text.utf8.count <= 65_536, let data = Data(base64Encoded: text),
      let marker = try? JSONDecoder().decode(QueryMarker.self, from: data)  // Not a marker.
    else { throw CloudError(.invalidArguments, "Invalid continuation marker") }
    self = marker
    guard marker.query == Self.digest(of: query, in: zones, by: user) else {
      throw CloudError(
        .invalidArguments, "The continuation marker belongs to another query. Begin again.")
    }
  }

  var text: String {
    get throws {
      let encoder = JSONEncoder()
      encoder.outputFormatting = [.sortedKeys]
      return try encoder.encode(self).base64EncodedString()
    }
  }

  private static func digest(of query: Query, in zones: QueryZones, by user: String) -> String {
    var query = query
    for index in query.filters.indices {
      query.filters[index].value = query.filters[index].value?.describedInFull
    }
    let digest = SHA256.hash(data: Data("\(query) \(zones) \(user)".utf8))
    return Data(Array(digest).prefix(12)).base64EncodedString()
  }
}

extension FieldValue {
  /// The value with each time as a number and all bytes as a text, whose descriptions leave nothing out.
  fileprivate var describedInFull: FieldValue {
    switch self {
    case .date(let date): .list([.string("date"), .int64(date.millisecondsSince1970)])
    case .bytes(let bytes): .list([.string("bytes"), .string(bytes.base64EncodedString())])
    case .list(let elements): .list(elements.map(\.describedInFull))
    case .string, .int64, .double, .location, .reference, .asset: self
    }
  }
}
