/// What has gone with an account that was deleted.
package struct DeletionReport: Codable, Sendable, Equatable {
  /// The account's own zones, which are gone for everybody.
  package var endedZones: Int
  /// Zones of others, in which the account's records stay.
  package var leftZones: Int

  package init(endedZones: Int, leftZones: Int) {
    self.endedZones = endedZones
    self.leftZones = leftZones
  }
}
