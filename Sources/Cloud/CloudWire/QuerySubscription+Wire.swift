package import CloudModel
import Foundation

extension QuerySubscription {
  /// The subscription to a query as a client has written it, from which the conditions are read.
  package init(
    recordType: String, query: JSONValue, zoneID: RecordZoneID? = nil, zoneWide: Bool = true,
    firesOn: [RecordChangeReason], firesOnce: Bool = false
  ) {
    self.init(
      recordType: recordType, query: query, filters: Self.filters(of: query), zoneID: zoneID,
      zoneWide: zoneWide, firesOn: firesOn, firesOnce: firesOnce)
  }

  private static func filters(of query: JSONValue) -> Result<[Query.Filter], CloudError> {
    let wire: WireQuery
    do {
      wire = try JSONDecoder().decode(WireQuery.self, from: JSONEncoder().encode(query))
    } catch {
      return .failure(
        CloudError(
          .invalidArguments, "BadRequestException: the query of the subscription is invalid"))
    }
    do throws(CloudError) {
      return .success(try wire.query().filters)
    } catch {
      return .failure(error)
    }
  }
}

extension JSONValue {
  /// A query as the web protocol writes it.
  ///
  /// Throws `EncodingError` for a number that JSON does not have.
  package init(_ query: Query) throws {
    self = try JSONDecoder().decode(JSONValue.self, from: JSONEncoder().encode(WireQuery(query)))
  }
}
