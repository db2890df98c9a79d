package import CloudModel

/// The replica's position in a zone's feed of changes.
package struct ZonePosition: Sendable, Equatable {
  /// Of the last page applied; nil before the first.
  package var changeToken: ServerChangeToken?
  /// Grows each time the replica fetches the zone from its beginning: when it is found, fetched again, or shared
  /// again.
  package var epoch: Int64
  /// The number of times that the zone was marked as changed since it was last fetched to the end.
  package var marks: Int64
  /// The fields that are wanted of each record; nil for all.
  package var desiredKeys: [String]?

  package init(
    changeToken: ServerChangeToken? = nil, epoch: Int64 = 0, marks: Int64 = 0,
    desiredKeys: [String]? = nil
  ) {
    self.changeToken = changeToken
    self.epoch = epoch
    self.marks = marks
    self.desiredKeys = desiredKeys
  }
}
