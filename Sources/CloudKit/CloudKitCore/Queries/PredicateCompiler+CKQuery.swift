package import CloudModel
package import Foundation

extension PredicateCompiler {
  /// The query as the cloud knows it.
  ///
  /// Throws `UnsupportedQuery` for what CloudKit does not support, and what the mapping throws.
  package func query(_ query: CKQuery) throws -> Query {
    Query(
      recordType: query.recordType, filters: try filters(query.predicate),
      sortDescriptors: try sortDescriptors(query.sortDescriptors ?? []))
  }

  package func sortDescriptors(
    _ descriptors: [NSSortDescriptor]
  ) throws -> [Query.SortDescriptor] {
    try descriptors.map { descriptor in
      guard let key = descriptor.key else {
        throw UnsupportedQuery(
          "A query is sorted by keys. Make the sort descriptor with a key, and without a key path "
            + "of Swift.")
      }
      let place = (descriptor as? CKLocationSortDescriptor)?.relativeLocation
      return Query.SortDescriptor(
        try Query.Key(predicateKey: [key]), isAscending: descriptor.ascending,
        relativeLocation: place.map { Location($0) })
    }
  }
}
