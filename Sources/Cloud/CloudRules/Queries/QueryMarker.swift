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

  init(
    _ position: IndexPosition, of query: Query, in zones: QueryZones, by user: String
  ) throws {
    self.position = position
    self.query = try Self.digest(of: query, in: zones, by: user)
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
    guard marker.query == (try Self.digest(of: query, in: zones, by: user)) else {
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

  private static func digest(
    of query: Query, in zones: QueryZones, by user: String
  ) throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys]
    var data = try encoder.encode(WireQuery(query))
    data += Data("\(zones) \(user)".utf8)
    let digest = SHA256.hash(data: data)
    return Data(Array(digest).prefix(12)).base64EncodedString()
  }
}
