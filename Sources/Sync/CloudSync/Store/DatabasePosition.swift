package import CloudModel

/// The replica's position in a database's feed of changes.
package struct DatabasePosition: Sendable, Equatable {
  /// Of the last page applied; nil before the first.
  package var changeToken: ServerChangeToken?
  /// The newest epoch of any zone in the database.
  ///
  /// If a zone was found, made or shared again in a later epoch, a change fetched from this
  /// position may be about an earlier incarnation of that zone. If a zone was forgotten in a later
  /// epoch, that change may name a zone that is gone.
  package var epoch: Int64

  package init(changeToken: ServerChangeToken? = nil, epoch: Int64 = 0) {
    self.changeToken = changeToken
    self.epoch = epoch
  }
}
