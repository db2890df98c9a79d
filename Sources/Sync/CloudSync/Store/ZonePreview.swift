package import CloudModel

/// A query for the newest records of a zone, or for those directly before the known ones.
package struct ZonePreview: Sendable, Equatable {
  package var query: Query
  package var resultsLimit: Int
  /// The zone's epoch; in a later epoch, the answer does not count.
  package var epoch: Int64

  package init(query: Query, resultsLimit: Int, epoch: Int64) {
    self.query = query
    self.resultsLimit = resultsLimit
    self.epoch = epoch
  }
}
