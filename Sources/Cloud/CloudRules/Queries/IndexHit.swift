/// A record that a search found, by its name and its zone's incarnation.
package struct IndexHit: Sendable, Equatable {
  package var zone: String
  package var recordName: String
  package var position: IndexPosition

  package init(zone: String, recordName: String, position: IndexPosition) {
    self.zone = zone
    self.recordName = recordName
    self.position = position
  }
}
