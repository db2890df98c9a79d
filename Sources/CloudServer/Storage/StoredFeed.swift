package import CloudModel

/// The feed of one user's database: its life and its newest change.
package struct StoredFeed: Sendable, Equatable {
  package var incarnation: String
  package var sequence: Int64

  /// A zone where its last change stands in the feed.
  package struct Entry: Sendable, Equatable {
    package var zoneID: RecordZoneID
    package var sequence: Int64
    package var isDeleted: Bool
  }
}
